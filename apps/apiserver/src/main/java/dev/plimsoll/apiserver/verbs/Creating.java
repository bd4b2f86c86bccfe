package dev.plimsoll.apiserver.verbs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.admission.Review;
import dev.plimsoll.apiserver.documents.BodyReader;
import dev.plimsoll.apiserver.documents.Meta;
import dev.plimsoll.apiserver.documents.MetadataChecks;
import dev.plimsoll.apiserver.kinds.Kind;
import dev.plimsoll.apiserver.refusal.Refusal;
import dev.plimsoll.apiserver.refusal.RefusedException;
import dev.plimsoll.apiserver.storage.Registry.Written;
import dev.plimsoll.core.validation.FieldError;
import java.util.ArrayList;
import java.util.List;

/** Makes new objects. Steps as in the class of the same name of every API server: decode, admit, prepare, check, store. */
public final class Creating {
    private static final int NAME_ATTEMPTS = 8;

    private final Engine engine;
    private final FieldManagers managers;

    public Creating(Engine engine) {
        this.engine = engine;
        this.managers = new FieldManagers(engine.strategies(), engine.clock());
    }

    public Outcome create(Call call) {
        var options = WriteOptions.of(call, "CreateOptions");
        var sent = BodyReader.object(call.request(), call.kind().name());
        var decoded = engine.decoder().object(sent, call.kind(), options.fieldValidation());
        managers.created(call.kind(), decoded.document(), options);
        return create(call, decoded.document(), options, decoded.warnings());
    }

    /** Stores a document that is typed and defaulted and has its managers. */
    Outcome create(Call call, ObjectNode document, WriteOptions options, List<String> decodeWarnings) {
        var kind = call.kind();
        var meta = Meta.of(document);
        place(call, meta);
        if (!meta.resourceVersion().isEmpty()) {
            throw new RefusedException(
                    new Refusal.Unclassified("resourceVersion should not be set on objects to be created"));
        }
        meta.remove("uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds", "selfLink");
        engine.admission().mutate(review(call, document, options));
        meta = Meta.of(document); // a webhook may have put other metadata in place of these
        var prefix = meta.name().isEmpty() ? meta.text("generateName") : "";
        meta.put("uid", engine.uids().get());
        meta.put("creationTimestamp", Meta.time(engine.clock().instant()));
        for (var attempt = 1; ; attempt++) {
            if (!prefix.isEmpty()) meta.put("name", engine.names().generate(prefix));
            var warnings = new ArrayList<>(decodeWarnings);
            if (attempt == 1) warnings.addAll(prepareAndCheck(call, document, options));
            if (options.dryRun()) return dryRun(kind, call.namespace(), document, warnings);
            switch (engine.registry().create(kind, call.namespace(), meta.name(), document)) {
                case Written.Done(var object) -> {
                    return Outcome.of(201, object, warnings);
                }
                case Written.Overtaken(var current) -> {
                    if (prefix.isEmpty()) throw exists(kind, meta.name(), current.tree());
                    if (attempt == NAME_ATTEMPTS) {
                        throw new RefusedException(
                                new Refusal.AlreadyExists(kind, meta.name(), Refusal.AlreadyExists.Why.NO_UNIQUE_NAME));
                    }
                }
                case Written.Gone _ -> throw new IllegalStateException("a new object cannot be gone");
            }
        }
    }

    private List<String> prepareAndCheck(Call call, ObjectNode document, WriteOptions options) {
        var kind = call.kind();
        var strategy = engine.strategies().of(kind);
        strategy.prepareNew(document);
        engine.admission().authorize(review(call, document, options));
        var errors = new ArrayList<FieldError>();
        if (!kind.is("", "Pod")) errors.addAll(MetadataChecks.of(document, kind));
        errors.addAll(strategy.checkNew(document));
        if (!errors.isEmpty()) {
            throw new RefusedException(
                    Refusal.Invalid.of(kind, Meta.of(document).name(), errors));
        }
        engine.admission().validate(review(call, document, options));
        return strategy.warnings(document);
    }

    private static void place(Call call, Meta meta) {
        if (!call.kind().namespaced()) {
            meta.remove("namespace");
            return;
        }
        var given = meta.namespace();
        if (!given.isEmpty() && !given.equals(call.namespace())) {
            throw new RefusedException(new Refusal.BadRequest(
                    "the namespace of the provided object does not match the namespace sent on the request"));
        }
        meta.put("namespace", call.namespace());
    }

    private static Review review(Call call, ObjectNode document, WriteOptions options) {
        return new Review(
                Review.Operation.CREATE,
                call.kind(),
                "",
                call.namespace(),
                Meta.of(document).name(),
                document,
                null,
                call.user(),
                options.dryRun(),
                call.request().notes());
    }

    private Outcome dryRun(Kind kind, String namespace, ObjectNode document, List<String> warnings) {
        var name = Meta.of(document).name();
        var known = engine.registry().find(kind, namespace, name);
        if (known.isPresent()) throw exists(kind, name, known.get().tree());
        return Outcome.of(201, document, warnings);
    }

    private static RefusedException exists(Kind kind, String name, ObjectNode current) {
        var why = Meta.of(current).isBeingDeleted()
                ? Refusal.AlreadyExists.Why.BEING_DELETED
                : Refusal.AlreadyExists.Why.TAKEN;
        return new RefusedException(new Refusal.AlreadyExists(kind, name, why));
    }
}
