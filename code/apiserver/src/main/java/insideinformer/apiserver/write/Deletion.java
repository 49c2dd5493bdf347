package insideinformer.apiserver.write;

import insideinformer.api.ApiErrors;
import insideinformer.api.ApiException;
import insideinformer.api.GroupResource;
import insideinformer.apiserver.admission.Admission;
import insideinformer.apiserver.admission.AdmissionAttributes;
import insideinformer.apiserver.errors.Errors;
import insideinformer.apiserver.kinds.ResourceType.Trait;
import insideinformer.apiserver.kinds.ResourceType;
import insideinformer.apiserver.store.Meta;
import insideinformer.apiserver.store.ObjectStore;
import insideinformer.apiserver.strategy.Strategies;
import insideinformer.apiserver.strategy.Strategy;
import insideinformer.wait.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Deletes objects of every kind: checks preconditions, sets grace period and finalizers, and removes the object, at
 * once or later.
 *
 * <p>Upstream: {@code apiserver/pkg/registry/generic/registry/store.go, Store.Delete}, and
 * {@code registry/rest/delete.go, BeforeDelete}.
 */
public final class Deletion {

    private static final String ORPHAN = "orphan";
    private static final String FOREGROUND = "foregroundDeletion";
    private static final long LONGEST_GRACE = Duration.ofDays(36_525).toSeconds(); // its end must fit into a date

    /** What a delete did: the removed object with the revision of the delete, or the object that is still there. */
    public record Result(ObjectNode object, boolean gone) {}

    private final ObjectStore store;
    private final Clock clock;
    private final Namespaces namespaces;
    private final Admission admission;

    Deletion(ObjectStore store, Clock clock, Admission admission) {
        this.store = store;
        this.clock = clock;
        this.namespaces = new Namespaces(store);
        this.admission = admission;
    }

    public Result delete(ResourceType type, String namespace, String name, DeleteRequest request)
            throws ApiException, InterruptedException {
        namespaces.admitDelete(type.groupResource(), name);
        while (true) {
            ObjectNode old = store.get(type.groupResource(), type.namespaced() ? namespace : "", name);
            if (old == null) {
                throw Errors.notFound(type.groupResource(), name);
            }
            checkPreconditions(type, old, request);
            admission.admit(AdmissionAttributes.ofDelete(type, old, request.dryRun()));
            Result plan = plan(type, old, request);
            if (request.dryRun()) {
                return plan;
            }
            try {
                return carryOut(type, plan);
            } catch (ApiException e) {
                if (!ApiErrors.isConflict(e) && !ApiErrors.isNotFound(e)) {
                    throw e;
                }
                // another writer was quicker: try again with what is stored now
            }
        }
    }

    /** Whether an update took away the last thing that held an object which is being deleted. */
    boolean isDue(ResourceType type, ObjectNode object, ObjectNode old) {
        return Meta.isTerminating(old) && Meta.gracePeriodSeconds(old) == 0 && !Strategies.of(type).isHeld(object);
    }

    /** The object as the delete changes it, and whether it is removed after that. */
    private Result plan(ResourceType type, ObjectNode old, DeleteRequest request) {
        Strategy strategy = Strategies.of(type);
        ObjectNode object = old.deepCopy();
        Meta.setFinalizers(object, finalizers(old, request.propagationPolicy(), request.orphanDependents()));
        if (!type.has(Trait.DELETES_GRACEFULLY)) {
            if (!strategy.isHeld(object)) {
                return new Result(object, true);
            }
            if (!Meta.isTerminating(old)) {
                announce(object, 0);
                strategy.onTerminating(object);
            }
            return new Result(object, false);
        }
        Long wanted = bounded(request.gracePeriodSeconds());
        if (!Meta.isTerminating(old)) {
            announce(object, Math.min(strategy.gracePeriodSeconds(object, wanted), LONGEST_GRACE));
        } else if (wanted == null || wanted >= Meta.gracePeriodSeconds(old)) {
            return new Result(old, false); // it is being deleted already, and this request would not end it sooner
        } else {
            shorten(object, wanted);
        }
        return new Result(object, Meta.gracePeriodSeconds(object) == 0 && !strategy.isHeld(object));
    }

    private Result carryOut(ResourceType type, Result plan) throws ApiException {
        ObjectNode stored = store.update(type.groupResource(), plan.object());
        return plan.gone() ? new Result(store.delete(type.groupResource(), stored), true) : new Result(stored, false);
    }

    private void announce(ObjectNode object, long graceSeconds) {
        ObjectNode metadata = Meta.of(object);
        metadata.put("deletionTimestamp", Meta.timestamp(clock.now().plusSeconds(graceSeconds)));
        metadata.put("deletionGracePeriodSeconds", graceSeconds);
        if (Meta.generation(object) > 0) {
            metadata.put("generation", Meta.generation(object) + 1);
        }
    }

    private static void shorten(ObjectNode object, long graceSeconds) {
        Instant end = Instant.parse(Meta.text(object, "deletionTimestamp"));
        Instant sooner = end.minusSeconds(Meta.gracePeriodSeconds(object)).plusSeconds(graceSeconds);
        Meta.of(object)
                .put("deletionTimestamp", Meta.timestamp(sooner))
                .put("deletionGracePeriodSeconds", graceSeconds);
    }

    /** Negative periods count as one second, those of more than a century as a century. */
    private static @Nullable Long bounded(@Nullable Long seconds) {
        if (seconds == null) {
            return null;
        }
        return seconds < 0 ? 1 : Math.min(seconds, LONGEST_GRACE);
    }

    private static List<String> finalizers(ObjectNode object, String policy, @Nullable Boolean orphan) {
        List<String> finalizers = new ArrayList<>(Meta.finalizers(object));
        if (policy.isEmpty() && orphan == null) {
            return finalizers;
        }
        finalizers.removeAll(List.of(ORPHAN, FOREGROUND));
        if (policy.equals("Orphan") || policy.isEmpty() && Boolean.TRUE.equals(orphan)) {
            finalizers.add(ORPHAN);
        } else if (policy.equals("Foreground")) {
            finalizers.add(FOREGROUND);
        }
        return finalizers;
    }

    private static void checkPreconditions(
            ResourceType type, ObjectNode old, DeleteRequest request) throws ApiException {
        GroupResource subject = new GroupResource(type.gvr().group(), type.kind()); // these texts name the kind
        if (!request.uid().isEmpty() && !request.uid().equals(Meta.uid(old))) {
            throw Errors.conflict(subject, Meta.name(old), "the UID in the precondition (" + request.uid()
                    + ") does not match the UID in record (" + Meta.uid(old)
                    + "). The object might have been deleted and then recreated");
        }
        String version = Meta.resourceVersion(old);
        if (!request.resourceVersion().isEmpty() && !request.resourceVersion().equals(version)) {
            throw Errors.conflict(subject, Meta.name(old), "the ResourceVersion in the precondition ("
                    + request.resourceVersion() + ") does not match the ResourceVersion in record (" + version
                    + "). The object might have been modified");
        }
    }
}
