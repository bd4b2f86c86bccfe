package dev.plimsoll.apiserver.verbs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.apiserver.customresources.ObjectDeletion;
import dev.plimsoll.apiserver.request.ApiRequest;
import dev.plimsoll.apiserver.request.ApiRequest.Body;
import dev.plimsoll.apiserver.request.BodyReader;
import dev.plimsoll.apiserver.request.Parameters;
import dev.plimsoll.apiserver.request.Representation;
import dev.plimsoll.apiserver.request.RequestContext;
import dev.plimsoll.apiserver.storage.IndexedObject;
import dev.plimsoll.apiserver.storage.ParallelWrites;
import dev.plimsoll.apiserver.storage.Registry.Written;
import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.definition.DefinitionStatus;
import dev.plimsoll.kinds.documents.DeleteOptionsBody;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.documents.NamespaceDocument;
import dev.plimsoll.kinds.documents.PodChange;
import dev.plimsoll.kinds.documents.PodDocument;
import dev.plimsoll.kinds.list.ObjectList;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.kinds.refusal.StatusObject;
import dev.plimsoll.objects.access.User;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Takes objects away: at once, or with a time to finish, or when their finalizers let go. */
public final class DeleteHandler implements ObjectDeletion {
    private static final int ATTEMPTS = 100;

    private final Engine engine;

    public DeleteHandler(Engine engine) {
        this.engine = engine;
    }

    /** How a client wants an object to go; texts are empty and the period is negative where it does not say. */
    record Options(
            boolean hasPeriod, long period, String uid, String resourceVersion, String propagation, boolean dryRun) {
        static final Options NONE = new Options(false, 0, "", "", "", false);

        static Options of(Call call) {
            var bytes = BodyReader.bytes(call.request());
            var body = bytes.length == 0
                    ? DeleteOptionsBody.NONE
                    : DeleteOptionsBody.read(BodyReader.object(call.request().mediaType(), bytes, "DeleteOptions")
                            .object());
            return of(body, call);
        }

        /** What the body says; the query, where the body says nothing. */
        static Options of(DeleteOptionsBody body, Call call) {
            var query = call.query();
            var period = firstGiven(body.gracePeriodSeconds(), query.text("gracePeriodSeconds"));
            var propagation = firstGiven(body.propagationPolicy(), query.text("propagationPolicy"));
            var orphans = body.orphansOrNull();
            if (orphans == null && query.has("orphanDependents")) orphans = query.flag("orphanDependents");
            if (orphans != null && !propagation.isEmpty()) {
                throw new RefusedException(Refusal.Invalid.options(
                        "DeleteOptions",
                        new FieldError(
                                FieldError.Type.INVALID,
                                "propagationPolicy",
                                "\"" + propagation + "\"",
                                "orphanDependents and deletionPropagation cannot be both set")));
            }
            if (orphans != null) propagation = orphans ? "Orphan" : "Background";
            return new Options(
                    !period.isEmpty(),
                    number(period),
                    body.uid(),
                    body.resourceVersion(),
                    propagation,
                    body.isDryRun() || !query.text("dryRun").isEmpty());
        }

        private static String firstGiven(String first, String second) {
            return first.isEmpty() ? second : first;
        }

        Options asDryRun() {
            return new Options(hasPeriod, period, uid, resourceVersion, "", true);
        }

        private static long number(String text) {
            if (text.isEmpty()) return 0;
            try {
                return Long.parseLong(text);
            } catch (NumberFormatException _) {
                throw new RefusedException(new Refusal.BadRequest("gracePeriodSeconds: \"" + text + "\" is no number"));
            }
        }
    }

    public VerbResult delete(Call call) {
        return delete(call, Options.of(call), Shown.TO_WEBHOOKS);
    }

    /** Who sees the deletion before it happens; an eviction was seen as such. */
    enum Shown {
        TO_WEBHOOKS,
        TO_NOBODY_ELSE
    }

    VerbResult delete(Call call, Options options, Shown shown) {
        for (var attempt = 0; attempt < ATTEMPTS; attempt++) {
            var current = engine.registry().get(call.kind(), call.namespace(), call.name());
            var stored = current.tree();
            checkPreconditions(call.kind(), call.name(), stored, options);
            admit(call, stored, options, shown);
            var next = marked(call.kind(), stored, options);
            warnOfOrphans(call, options);
            if (options.dryRun()) return VerbResult.of(200, next == null ? stored : next, List.of());
            if (stored.equals(next)) return VerbResult.of(200, current, List.of());
            var written = next == null
                    ? engine.registry().delete(current)
                    : engine.registry().replace(current, next);
            switch (written) {
                case Written.Done(var object) -> {
                    return answer(call, next == null, stored, object);
                }
                case Written.Gone _ -> throw new RefusedException(Refusal.NotFound.of(call.kind(), call.name()));
                case Written.Overtaken _ -> {}
            }
        }
        throw new RefusedException(Refusal.Conflict.modified(call.kind(), call.name()));
    }

    /** Objects of some kinds are answered as they were last; others that are gone, with a Status. */
    private VerbResult answer(Call call, boolean gone, ObjectNode stored, StoredObject object) {
        var kind = call.kind();
        if (!gone) return VerbResult.of(200, object, List.of());
        if (kind.is("", "Pod")) {
            var last = object.tree();
            var meta = DocumentMetadata.of(last);
            if (!meta.isBeingDeleted()) meta.generation(meta.generation() + 1);
            meta.deletion(meta.deletionTimestamp().orElseGet(engine.clock()::instant), 0);
            return VerbResult.of(200, last, List.of());
        }
        if (kind.traits().returnsDeleted()) return VerbResult.of(200, object, List.of());
        return VerbResult.of(
                200,
                StatusObject.deleted(
                        kind, call.name(), DocumentMetadata.of(stored).uid()),
                List.of());
    }

    private void admit(Call call, ObjectNode stored, Options options, Shown shown) {
        var review = new AdmissionAttributes(
                AdmissionAttributes.Operation.DELETE,
                call.kind(),
                "",
                call.namespace(),
                call.name(),
                new PodChange(stored, stored),
                call.user(),
                options.dryRun(),
                call.request().context());
        if (shown == Shown.TO_NOBODY_ELSE) {
            engine.admission().admitInside(review);
            return;
        }
        engine.admission().mutate(review);
        engine.admission().validate(review);
    }

    private static void checkPreconditions(Kind kind, String name, ObjectNode stored, Options options) {
        var meta = DocumentMetadata.of(stored);
        if (!options.uid().isEmpty() && !options.uid().equals(meta.uid())) {
            throw new RefusedException(new Refusal.Conflict(
                    kind.group(),
                    kind.name(),
                    name,
                    "the UID in the precondition (" + options.uid() + ") does not match the UID in record ("
                            + meta.uid() + "). The object might have been deleted and then recreated"));
        }
        if (!options.resourceVersion().isEmpty() && !options.resourceVersion().equals(meta.resourceVersion())) {
            throw new RefusedException(new Refusal.Conflict(
                    kind.group(),
                    kind.name(),
                    name,
                    "the ResourceVersion in the precondition (" + options.resourceVersion()
                            + ") does not match the ResourceVersion in record (" + meta.resourceVersion()
                            + "). The object might have been modified"));
        }
    }

    /** The object with its deletion noted; null if it goes at once. */
    private @Nullable ObjectNode marked(Kind kind, ObjectNode stored, Options options) {
        var next = stored.deepCopy();
        var meta = DocumentMetadata.of(next);
        propagate(meta, isOrphanedByDefault(kind, options) ? "Orphan" : options.propagation());
        if (kind.is("apiextensions.k8s.io", "CustomResourceDefinition") && !meta.isBeingDeleted()) {
            DefinitionStatus.end(next, engine.clock().instant());
        }
        var period = kind.is("", "Pod") ? podPeriod(PodDocument.of(next), options) : 0;
        var finalizers =
                !meta.finalizers().isEmpty() || (kind.is("", "Namespace") && NamespaceDocument.hasFinalizers(next));
        if (period == 0 && !finalizers) return null;
        var now = engine.clock().instant();
        if (!meta.isBeingDeleted()) {
            meta.deletion(now.plusSeconds(period), period);
            // A namespace is not taken away after a while, but when it is empty.
            if (kind.is("", "Namespace")) meta.withoutDeletionGracePeriod();
            if (meta.generation() > 0) meta.generation(meta.generation() + 1);
            if (kind.is("", "Namespace")) new NamespaceDocument(next).terminating();
            return next;
        }
        shorten(meta, now, period);
        return next;
    }

    private static boolean isOrphanedByDefault(Kind kind, Options options) {
        return kind.traits().orphansByDefault() && options.propagation().isEmpty();
    }

    private static void warnOfOrphans(Call call, Options options) {
        var warning = call.kind().traits().orphanWarning();
        if (isOrphanedByDefault(call.kind(), options) && !warning.isEmpty())
            call.request().context().warn(warning);
    }

    /** A second deletion may only bring the end closer. */
    private static void shorten(DocumentMetadata meta, Instant now, long period) {
        var before = meta.deletionGracePeriodSeconds();
        if (period >= before) return;
        var asked = meta.deletionTimestamp().orElse(now).minusSeconds(before).plusSeconds(period);
        meta.deletion(asked.isBefore(now) ? now : asked, asked.isBefore(now) && period > 0 ? 1 : period);
    }

    private static long podPeriod(PodDocument pod, Options options) {
        if (pod.nodeName().isEmpty() || pod.isTerminal()) return 0;
        var period = options.hasPeriod() ? options.period() : pod.terminationGracePeriodSeconds();
        return period < 0 ? 1 : period;
    }

    private static void propagate(DocumentMetadata meta, String policy) {
        var finalizers = new ArrayList<>(meta.finalizers());
        switch (policy) {
            case "Foreground" -> add(finalizers, "foregroundDeletion", "orphan");
            case "Orphan" -> add(finalizers, "orphan", "foregroundDeletion");
            default -> {
                return;
            }
        }
        meta.finalizers(finalizers);
    }

    private static void add(List<String> finalizers, String wanted, String other) {
        finalizers.remove(other);
        if (!finalizers.contains(wanted)) finalizers.add(wanted);
    }

    /** Every object of a kind, for the server itself. Those with finalizers are left, on their way out. */
    @Override
    public void deleteEvery(Kind kind, User user) {
        ParallelWrites.each("delete-every", engine.registry().latest(kind, "").objects(), candidate -> {
            var meta = DocumentMetadata.of(candidate.object().tree());
            if (meta.isBeingDeleted()) return;
            var request = new ApiRequest(
                    "DELETE", "", "", Parameters.parse(""), Map.of(), Body.NONE, List.of(), "", new RequestContext());
            deleteIfThere(
                    new Call(request, user, kind, meta.namespace(), meta.name(), "", Representation.JSON),
                    Options.NONE);
        });
    }

    /** Whether it was there. */
    private boolean deleteIfThere(Call call, Options options) {
        try {
            delete(call, options, Shown.TO_WEBHOOKS);
            return true;
        } catch (RefusedException e) {
            if (e.refusal() instanceof Refusal.NotFound) return false;
            throw e;
        }
    }

    /** Every object that a selection finds. */
    public VerbResult deleteCollection(Call call, ListSelection selection) {
        var options = Options.of(call);
        var found = engine.registry().latest(call.kind(), call.namespace());
        var parts = found.objects().stream()
                .filter(selection::matches)
                .map(each -> new Part(call, each))
                .toList();
        try {
            ParallelWrites.each("delete-collection", parts, part -> part.delete(options));
        } finally {
            for (var part : parts) call.request().context().add(part.context);
        }
        var deleted = new ObjectList(call.kind(), found.revision());
        for (var part : parts)
            if (part.isDeleted) deleted.add(part.found.object().tree());
        return VerbResult.of(200, deleted.document(), List.of());
    }

    /** One object of a collection. Its thread writes in a context of its own. */
    private final class Part {
        private final Call call;
        private final IndexedObject found;
        private final RequestContext context;
        private volatile boolean isDeleted;

        Part(Call call, IndexedObject found) {
            this.call = call;
            this.found = found;
            this.context = call.request().context().part();
        }

        void delete(Options options) {
            var meta = DocumentMetadata.of(found.object().tree());
            var request = call.request().with(context);
            var one = new Call(
                    request, call.user(), call.kind(), meta.namespace(), meta.name(), "", call.representation());
            isDeleted = deleteIfThere(one, options);
        }
    }
}
