package dev.plimsoll.apiserver.verbs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.admission.Review;
import dev.plimsoll.apiserver.capacity.CapacityGuard;
import dev.plimsoll.apiserver.documents.BodyReader;
import dev.plimsoll.apiserver.documents.Decoder.Decoded;
import dev.plimsoll.apiserver.documents.Meta;
import dev.plimsoll.apiserver.documents.MetadataChecks;
import dev.plimsoll.apiserver.kinds.Kind;
import dev.plimsoll.apiserver.refusal.Refusal;
import dev.plimsoll.apiserver.refusal.RefusedException;
import dev.plimsoll.apiserver.storage.Registry.Written;
import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.apiserver.strategy.Strategy.Write;
import dev.plimsoll.codec.apply.ManagedFields;
import dev.plimsoll.core.validation.FieldError;
import java.util.ArrayList;
import java.util.Set;

/** Changes stored objects: a change is made again on what another write left, unless the client pinned a version. */
public final class Changing {
    private static final int ATTEMPTS = 100;
    /** Kinds that an update may bring into being. */
    private static final Set<String> MADE_BY_UPDATE = Set.of(
            "LimitRange",
            "ResourceQuota",
            "Lease",
            "Event",
            "Role",
            "ClusterRole",
            "RoleBinding",
            "ClusterRoleBinding");

    private final Engine engine;
    private final CapacityGuard guard;
    private final Creating creating;
    private final FieldManagers managers;

    public Changing(Engine engine, CapacityGuard guard, Creating creating) {
        this.engine = engine;
        this.guard = guard;
        this.creating = creating;
        this.managers = new FieldManagers(engine.strategies(), engine.clock());
    }

    /** What a request makes of a stored object. It may be asked again with a newer one. */
    interface Wish {
        Decoded of(ObjectNode stored);
    }

    /** PUT. */
    public Outcome update(Call call) {
        var options = WriteOptions.of(call, "UpdateOptions");
        var sent = BodyReader.object(call.request(), call.kind().name());
        checkPlace(call, Meta.of(sent.object()));
        var known = engine.registry().find(call.kind(), call.namespace(), call.name());
        if (known.isEmpty()
                && call.subresource().isEmpty()
                && call.kind().extension() == null
                && MADE_BY_UPDATE.contains(call.kind().name())) {
            var decoded = engine.decoder().object(sent, call.kind(), options.fieldValidation());
            // What was allowed is an object of this name, and no other.
            Meta.of(decoded.document()).put("name", call.name());
            managers.created(call.kind(), decoded.document(), options);
            return creating.create(call, decoded.document(), options, decoded.warnings());
        }
        return change(call, options, stored -> {
            var decoded = engine.decoder().object(sent, call.kind(), options.fieldValidation());
            managers.changed(call.kind(), call.subresource(), stored, decoded.document(), options);
            return decoded;
        });
    }

    static void checkPlace(Call call, Meta meta) {
        if (!meta.name().isEmpty() && !meta.name().equals(call.name())) {
            throw new RefusedException(new Refusal.BadRequest("the name of the object (" + meta.name()
                    + ") does not match the name on the URL (" + call.name() + ")"));
        }
        if (!call.kind().namespaced()) return;
        if (!meta.namespace().isEmpty() && !meta.namespace().equals(call.namespace())) {
            throw new RefusedException(new Refusal.BadRequest(
                    "the namespace of the provided object does not match the namespace sent on the request"));
        }
    }

    Outcome change(Call call, WriteOptions options, Wish wish) {
        for (var attempt = 0; attempt < ATTEMPTS; attempt++) {
            var current = engine.registry().get(call.kind(), call.namespace(), call.name());
            var stored = current.tree();
            var decoded = wish.of(stored);
            var next = decoded.document();
            var pinned = Meta.of(next).resourceVersion();
            prepareAndCheck(call, options, current, stored, next);
            var warnings = decoded.warnings();
            if (ManagedFields.sameButForTimes(next, stored)) return Outcome.of(200, current, warnings);
            if (options.dryRun()) {
                Meta.of(next).put("resourceVersion", Long.toString(current.revision()));
                return Outcome.of(200, next, warnings);
            }
            switch (write(call, current, stored, next)) {
                case Written.Done(var object) -> {
                    return Outcome.of(200, object, warnings);
                }
                case Written.Gone _ -> throw new RefusedException(Refusal.NotFound.of(call.kind(), call.name()));
                case Written.Overtaken _ -> {
                    if (!pinned.isEmpty())
                        throw new RefusedException(Refusal.Conflict.modified(call.kind(), call.name()));
                }
            }
        }
        throw new RefusedException(Refusal.Conflict.modified(call.kind(), call.name()));
    }

    /** The last finalizer of an object that is being deleted takes the object with it. */
    private Written write(Call call, StoredObject current, ObjectNode stored, ObjectNode next) {
        var meta = Meta.of(next);
        var grace = meta.path("deletionGracePeriodSeconds").asLong();
        var done = meta.isBeingDeleted()
                && grace == 0
                && meta.finalizers().isEmpty()
                && next.path("spec").path("finalizers").isEmpty();
        var hadFinalizers = !Meta.of(stored).finalizers().isEmpty()
                || !stored.path("spec").path("finalizers").isEmpty();
        return done && hadFinalizers ? engine.registry().delete(current, next) : replace(call, current, next);
    }

    /** A resize is told to whoever counts what is on the pod's node. */
    private Written replace(Call call, StoredObject current, ObjectNode next) {
        var nodeName = next.path("spec").path("nodeName").asText();
        return call.subresource().equals("resize") && !nodeName.isEmpty()
                ? guard.resize(current, next, nodeName)
                : engine.registry().replace(current, next);
    }

    private void prepareAndCheck(
            Call call, WriteOptions options, StoredObject current, ObjectNode stored, ObjectNode next) {
        var kind = call.kind();
        checkPlace(call, Meta.of(next));
        engine.admission().mutate(review(call, options, next, stored));
        checkVersion(kind, call.name(), current, stored, next);
        keepIdentity(Meta.of(next), Meta.of(stored));
        var strategy = engine.strategies().of(kind);
        var write = new Write(call.subresource(), next, stored);
        strategy.prepareChange(write);
        engine.admission().authorize(review(call, options, next, stored));
        var errors = new ArrayList<FieldError>();
        errors.addAll(MetadataChecks.ofChange(next, stored));
        if (!kind.is("", "Pod")) errors.addAll(MetadataChecks.of(next, kind));
        errors.addAll(strategy.checkChange(write));
        if (!errors.isEmpty()) throw new RefusedException(Refusal.Invalid.of(kind, call.name(), errors));
        engine.admission().validate(review(call, options, next, stored));
    }

    private static Review review(Call call, WriteOptions options, ObjectNode next, ObjectNode stored) {
        return new Review(
                Review.Operation.UPDATE,
                call.kind(),
                call.subresource(),
                call.namespace(),
                call.name(),
                next,
                stored,
                call.user(),
                options.dryRun(),
                call.request().notes());
    }

    private static void checkVersion(Kind kind, String name, StoredObject current, ObjectNode stored, ObjectNode next) {
        var meta = Meta.of(next);
        var version = meta.resourceVersion();
        if (!version.isEmpty() && !version.equals(Long.toString(current.revision()))) {
            throw new RefusedException(Refusal.Conflict.modified(kind, name));
        }
        var uid = Meta.of(stored).uid();
        if (!meta.uid().isEmpty() && !meta.uid().equals(uid)) {
            throw new RefusedException(new Refusal.Conflict(
                    kind.group(),
                    kind.plural(),
                    name,
                    "Precondition failed: UID in precondition: " + meta.uid() + ", UID in object meta: " + uid));
        }
    }

    /** What the server gave an object stays with it. */
    private static void keepIdentity(Meta next, Meta stored) {
        next.take(
                stored,
                "uid",
                "creationTimestamp",
                "deletionTimestamp",
                "deletionGracePeriodSeconds",
                "namespace",
                "name",
                "selfLink");
        if (!next.node().has("generateName")) next.take(stored, "generateName");
        next.take(stored, "generation");
    }
}
