package insideinformer.course;

import com.sun.source.tree.AssertTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ThrowTree;
import com.sun.source.util.TreeScanner;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether a test can fail on purpose: whether it calls a method whose name begins with {@code assert} or
 * {@code fail}, or has the keyword {@code assert} or a {@code throw}. A lone {@code assertThat(x);} does not count, because it
 * says nothing about x.
 */
final class FailureFinder extends TreeScanner<@Nullable Boolean, @Nullable Void> {

    @Override
    public Boolean visitExpressionStatement(ExpressionStatementTree statement, @Nullable Void nothing) {
        if (statement.getExpression() instanceof MethodInvocationTree call && name(call).equals("assertThat")) {
            return false;
        }
        return Boolean.TRUE.equals(super.visitExpressionStatement(statement, nothing));
    }

    @Override
    public Boolean visitMethodInvocation(MethodInvocationTree call, @Nullable Void nothing) {
        return name(call).startsWith("assert") || name(call).startsWith("fail")
                || Boolean.TRUE.equals(super.visitMethodInvocation(call, nothing));
    }

    private static String name(MethodInvocationTree call) {
        return switch (call.getMethodSelect()) {
            case IdentifierTree identifier -> identifier.getName().toString();
            case MemberSelectTree select -> select.getIdentifier().toString();
            default -> "";
        };
    }

    @Override
    public Boolean visitThrow(ThrowTree statement, @Nullable Void nothing) {
        return true;
    }

    @Override
    public Boolean visitAssert(AssertTree statement, @Nullable Void nothing) {
        return true;
    }

    @Override
    public @Nullable Boolean reduce(@Nullable Boolean one, @Nullable Boolean other) {
        return Boolean.TRUE.equals(one) || Boolean.TRUE.equals(other);
    }
}
