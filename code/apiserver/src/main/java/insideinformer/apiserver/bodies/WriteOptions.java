package insideinformer.apiserver.bodies;

import insideinformer.api.ApiException;
import insideinformer.apiserver.errors.FieldErrors;
import insideinformer.apiserver.http.Query;
import java.util.List;

/**
 * The checked options of a create, update or patch. Upstream: {@code metav1.CreateOptions} and
 * the like.
 *
 * @param fieldValidation what becomes of fields that the kind does not have
 */
public record WriteOptions(boolean dryRun, FieldValidation fieldValidation) {

    enum FieldValidation {
        IGNORE,
        WARN,
        STRICT
    }

    /** Nothing was said: the write is real, and unknown fields are dropped silently. */
    public static final WriteOptions PLAIN = new WriteOptions(false, FieldValidation.IGNORE);

    private static final List<String> VALIDATIONS = List.of("", "Ignore", "Strict", "Warn");

    /** @param kind {@code CreateOptions} and the like, for messages */
    public static WriteOptions parse(String kind, Query query) throws ApiException {
        boolean dryRun = dryRun(kind, query.all("dryRun"));
        String validation = query.first("fieldValidation");
        FieldErrors errors = new FieldErrors();
        if (!VALIDATIONS.contains(validation)) {
            errors.notSupported("fieldValidation", FieldErrors.quote(validation), VALIDATIONS);
        }
        errors.throwIfAny("meta.k8s.io", kind, "");
        return new WriteOptions(dryRun, switch (validation) {
            case "Ignore" -> FieldValidation.IGNORE;
            case "Strict" -> FieldValidation.STRICT;
            default -> FieldValidation.WARN;
        });
    }

    /** Of a patch that is no server-side apply. */
    public static WriteOptions parsePatch(Query query) throws ApiException {
        FieldErrors errors = new FieldErrors();
        if (query.has("force")) {
            errors.forbidden("force", "may not be specified for non-apply patch");
        }
        errors.throwIfAny("meta.k8s.io", "PatchOptions", "");
        return parse("PatchOptions", query);
    }

    public static boolean dryRun(String kind, List<String> values) throws ApiException {
        FieldErrors errors = new FieldErrors();
        if (!values.stream().allMatch(v -> v.equals("All"))) {
            String all = values.stream().map(FieldErrors::quote).reduce((a, b) -> a + "," + b).orElse("");
            errors.notSupported("dryRun", "[" + all + "]", List.of("All"));
        }
        errors.throwIfAny("meta.k8s.io", kind, "");
        return !values.isEmpty();
    }
}
