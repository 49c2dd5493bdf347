package insideinformer.apiserver.watch;

import insideinformer.api.ApiException;
import insideinformer.apiserver.errors.Errors;
import insideinformer.apiserver.errors.FieldErrors;
import insideinformer.apiserver.http.Query;
import insideinformer.selectors.FieldSelector;
import insideinformer.selectors.InvalidSelectorException;
import insideinformer.selectors.LabelSelector;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The checked parameters of a list or watch.
 *
 * <p>Upstream: {@code apimachinery/pkg/apis/meta/internalversion}, {@code ListOptions}, and its {@code validation}.
 *
 * @param match empty, {@code Exact} or {@code NotOlderThan}
 * @param limit 0: none
 * @param timeout null: the server's choice
 * @param initialEvents null: not said
 */
public record ListRequest(
        LabelSelector labels,
        FieldSelector fields,
        String resourceVersion,
        String match,
        long limit,
        String continueToken,
        @Nullable Duration timeout,
        boolean watch,
        boolean bookmarks,
        @Nullable Boolean initialEvents) {

    static final String EXACT = "Exact";
    static final String NOT_OLDER_THAN = "NotOlderThan";

    private static final String MATCH = "resourceVersionMatch";
    private static final String INITIAL_EVENTS = "sendInitialEvents";

    public static ListRequest ofList(Query query) throws ApiException {
        return parse(query, false);
    }

    static ListRequest ofWatch(Query query) throws ApiException {
        return parse(query, true);
    }

    private static ListRequest parse(Query query, boolean watch) throws ApiException {
        LabelSelector labels;
        FieldSelector fields;
        long seconds = number(query, "timeoutSeconds");
        long limit = number(query, "limit");
        try {
            labels = LabelSelector.parse(query.first("labelSelector"));
            fields = FieldSelector.parse(query.first("fieldSelector"));
        } catch (InvalidSelectorException e) {
            throw Errors.badRequest(e.problem());
        }
        return new ListRequest(
                labels,
                fields,
                query.first("resourceVersion"),
                query.first("resourceVersionMatch"),
                Math.max(0, limit),
                query.first("continue"),
                seconds > 0 ? Duration.ofSeconds(seconds) : null,
                watch,
                query.flag("allowWatchBookmarks"),
                query.has("sendInitialEvents") ? query.flag("sendInitialEvents") : null);
    }

    /** @param watchLists whether the server streams lists */
    void validate(boolean watchLists) throws ApiException {
        FieldErrors errors = new FieldErrors();
        if (watch) {
            validateWatch(watchLists, errors);
        } else {
            validateList(errors);
        }
        errors.throwIfAny("meta.k8s.io", "ListOptions", "");
    }

    private void validateList(FieldErrors errors) {
        if (!match.isEmpty()) {
            if (resourceVersion.isEmpty()) {
                errors.forbidden(MATCH, MATCH + " is forbidden unless resourceVersion is provided");
            }
            if (!continueToken.isEmpty()) {
                errors.forbidden(MATCH, MATCH + " is forbidden when continue is provided");
            }
            if (!match.equals(EXACT) && !match.equals(NOT_OLDER_THAN)) {
                errors.notSupported(MATCH, FieldErrors.quote(match), List.of(EXACT, NOT_OLDER_THAN, ""));
            }
            if (match.equals(EXACT) && resourceVersion.equals("0")) {
                errors.forbidden(MATCH, MATCH + " \"exact\" is forbidden for resourceVersion \"0\"");
            }
        }
        if (initialEvents != null) {
            errors.forbidden(INITIAL_EVENTS, INITIAL_EVENTS + " is forbidden for list");
        }
    }

    private void validateWatch(boolean watchLists, FieldErrors errors) {
        if (initialEvents != null) {
            if (!match.equals(NOT_OLDER_THAN)) {
                errors.forbidden(MATCH, INITIAL_EVENTS + " requires setting " + MATCH + " to " + NOT_OLDER_THAN);
            }
            if (!watchLists) {
                errors.forbidden(INITIAL_EVENTS,
                        INITIAL_EVENTS + " is forbidden for watch unless the WatchList feature gate is enabled");
            }
        }
        if (!match.isEmpty()) {
            if (initialEvents == null) {
                errors.forbidden(MATCH, MATCH + " is forbidden for watch unless " + INITIAL_EVENTS + " is provided");
            }
            if (!match.equals(NOT_OLDER_THAN)) {
                errors.notSupported(MATCH, FieldErrors.quote(match), List.of(NOT_OLDER_THAN));
            }
            if (!continueToken.isEmpty()) {
                errors.forbidden(MATCH, MATCH + " is forbidden when continue is provided");
            }
        }
    }

    private static long number(Query query, String key) throws ApiException {
        String text = query.first(key);
        try {
            return text.isEmpty() ? 0 : Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw Errors.badRequest("strconv.ParseInt: parsing " + FieldErrors.quote(text) + ": invalid syntax");
        }
    }
}
