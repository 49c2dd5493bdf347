package insideinformer.course;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Makes small mechanical changes to the regions of a solution. A test that notices none of them does not hold what the
 * solution promises.
 *
 * <ul>
 * <li>A condition is negated, narrowed, widened, or always or never true.
 * <li>An operator, a number, a constant or a method becomes its neighbor.
 * <li>A value becomes null or empty.
 * <li>A statement is left out or changes places with the next one.
 * <li>A method returns before its first statement.
 * <li>A loop runs at most once.
 * </ul>
 *
 * <p>A change is an edit of the text. Some changes do not compile, and whoever uses them drops those.
 */
final class Mutator extends TreeScanner<@Nullable Void, @Nullable Void> {

    /**
     * One changed file.
     *
     * @param name the region and what was changed in it; unique within the file
     * @param text the whole file
     */
    record Change(String name, String text) {}

    private static final int LONGEST_CODE = 70;

    private static final Map<Tree.Kind, List<String>> OPERATORS = Map.ofEntries(
            Map.entry(Tree.Kind.LESS_THAN, List.of(">=", "<=")),
            Map.entry(Tree.Kind.LESS_THAN_EQUAL, List.of(">", "<")),
            Map.entry(Tree.Kind.GREATER_THAN, List.of("<=", ">=")),
            Map.entry(Tree.Kind.GREATER_THAN_EQUAL, List.of("<", ">")),
            Map.entry(Tree.Kind.EQUAL_TO, List.of("!=")),
            Map.entry(Tree.Kind.NOT_EQUAL_TO, List.of("==")),
            Map.entry(Tree.Kind.PLUS, List.of("-")),
            Map.entry(Tree.Kind.MINUS, List.of("+")),
            Map.entry(Tree.Kind.MULTIPLY, List.of("/")),
            Map.entry(Tree.Kind.DIVIDE, List.of("*")),
            Map.entry(Tree.Kind.CONDITIONAL_AND, List.of("||")),
            Map.entry(Tree.Kind.CONDITIONAL_OR, List.of("&&")));

    private static final Set<Tree.Kind> COMPARISONS = Set.of(Tree.Kind.LESS_THAN, Tree.Kind.LESS_THAN_EQUAL,
            Tree.Kind.GREATER_THAN, Tree.Kind.GREATER_THAN_EQUAL, Tree.Kind.EQUAL_TO, Tree.Kind.NOT_EQUAL_TO);

    private static final Map<String, String> METHODS = Map.ofEntries(
            Map.entry("addFirst", "addLast"), Map.entry("addLast", "addFirst"),
            Map.entry("getFirst", "getLast"), Map.entry("getLast", "getFirst"),
            Map.entry("removeFirst", "removeLast"), Map.entry("removeLast", "removeFirst"),
            Map.entry("peekFirst", "peekLast"), Map.entry("peekLast", "peekFirst"),
            Map.entry("pollFirst", "pollLast"), Map.entry("pollLast", "pollFirst"),
            Map.entry("isPresent", "isEmpty"), Map.entry("signalAll", "signal"));

    private static final List<String> NOTHING = List.of("null", "Optional.empty()", "new ArrayList<>()");

    private final String source;
    private final List<Template.Span> spans;
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final List<String> constants;
    private final Map<String, Change> changes = new LinkedHashMap<>(); // by text: two ways to one file are one change

    private String returned = "";

    private Mutator(String source, List<Template.Span> spans, CompilationUnitTree unit, SourcePositions positions) {
        this.source = source;
        this.spans = spans;
        this.unit = unit;
        this.positions = positions;
        this.constants = unit.getImports().stream().filter(ImportTree::isStatic)
                .map(imported -> ((MemberSelectTree) imported.getQualifiedIdentifier()).getIdentifier().toString())
                .filter(name -> name.equals(name.toUpperCase(Locale.ROOT))).toList();
    }

    /** All changes of a file's regions. */
    static List<Change> changes(Template template) {
        String source = template.solution();
        JavacTask task = (JavacTask) ToolProvider.getSystemJavaCompiler().getTask(null, null, problem -> {}, List.of("-proc:none"),
                null, List.of(new Source(source)));
        try {
            CompilationUnitTree unit = task.parse().iterator().next();
            Mutator mutator = new Mutator(source, template.spans(), unit, Trees.instance(task).getSourcePositions());
            mutator.scan(unit, null);
            return List.copyOf(mutator.changes.values());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, @Nullable Void nothing) {
        String outer = returned;
        returned = String.valueOf(method.getReturnType());
        super.visitMethod(method, nothing);
        returned = outer;
        return nothing;
    }

    @Override
    public @Nullable Void visitLambdaExpression(LambdaExpressionTree lambda, @Nullable Void nothing) {
        String outer = returned;
        returned = "";
        super.visitLambdaExpression(lambda, nothing);
        returned = outer;
        return nothing;
    }

    @Override
    public @Nullable Void visitBlock(BlockTree block, @Nullable Void nothing) {
        List<? extends StatementTree> statements = block.getStatements();
        for (int i = 0; i < statements.size(); i++) {
            StatementTree statement = statements.get(i);
            if (i == 0 || isFirstInRegion(statement)) {
                returnsAtOnce(statement);
            }
            change(statement, "", "left out: " + shortened(text(statement)));
            if (i + 1 < statements.size()) {
                StatementTree next = statements.get(i + 1);
                change(start(statement), end(next),
                        text(next) + source.substring(end(statement), start(next)) + text(statement),
                        "swapped: " + shortened(text(statement)) + " and " + shortened(text(next)));
            }
        }
        return super.visitBlock(block, nothing);
    }

    private boolean isFirstInRegion(Tree tree) {
        return spans.stream().anyMatch(span -> span.from() <= start(tree) && end(tree) <= span.to()
                && source.substring(span.from(), start(tree)).isBlank());
    }

    private void returnsAtOnce(StatementTree statement) {
        List<String> values = switch (returned) {
            case "void" -> List.of("");
            case "boolean" -> List.of(" true", " false");
            default -> List.of("", " null");
        };
        for (String value : values) {
            if (text(statement).equals("return" + value + ";")) {
                continue;
            }
            change(start(statement), start(statement), "if (true) { return" + value + "; }\n",
                    "returns" + value + " before: " + shortened(text(statement)));
        }
    }

    @Override
    public @Nullable Void visitReturn(ReturnTree statement, @Nullable Void nothing) {
        if (statement.getExpression() != null) {
            if (returned.equals("boolean")) {
                fix(statement.getExpression());
            } else {
                NOTHING.forEach(value -> become(statement.getExpression(), value));
            }
        }
        return super.visitReturn(statement, nothing);
    }

    @Override
    public @Nullable Void visitVariable(VariableTree variable, @Nullable Void nothing) {
        if (variable.getInitializer() != null) {
            if (String.valueOf(variable.getType()).equals("boolean")) {
                fix(variable.getInitializer());
            } else {
                NOTHING.forEach(value -> become(variable.getInitializer(), value));
            }
        }
        return super.visitVariable(variable, nothing);
    }

    @Override
    public @Nullable Void visitIf(IfTree statement, @Nullable Void nothing) {
        fix(statement.getCondition());
        return super.visitIf(statement, nothing);
    }

    @Override
    public @Nullable Void visitWhileLoop(WhileLoopTree loop, @Nullable Void nothing) {
        fix(loop.getCondition());
        change(start(loop), start(loop) + "while".length(), "if", "if in place of while: " + shortened(text(loop)));
        return super.visitWhileLoop(loop, nothing);
    }

    @Override
    public @Nullable Void visitEnhancedForLoop(EnhancedForLoopTree loop, @Nullable Void nothing) {
        change(end(loop) - 1, end(loop), "break; }", "only the first round: " + shortened(text(loop)));
        return super.visitEnhancedForLoop(loop, nothing);
    }

    @Override
    public @Nullable Void visitConditionalExpression(ConditionalExpressionTree choice, @Nullable Void nothing) {
        become(choice, text(choice.getTrueExpression()));
        become(choice, text(choice.getFalseExpression()));
        become(choice.getCondition(), negated(choice.getCondition()));
        return super.visitConditionalExpression(choice, nothing);
    }

    @Override
    public @Nullable Void visitBinary(BinaryTree operation, @Nullable Void nothing) {
        ExpressionTree left = operation.getLeftOperand();
        ExpressionTree right = operation.getRightOperand();
        for (String operator : OPERATORS.getOrDefault(operation.getKind(), List.of())) {
            become(operation, text(left) + " " + operator + " " + text(right));
        }
        boolean joins = operation.getKind() == Tree.Kind.CONDITIONAL_AND || operation.getKind() == Tree.Kind.CONDITIONAL_OR;
        if (joins) {
            become(operation, text(left));
            become(operation, text(right));
        }
        for (ExpressionTree operand : List.of(left, right)) {
            if (joins) {
                become(operand, negated(operand));
            } else if (operand instanceof LiteralTree literal && literal.getValue() instanceof Integer number) {
                become(literal, Integer.toString(number + 1));
                become(literal, Integer.toString(number - 1));
            }
        }
        return super.visitBinary(operation, nothing);
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree call, @Nullable Void nothing) {
        if (call.getMethodSelect() instanceof MemberSelectTree select) {
            String name = select.getIdentifier().toString();
            String other = METHODS.get(name);
            if (other != null) {
                become(call, source.substring(start(call), end(select) - name.length()) + other
                        + source.substring(end(select), end(call)));
            }
        }
        return super.visitMethodInvocation(call, nothing);
    }

    @Override
    public @Nullable Void visitIdentifier(IdentifierTree identifier, @Nullable Void nothing) {
        if (constants.contains(identifier.getName().toString())) {
            constants.forEach(constant -> become(identifier, constant));
        }
        return super.visitIdentifier(identifier, nothing);
    }

    /** A condition is the other way round, or always or never true. */
    private void fix(ExpressionTree given) {
        ExpressionTree condition = bare(given);
        become(condition, negated(condition));
        become(condition, "true");
        become(condition, "false");
    }

    private static ExpressionTree bare(ExpressionTree expression) {
        return expression instanceof ParenthesizedTree parenthesized ? bare(parenthesized.getExpression()) : expression;
    }

    private String negated(ExpressionTree condition) {
        return switch (bare(condition)) {
            case UnaryTree not when not.getKind() == Tree.Kind.LOGICAL_COMPLEMENT -> text(not.getExpression());
            case BinaryTree comparison when COMPARISONS.contains(comparison.getKind()) -> text(comparison.getLeftOperand()) + " "
                    + OPERATORS.get(comparison.getKind()).getFirst() + " " + text(comparison.getRightOperand());
            case ExpressionTree other -> "!(" + text(other) + ")";
        };
    }

    private void become(Tree tree, String replacement) {
        change(tree, replacement, shortened(text(tree)) + " becomes " + shortened(replacement));
    }

    private void change(Tree tree, String replacement, String what) {
        change(start(tree), end(tree), replacement, what);
    }

    /** Unless this is outside of all regions, or changes nothing. */
    private void change(int from, int to, String replacement, String what) {
        if (source.substring(from, to).equals(replacement)) {
            return;
        }
        spans.stream().filter(span -> span.from() <= from && to <= span.to()).findFirst().ifPresent(span -> {
            String text = source.substring(0, from) + replacement + source.substring(to);
            String name = span.region() + ": " + what;
            long same = changes.values().stream().filter(change -> change.name().replaceFirst(" \\(\\d+\\)$", "").equals(name))
                    .count();
            changes.putIfAbsent(text, new Change(same == 0 ? name : name + " (" + (same + 1) + ")", text));
        });
    }

    private static String shortened(String code) {
        String line = code.replaceAll("\\s+", " ");
        return "`" + (line.length() <= LONGEST_CODE ? line : line.substring(0, LONGEST_CODE) + "...") + "`";
    }

    private String text(Tree tree) {
        return source.substring(start(tree), end(tree));
    }

    private int start(Tree tree) {
        return (int) positions.getStartPosition(unit, tree);
    }

    private int end(Tree tree) {
        return (int) positions.getEndPosition(unit, tree);
    }

    private static final class Source extends SimpleJavaFileObject {

        private final String text;

        Source(String text) {
            super(URI.create("text:///Solution.java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
