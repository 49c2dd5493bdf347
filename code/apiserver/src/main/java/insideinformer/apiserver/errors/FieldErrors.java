package insideinformer.apiserver.errors;

import insideinformer.api.ApiException;
import insideinformer.api.StatusCause;
import insideinformer.api.StatusDetails;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Collects what is wrong with an object, field by field, and refuses it as one 422.
 *
 * <p>Upstream: {@code apimachinery/pkg/util/validation/field/errors.go} and {@code api/errors, NewInvalid}.
 */
public final class FieldErrors {

    private final Set<StatusCause> causes = new LinkedHashSet<>(); // a body can have a hundred thousand errors

    public void required(String field, String detail) {
        add("FieldValueRequired", field, "Required value" + (detail.isEmpty() ? "" : ": " + detail));
    }

    /** @param value as it stands in JSON: texts with their quotes */
    public void invalid(String field, String value, String detail) {
        add("FieldValueInvalid", field, "Invalid value: " + value + (detail.isEmpty() ? "" : ": " + detail));
    }

    public void invalidText(String field, String value, String detail) {
        invalid(field, quote(value), detail);
    }

    public void forbidden(String field, String detail) {
        add("FieldValueForbidden", field, "Forbidden: " + detail);
    }

    /** @param value as it stands in JSON: texts with their quotes */
    public void notSupported(String field, String value, List<String> supported) {
        String list = supported.stream().map(FieldErrors::quote).collect(Collectors.joining(", "));
        add("FieldValueNotSupported", field, "Unsupported value: " + value + ": supported values: " + list);
    }

    public void duplicate(String field, String value) {
        add("FieldValueDuplicate", field, "Duplicate value: " + quote(value));
    }

    boolean isEmpty() {
        return causes.isEmpty();
    }

    /** Throws the 422 if there is anything. The kind comes with its group: {@code Lease.coordination.k8s.io}. */
    public void throwIfAny(String group, String kind, String name) throws ApiException {
        if (isEmpty()) {
            return;
        }
        String list = causes.stream().map(c -> c.field() + ": " + c.message()).collect(Collectors.joining(", "));
        String subject = group.isEmpty() ? kind : kind + "." + group;
        String what = causes.size() == 1 ? list : "[" + list + "]";
        throw Errors.of(422, "Invalid", subject + " " + quote(name) + " is invalid: " + what,
                new StatusDetails(name, group, kind, null, List.copyOf(causes), null, Map.of()));
    }

    public static String quote(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    private void add(String reason, String field, String message) {
        causes.add(Errors.cause(reason, message, field));
    }
}
