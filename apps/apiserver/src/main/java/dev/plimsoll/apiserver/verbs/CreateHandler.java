package dev.plimsoll.apiserver.verbs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.apiserver.request.BodyReader;
import dev.plimsoll.apiserver.services.Reservation;
import dev.plimsoll.apiserver.storage.Registry.Written;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.documents.MetadataChecks;
import dev.plimsoll.kinds.documents.PodChange;
import dev.plimsoll.kinds.refusal.GivenValues;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import java.util.ArrayList;
import java.util.List;

/** Makes new objects. Steps as in the class of the same name of every API server: decode, admit, prepare, check, store. */
public final class CreateHandler {
    private static final int NAME_ATTEMPTS = 8;

    private final Engine engine;
    private final FieldManagers managers;

    public CreateHandler(Engine engine) {
        this.engine = engine;
        this.managers = new FieldManagers(engine.strategies(), engine.clock());
    }

    public VerbResult create(Call call) {
        var options = WriteOptions.of(call, "CreateOptions");
        var sent = BodyReader.object(
                call.request(), call.kind().name(), call.kind().extension() == null);
        var decoded = engine.decoder().object(sent, call.kind(), options.fieldValidation());
        managers.created(call.kind(), decoded, options);
        try {
            return create(call, decoded.document(), options, decoded.warnings());
        } catch (RefusedException e) {
            throw new RefusedException(GivenValues.shownIn(e.refusal(), sent.object()));
        }
    }

    /** Stores a document that is typed and defaulted and has its managers. Who is refused is warned all the same. */
    VerbResult create(Call call, ObjectNode document, WriteOptions options, List<String> decodeWarnings) {
        try {
            return store(call, document, options, decodeWarnings);
        } catch (RefusedException e) {
            decodeWarnings.forEach(call.request().context()::warn);
            throw e;
        }
    }

    private VerbResult store(Call call, ObjectNode document, WriteOptions options, List<String> decodeWarnings) {
        var kind = call.kind();
        var meta = DocumentMetadata.of(document);
        place(call, meta);
        if (!meta.resourceVersion().isEmpty() && !options.dryRun()) {
            throw new RefusedException(
                    new Refusal.Unclassified("resourceVersion should not be set on objects to be created"));
        }
        meta.withoutServerFields();
        var pods = new PodChange(document, null);
        engine.admission().mutate(review(call, document, options, pods));
        meta = DocumentMetadata.of(document); // a webhook may have put other metadata in place of these
        var prefix = meta.name().isEmpty() ? meta.generateName() : "";
        meta.created(engine.uids().get(), engine.clock().instant());
        for (var attempt = 1; ; attempt++) {
            if (!prefix.isEmpty()) meta.name(engine.names().generate(prefix));
            var warnings = new ArrayList<>(decodeWarnings);
            try (var reservation = engine.services().begin(kind, options.dryRun())) {
                if (attempt == 1) warnings.addAll(prepareAndCheck(call, document, options, reservation, pods));
                else reservation.take(document, null);
                if (options.dryRun()) return dryRun(kind, call.namespace(), document, warnings);
                switch (engine.registry().create(kind, call.namespace(), meta.name(), document)) {
                    case Written.Done(var object) -> {
                        reservation.keep();
                        return VerbResult.of(201, object, warnings);
                    }
                    case Written.Overtaken(var current) -> {
                        if (prefix.isEmpty()) throw exists(kind, meta.name(), current.tree());
                        if (attempt == NAME_ATTEMPTS) {
                            throw new RefusedException(new Refusal.AlreadyExists(
                                    kind, meta.name(), Refusal.AlreadyExists.Why.NO_UNIQUE_NAME));
                        }
                    }
                    case Written.Gone _ -> throw new IllegalStateException("a new object cannot be gone");
                }
            }
        }
    }

    private List<String> prepareAndCheck(
            Call call, ObjectNode document, WriteOptions options, Reservation reservation, PodChange pods) {
        var kind = call.kind();
        var strategy = engine.strategies().of(kind);
        strategy.prepareNew(document, pods);
        reservation.take(document, null);
        var review = review(call, document, options, pods);
        engine.admission().authorize(review);
        var errors = new ArrayList<>(engine.admission().check(review));
        var before = errors.size();
        if (!strategy.checksMetadata()) errors.addAll(MetadataChecks.of(document, kind));
        var own = strategy.checkNew(document, pods);
        if (strategy.checksMetadataLast() && !own.isEmpty())
            errors.subList(before, errors.size()).clear();
        errors.addAll(own);
        if (errors.isEmpty()) errors.addAll(MetadataChecks.ofPath(document));
        if (!errors.isEmpty()) {
            throw new RefusedException(
                    Refusal.Invalid.of(kind, DocumentMetadata.of(document).name(), errors));
        }
        engine.admission().validate(review);
        return strategy.warnings(document, pods);
    }

    private static void place(Call call, DocumentMetadata meta) {
        if (!call.kind().namespaced()) {
            meta.withoutNamespace();
            return;
        }
        var given = meta.namespace();
        if (!given.isEmpty() && !given.equals(call.namespace())) {
            throw new RefusedException(new Refusal.BadRequest(
                    "the namespace of the provided object does not match the namespace sent on the request"));
        }
        meta.namespace(call.namespace());
    }

    private static AdmissionAttributes review(Call call, ObjectNode document, WriteOptions options, PodChange pods) {
        return new AdmissionAttributes(
                AdmissionAttributes.Operation.CREATE,
                call.kind(),
                "",
                call.namespace(),
                DocumentMetadata.of(document).name(),
                pods,
                call.user(),
                options.dryRun(),
                call.request().context());
    }

    private VerbResult dryRun(Kind kind, String namespace, ObjectNode document, List<String> warnings) {
        var name = DocumentMetadata.of(document).name();
        var known = engine.registry().find(kind, namespace, name);
        if (known.isPresent()) throw exists(kind, name, known.get().tree());
        return VerbResult.of(201, document, warnings);
    }

    private static RefusedException exists(Kind kind, String name, ObjectNode current) {
        var why = DocumentMetadata.of(current).isBeingDeleted()
                ? Refusal.AlreadyExists.Why.BEING_DELETED
                : Refusal.AlreadyExists.Why.TAKEN;
        return new RefusedException(new Refusal.AlreadyExists(kind, name, why));
    }
}
