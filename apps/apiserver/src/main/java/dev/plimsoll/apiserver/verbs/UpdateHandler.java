package dev.plimsoll.apiserver.verbs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.apiserver.capacity.CapacityGuard;
import dev.plimsoll.apiserver.decoding.BodyDecoder.Decoded;
import dev.plimsoll.apiserver.request.BodyReader;
import dev.plimsoll.apiserver.services.Reservation;
import dev.plimsoll.apiserver.storage.Registry.Written;
import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.codec.apply.ManagedFields;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.documents.MetadataChecks;
import dev.plimsoll.kinds.documents.NamespaceDocument;
import dev.plimsoll.kinds.documents.PodChange;
import dev.plimsoll.kinds.documents.PodDocument;
import dev.plimsoll.kinds.refusal.GivenValues;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.kinds.strategy.Strategy.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Changes stored objects: a change is made again on what another write left, unless the client pinned a version. */
public final class UpdateHandler {
    private static final int ATTEMPTS = 100;
    /** Those of the server that are never changed without naming the version that is meant; all of definitions are. */
    private static final Set<String> VERSIONED = Set.of(
            "APIService",
            "CSIDriver",
            "CSINode",
            "CSIStorageCapacity",
            "CustomResourceDefinition",
            "DeviceTaintRule",
            "Lease",
            "MutatingAdmissionPolicy",
            "MutatingAdmissionPolicyBinding",
            "MutatingWebhookConfiguration",
            "PodDisruptionBudget",
            "RuntimeClass",
            "StorageVersionMigration",
            "ValidatingAdmissionPolicy",
            "ValidatingAdmissionPolicyBinding",
            "ValidatingWebhookConfiguration");

    /** Kinds that an update may bring into being. */
    private static final Set<String> MADE_BY_UPDATE = Set.of(
            "LimitRange",
            "Service",
            "Endpoints",
            "RuntimeClass",
            "Lease",
            "Event",
            "Role",
            "ClusterRole",
            "RoleBinding",
            "ClusterRoleBinding");

    private final Engine engine;
    private final CapacityGuard guard;
    private final CreateHandler creating;
    private final FieldManagers managers;

    public UpdateHandler(Engine engine, CapacityGuard guard, CreateHandler creating) {
        this.engine = engine;
        this.guard = guard;
        this.creating = creating;
        this.managers = new FieldManagers(engine.strategies(), engine.clock());
    }

    /** What a request makes of a stored object. It may be asked again with a newer one. */
    interface Mutation {
        Decoded of(ObjectNode stored);
    }

    /** PUT. */
    public VerbResult update(Call call) {
        var options = WriteOptions.of(call, "UpdateOptions");
        var sent = BodyReader.object(
                call.request(), call.kind().name(), call.kind().extension() == null);
        checkPlace(call, DocumentMetadata.of(sent.object()));
        var known = engine.registry().find(call.kind(), call.namespace(), call.name());
        if (known.isEmpty()
                && call.subresource().isEmpty()
                && call.kind().extension() == null
                && MADE_BY_UPDATE.contains(call.kind().name())) {
            var decoded = engine.decoder().object(sent, call.kind(), options.fieldValidation());
            // What was allowed is an object of this name, and no other.
            DocumentMetadata.of(decoded.document()).name(call.name());
            managers.created(call.kind(), decoded, options);
            try {
                return creating.create(call, decoded.document(), options, decoded.warnings());
            } catch (RefusedException refused) {
                // Another client was faster: what that one made is changed.
                if (!(refused.refusal() instanceof Refusal.AlreadyExists)) throw refused;
            }
        }
        return change(call, options, stored -> {
            var decoded = engine.decoder().object(sent, call.kind(), options.fieldValidation());
            checkVersioned(call, DocumentMetadata.of(decoded.document()));
            managers.changed(call.kind(), call.subresource(), stored, decoded, options);
            return decoded;
        });
    }

    /** Some kinds are too dangerous to be replaced by somebody who has not read them. */
    private static void checkVersioned(Call call, DocumentMetadata sent) {
        var isVersioned = call.kind().extension() != null
                || VERSIONED.contains(call.kind().name());
        var version = sent.resourceVersion();
        if (!isVersioned || !(version.isEmpty() || version.equals("0"))) return;
        // Messages name the resource where others name the kind.
        throw new RefusedException(new Refusal.Invalid(
                call.kind().group(),
                call.kind().plural(),
                call.name(),
                List.of(FieldError.invalid("metadata.resourceVersion", 0, "must be specified for an update"))));
    }

    static void checkPlace(Call call, DocumentMetadata meta) {
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

    VerbResult change(Call call, WriteOptions options, Mutation wish) {
        for (var attempt = 0; attempt < ATTEMPTS; attempt++) {
            var current = engine.registry().get(call.kind(), call.namespace(), call.name());
            var stored = current.tree();
            var decoded = wish.of(stored);
            var next = decoded.document();
            var pinned = expectedVersion(DocumentMetadata.of(next));
            try (var reservation = engine.services().begin(call.kind(), options.dryRun())) {
                var pods = new PodChange(next, stored, decoded.pod());
                var warnings = decoded.warnedOf(
                                prepareAndCheck(call, options, current, decoded, stored, reservation, pods))
                        .warnings();
                if (ManagedFields.sameButForTimes(next, stored)) return VerbResult.of(200, current, warnings);
                if (options.dryRun()) {
                    if (isResizeOnNode(call, next)) guard.checkResize(current, pods, nodeName(next));
                    DocumentMetadata.of(next).resourceVersion(Long.toString(current.revision()));
                    return VerbResult.of(200, next, warnings);
                }
                switch (write(call, current, stored, next, pods)) {
                    case Written.Done(var object) -> {
                        reservation.keep();
                        return VerbResult.of(200, object, warnings);
                    }
                    case Written.Gone _ -> throw new RefusedException(Refusal.NotFound.of(call.kind(), call.name()));
                    case Written.Overtaken _ -> {
                        if (!pinned.isEmpty())
                            throw new RefusedException(Refusal.Conflict.modified(call.kind(), call.name()));
                    }
                }
            }
        }
        throw new RefusedException(Refusal.Conflict.modified(call.kind(), call.name()));
    }

    private Written write(Call call, StoredObject current, ObjectNode stored, ObjectNode next, PodChange pods) {
        if (losesLastFinalizer(stored, next)) return engine.registry().delete(current, next);
        // A resize is told to whoever counts what is on the pod's node.
        return isResizeOnNode(call, next)
                ? guard.resize(current, next, pods, nodeName(next))
                : engine.registry().replace(current, next);
    }

    /** The last finalizer of an object that is being deleted takes the object with it. */
    private static boolean losesLastFinalizer(ObjectNode stored, ObjectNode next) {
        var meta = DocumentMetadata.of(next);
        return meta.isBeingDeleted()
                && meta.deletionGracePeriodSeconds() == 0
                && meta.finalizers().isEmpty()
                && !NamespaceDocument.hasFinalizers(next)
                && (!DocumentMetadata.of(stored).finalizers().isEmpty() || NamespaceDocument.hasFinalizers(stored));
    }

    private static boolean isResizeOnNode(Call call, ObjectNode next) {
        return call.subresource().equals("resize") && !nodeName(next).isEmpty();
    }

    private static String nodeName(ObjectNode pod) {
        return PodDocument.of(pod).nodeName();
    }

    /** Whoever is refused is also told what decoding found. */
    private List<String> prepareAndCheck(
            Call call,
            WriteOptions options,
            StoredObject current,
            Decoded decoded,
            ObjectNode stored,
            Reservation reservation,
            PodChange pods) {
        var kind = call.kind();
        var next = decoded.document();
        try {
            checkPlace(call, DocumentMetadata.of(next));
            var review = review(call, options, pods);
            engine.admission().mutate(review);
            checkVersion(kind, call.name(), current, stored, next);
            DocumentMetadata.of(next).keepServerFields(DocumentMetadata.of(stored));
            var strategy = engine.strategies().of(kind);
            var write = new Write(call.subresource(), next, stored, pods);
            strategy.prepareChange(write);
            engine.admission().authorize(review);
            var errors = new ArrayList<FieldError>();
            errors.addAll(MetadataChecks.ofChange(next, stored));
            if (!strategy.checksMetadata()) errors.addAll(MetadataChecks.of(next, kind));
            errors.addAll(strategy.checkChange(write));
            if (!errors.isEmpty()) {
                var refusal = Refusal.Invalid.of(kind, call.name(), errors);
                throw new RefusedException(GivenValues.shownIn(refusal, decoded.given()));
            }
            if (call.subresource().isEmpty()) reservation.take(next, stored);
            engine.admission().validate(review);
            return strategy.changeWarnings(write);
        } catch (RefusedException e) {
            decoded.warnings().forEach(call.request().context()::warn);
            throw e;
        }
    }

    private static AdmissionAttributes review(Call call, WriteOptions options, PodChange pods) {
        return new AdmissionAttributes(
                AdmissionAttributes.Operation.UPDATE,
                call.kind(),
                call.subresource(),
                call.namespace(),
                call.name(),
                pods,
                call.user(),
                options.dryRun(),
                call.request().context());
    }

    /** The version that the object must still have; empty if the client takes any, which version 0 says too. */
    private static String expectedVersion(DocumentMetadata given) {
        var version = given.resourceVersion();
        return version.equals("0") ? "" : version;
    }

    private static void checkVersion(Kind kind, String name, StoredObject current, ObjectNode stored, ObjectNode next) {
        var meta = DocumentMetadata.of(next);
        var version = expectedVersion(meta);
        if (!version.isEmpty() && !version.equals(Long.toString(current.revision()))) {
            throw new RefusedException(Refusal.Conflict.modified(kind, name));
        }
        var uid = DocumentMetadata.of(stored).uid();
        if (!meta.uid().isEmpty() && !meta.uid().equals(uid)) {
            throw new RefusedException(new Refusal.Conflict(
                    kind.group(),
                    kind.plural(),
                    name,
                    "Precondition failed: UID in precondition: " + meta.uid() + ", UID in object meta: " + uid));
        }
    }
}
