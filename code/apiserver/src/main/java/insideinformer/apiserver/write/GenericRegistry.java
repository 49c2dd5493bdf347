package insideinformer.apiserver.write;

import insideinformer.api.ApiErrors;
import insideinformer.api.ApiException;
import insideinformer.api.StatusDetails;
import insideinformer.apiserver.admission.Admission;
import insideinformer.apiserver.admission.AdmissionAttributes;
import insideinformer.apiserver.bodies.WriteOptions;
import insideinformer.apiserver.errors.Errors;
import insideinformer.apiserver.errors.FieldErrors;
import insideinformer.apiserver.kinds.ResourceType.Trait;
import insideinformer.apiserver.kinds.ResourceType;
import insideinformer.apiserver.store.Canonical;
import insideinformer.apiserver.store.Meta;
import insideinformer.apiserver.store.ObjectStore;
import insideinformer.apiserver.store.Trees;
import insideinformer.apiserver.store.Versions;
import insideinformer.apiserver.strategy.MetaRules;
import insideinformer.apiserver.strategy.Names;
import insideinformer.apiserver.strategy.PodResize;
import insideinformer.apiserver.strategy.Strategies;
import insideinformer.apiserver.strategy.Strategy;
import insideinformer.wait.Clock;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes objects of every kind. A create or update goes through metadata, defaults, admission's additions, rules and
 * admission, and is stored then.
 *
 * <p>Nothing is locked between reading an object and storing its successor. If another writer was quicker, the update
 * starts again from the newer object. The client gets 409 only if it named a resourceVersion that is no longer current.
 *
 * <p>Upstream: {@code apiserver/pkg/registry/generic/registry/store.go, Store}, and {@code registry/rest}.
 */
public final class GenericRegistry {

    private static final int NAME_TRIES = 8;

    /** The object as it is stored now, and whether the write created it. */
    public record Written(ObjectNode object, boolean created) {}

    /** Makes the object that a client wants in the place of {@code current}, as a new tree. */
    public interface Modification {
        ObjectNode apply(@Nullable ObjectNode current) throws ApiException;
    }

    private final ObjectStore store;
    private final Clock clock;
    private final Random random;
    private final Admission admission;
    private final Deletion deletion;
    private final Namespaces namespaces;

    /** @param random makes uids and generated names */
    public GenericRegistry(ObjectStore store, Clock clock, Random random, Admission admission) {
        this.store = store;
        this.clock = clock;
        this.random = random;
        this.admission = admission;
        this.deletion = new Deletion(store, clock, admission);
        this.namespaces = new Namespaces(store);
    }

    /** @param body belongs to this call from now on */
    public ObjectNode create(ResourceType type, String namespace, ObjectNode body, WriteOptions options)
            throws ApiException, InterruptedException {
        return create(type, namespace, body, options.dryRun());
    }

    private ObjectNode create(ResourceType type, String namespace, ObjectNode body, boolean dryRun)
            throws ApiException, InterruptedException {
        String prefix = Meta.text(body, "generateName");
        if (!Meta.name(body).isEmpty() || prefix.isEmpty()) {
            return createNamed(type, namespace, body, dryRun);
        }
        for (int tries = 1; ; tries++) {
            ObjectNode named = body.deepCopy();
            Meta.of(named).put("name", Names.generate(prefix, random));
            try {
                return createNamed(type, namespace, named, dryRun);
            } catch (ApiException e) {
                if (!ApiErrors.isAlreadyExists(e)) {
                    throw e;
                }
                if (tries == NAME_TRIES) {
                    throw generatedNameTaken(type, Meta.name(named));
                }
            }
        }
    }

    private ObjectNode createNamed(ResourceType type, String namespace, ObjectNode object, boolean dryRun)
            throws ApiException, InterruptedException {
        String name = Meta.name(object);
        if (type.namespaced()) {
            Meta.of(object).put("namespace", namespace);
            namespaces.admitCreate(type.groupResource(), namespace, name);
        } else {
            Meta.of(object).remove("namespace");
        }
        Strategy strategy = Strategies.of(type);
        MetaRules.wipeSystemFields(object);
        Meta.of(object).put("uid", uid()).put("creationTimestamp", Meta.timestamp(clock.now()));
        if (type.has(Trait.COUNTS_GENERATIONS)) {
            Meta.of(object).put("generation", 1);
        }
        if (type.hasStatus()) {
            object.remove("status");
        }
        if (type.hasStatus() && !type.isCustom()) {
            object.putObject("status");
        }
        Canonical.tidy(object);
        strategy.setEarlyDefaults(object);
        admission.mutate(AdmissionAttributes.ofWrite(type, "", object, null, dryRun));
        strategy.prepareForCreate(object);

        FieldErrors errors = new FieldErrors();
        MetaRules.validate(type, object, errors);
        strategy.validate(object, errors);
        errors.throwIfAny(type.gvr().group(), type.kind(), name);
        ObjectLimits.require(object); // before admission, which may charge a quota
        admission.admit(AdmissionAttributes.ofWrite(type, "", object, null, dryRun));

        if (!Meta.resourceVersion(object).isEmpty()) {
            throw Errors.plain("resourceVersion should not be set on objects to be created");
        }
        Meta.of(object).remove("resourceVersion");
        ObjectNode present = store.get(type.groupResource(), Meta.namespace(object), name);
        if (present != null) {
            throw alreadyExists(type, present);
        }
        return dryRun ? object : store.create(type.groupResource(), object);
    }

    /** Replaces an object; where the kind allows it, creates one that is missing. */
    public Written update(Target target, Modification modification, WriteOptions options)
            throws ApiException, InterruptedException {
        boolean mayCreate = target.subresource().isEmpty() && target.type().has(Trait.CREATES_ON_UPDATE);
        return write(target, modification, mayCreate, options.dryRun());
    }

    /** Changes an object that must be there. */
    public Written patch(Target target, Modification modification, WriteOptions options)
            throws ApiException, InterruptedException {
        return write(target, modification, false, options.dryRun());
    }

    /** Deletes an object, at once or later. */
    public Deletion.Result delete(ResourceType type, String namespace, String name, DeleteRequest request)
            throws ApiException, InterruptedException {
        return deletion.delete(type, namespace, name, request);
    }

    private Written write(Target target, Modification modification, boolean mayCreate, boolean dryRun)
            throws ApiException, InterruptedException {
        ResourceType type = target.type();
        while (true) {
            ObjectNode old = store.get(
                    type.groupResource(), type.namespaced() ? target.namespace() : "", target.name());
            if (old == null) {
                if (!mayCreate) {
                    throw Errors.notFound(type.groupResource(), target.name());
                }
                return new Written(create(type, target.namespace(), modification.apply(null), dryRun), true);
            }
            ObjectNode object = prepareUpdate(target, old, modification.apply(old), dryRun);
            ObjectLimits.require(object);
            admission.admit(AdmissionAttributes.ofWrite(type, target.subresource(), object, old, dryRun));
            if (dryRun) {
                return new Written(object, false);
            }
            try {
                return new Written(replaceOrRemove(type, old, object), false);
            } catch (ApiException e) {
                if (!ApiErrors.isConflict(e) && !ApiErrors.isNotFound(e)) {
                    throw e;
                }
                // another writer was quicker: try again with what is stored now
            }
        }
    }

    private ObjectNode prepareUpdate(Target target, ObjectNode old, ObjectNode object, boolean dryRun)
            throws ApiException, InterruptedException {
        ResourceType type = target.type();
        String subresource = target.subresource();
        checkPreconditions(type, old, object);
        Canonical.tidy(object);
        if (type.namespaced()) {
            Meta.of(object).put("namespace", Meta.namespace(old));
        }
        MetaRules.keepFrom(old, object);
        ObjectNode result = switch (subresource) {
            case "status" -> withOnlyStatusOf(object, old);
            case "finalize" -> withOnlyFinalizersOf(object, old);
            case PodResize.SUBRESOURCE -> PodResize.apply(object, old);
            default -> object;
        };
        if (subresource.isEmpty() && type.hasStatus()) {
            Trees.copyField("status", old, result);
        }
        Strategy strategy = Strategies.of(type);
        if (subresource.equals("status")) {
            strategy.prepareForStatusUpdate(result, old);
        }
        admission.mutate(AdmissionAttributes.ofWrite(type, subresource, result, old, dryRun));
        if (subresource.isEmpty()) {
            strategy.prepareForUpdate(result, old);
        }
        if (type.has(Trait.COUNTS_GENERATIONS) && !Meta.equal(result.path("spec"), old.path("spec"))) {
            Meta.of(result).put("generation", Meta.generation(old) + 1);
        }
        FieldErrors errors = new FieldErrors();
        MetaRules.validateUpdate(result, old, errors);
        MetaRules.validate(type, result, errors);
        strategy.validate(result, errors);
        if (subresource.equals(PodResize.SUBRESOURCE)) {
            PodResize.validate(result, old, errors);
        } else {
            strategy.validateUpdate(result, old, errors);
        }
        errors.throwIfAny(type.gvr().group(), type.kind(), Meta.name(old));
        return result;
    }

    /** Refuses the object if it names another uid or resourceVersion than the stored one, and fills in the latter. */
    private void checkPreconditions(ResourceType type, ObjectNode old, ObjectNode object) throws ApiException {
        String name = Meta.name(old);
        String uid = Meta.uid(object);
        if (!uid.isEmpty() && !uid.equals(Meta.uid(old))) {
            String key = "/registry/" + type.gvr().resource() + "/" + Meta.key(Meta.namespace(old), name);
            throw Errors.conflict(type.groupResource(), name,
                    "StorageError: invalid object, Code: 4, Key: " + key + ", ResourceVersion: 0, AdditionalErrorMsg: "
                            + "Precondition failed: UID in precondition: " + uid + ", UID in object meta: "
                            + Meta.uid(old));
        }
        String current = Meta.resourceVersion(old);
        long wanted;
        try {
            wanted = Versions.parse(Meta.resourceVersion(object));
        } catch (Versions.InvalidVersionException e) {
            throw Errors.plain(e.problem());
        }
        if (wanted == 0 && type.has(Trait.NEEDS_RESOURCE_VERSION)) {
            FieldErrors errors = new FieldErrors();
            errors.invalid("metadata.resourceVersion", "0", "must be specified for an update");
            errors.throwIfAny(type.gvr().group(), type.gvr().resource(), name); // here the resource, not the kind
        }
        if (wanted != 0 && !Long.toString(wanted).equals(current)) {
            throw Errors.conflict(type.groupResource(), name, Errors.OPTIMISTIC_LOCK);
        }
        Meta.of(object).put("resourceVersion", current);
    }

    private ObjectNode replaceOrRemove(ResourceType type, ObjectNode old, ObjectNode object) throws ApiException {
        if (deletion.isDue(type, object, old)) {
            store.delete(type.groupResource(), old);
            return object; // as submitted; nothing is stored, so there is no newer version
        }
        return store.update(type.groupResource(), object);
    }

    private static ObjectNode withOnlyStatusOf(ObjectNode object, ObjectNode old) {
        ObjectNode result = old.deepCopy();
        result.set("metadata", object.get("metadata")); // annotations and the like may change with the status
        Trees.copyField("status", object, result);
        return result;
    }

    private static ObjectNode withOnlyFinalizersOf(ObjectNode object, ObjectNode old) {
        ObjectNode result = old.deepCopy();
        Trees.copyField("finalizers", object.path("spec"), Trees.object(result, "spec"));
        return result;
    }

    private String uid() {
        long high = random.nextLong() & 0xFFFFFFFFFFFF0FFFL | 0x4000L; // version 4: random
        long low = random.nextLong() & 0x3FFFFFFFFFFFFFFFL | 0x8000000000000000L;
        return new UUID(high, low).toString();
    }

    private static ApiException alreadyExists(ResourceType type, ObjectNode present) {
        ApiException e = Errors.alreadyExists(type.groupResource(), Meta.name(present));
        if (!Meta.isTerminating(present)) {
            return e;
        }
        return Errors.of(409, "AlreadyExists", "object is being deleted: " + e.getMessage(), e.status().details());
    }

    private static ApiException generatedNameTaken(ResourceType type, String name) {
        String message = Errors.quoted(type.groupResource(), name)
                + " already exists, the server was not able to generate a unique name for the object";
        return Errors.of(409, "AlreadyExists", message, new StatusDetails(
                name, type.gvr().group(), type.gvr().resource(), null, List.of(), 1, Map.of()));
    }
}
