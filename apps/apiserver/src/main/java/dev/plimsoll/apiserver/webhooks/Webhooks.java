package dev.plimsoll.apiserver.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.admission.OutsideAdmission;
import dev.plimsoll.apiserver.admission.Review;
import dev.plimsoll.apiserver.documents.Decoder;
import dev.plimsoll.apiserver.documents.Decoder.FieldValidation;
import dev.plimsoll.apiserver.documents.Meta;
import dev.plimsoll.apiserver.kinds.Kinds;
import dev.plimsoll.apiserver.refusal.Refusal;
import dev.plimsoll.apiserver.refusal.RefusedException;
import dev.plimsoll.apiserver.refusal.StatusObject;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.webhooks.WebhookObserver.Question;
import dev.plimsoll.apiserver.webhooks.WebhookObserver.Result;
import dev.plimsoll.codec.patch.JsonPatch;
import dev.plimsoll.codec.patch.PatchOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/** Asks webhooks about writes: those that may change an object one after the other, those that only judge it all at once. */
public final class Webhooks implements OutsideAdmission, AutoCloseable {
    private final WebhookList mutating;
    private final WebhookList validating;
    private final WebhookCall call;
    private final WebhookConnections connections = new WebhookConnections();
    private final Decoder decoder;
    private final WebhookObserver observer;

    public Webhooks(Registry registry, Kinds kinds, Decoder decoder, Supplier<String> uids, WebhookObserver observer) {
        this.observer = observer;
        this.mutating = new WebhookList(registry, kinds, "MutatingWebhookConfiguration");
        this.validating = new WebhookList(registry, kinds, "ValidatingWebhookConfiguration");
        this.call = new WebhookCall(registry, kinds.named("", "Service"), uids, connections);
        this.decoder = decoder;
    }

    /** Each webhook sees what the one before it made of the object. */
    @Override
    public Round mutate(Review review) {
        var changed = false;
        var left = new LinkedHashMap<String, ObjectNode>();
        for (var hook : mutating.concerning(review)) {
            changed |= ask(hook, review);
            if (hook.askedAgain()) left.put(hook.id(), review.object().deepCopy());
        }
        return new Round(changed, left);
    }

    /** Those that want it are asked once more if the object is no longer what they left. */
    @Override
    public void mutateAgain(Review review, Round round) {
        if (round.left().isEmpty()) return;
        for (var hook : mutating.concerning(review)) {
            var last = round.left().get(hook.id());
            if (last != null && !last.equals(review.object())) ask(hook, review);
        }
    }

    private boolean ask(Webhook hook, Review review) {
        var patch = settled(hook, review, asked(hook, true, review));
        return patch != null && !patch.isEmpty() && patched(hook, review, patch);
    }

    private Verdict asked(Webhook hook, boolean mutating, Review review) {
        var began = System.nanoTime();
        var verdict = call.ask(hook, mutating, review);
        var result = switch (verdict) {
            case Verdict.Granted _ -> Result.ALLOWED;
            case Verdict.Rejected _ -> Result.DENIED;
            case Verdict.Failed _ -> hook.ignoresFailures() ? Result.FAILED_OPEN : Result.FAILED;
        };
        var code = verdict instanceof Verdict.Rejected(var refusal, var _)
                ? StatusObject.of(refusal).path("code").asInt()
                : 0;
        observer.asked(
                new Question(hook.name(), mutating, review.operation().name(), code),
                result,
                Duration.ofNanos(System.nanoTime() - began));
        return verdict;
    }

    private boolean patched(Webhook hook, Review review, JsonNode patch) {
        if (review.operation() == Review.Operation.DELETE) {
            throw new RefusedException(new Refusal.Internal("admission webhook \"" + hook.name()
                    + "\" attempted to modify the object, which is not supported for this operation"));
        }
        var object = review.object();
        var changed = switch (JsonPatch.apply(object, patch)) {
            case PatchOutcome.Patched(var tree) -> decoded(review, tree);
            case PatchOutcome.Refused(var _, var message) -> throw new RefusedException(new Refusal.Internal(message));
        };
        if (changed.equals(object)) return false;
        object.removeAll();
        object.setAll(changed);
        return true;
    }

    /** As if the client had sent it so: with types, canonical form and defaults. */
    private ObjectNode decoded(Review review, ObjectNode tree) {
        // Parts with a kind of their own, such as an eviction, have no table of fields.
        var whole = review.kind().subresource(review.subresource()).stream()
                .allMatch(part -> part.kind().equals(review.kind().name()));
        if (!whole) return tree;
        try {
            var document =
                    decoder.patched(tree, review.kind(), FieldValidation.IGNORE).document();
            if (review.kind().namespaced()) Meta.of(document).put("namespace", review.namespace());
            return document;
        } catch (RefusedException e) {
            var why = e.refusal() instanceof Refusal.Unpatchable(var _, var message)
                    ? message
                    : e.refusal().toString();
            throw new RefusedException(new Refusal.Internal(why));
        }
    }

    /** All are asked; the first that refuses, in their order, gives the answer. */
    @Override
    public void validate(Review review) {
        var hooks = validating.concerning(review);
        if (hooks.isEmpty()) return;
        if (hooks.size() == 1) {
            settled(hooks.getFirst(), review, asked(hooks.getFirst(), false, review));
            return;
        }
        var verdicts = askAll(hooks, review);
        for (var i = 0; i < hooks.size(); i++) settled(hooks.get(i), review, verdicts.get(i));
    }

    private List<Verdict> askAll(List<Webhook> hooks, Review review) {
        var asked = new ArrayList<Future<Verdict>>();
        try (var threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("webhook-", 0).factory())) {
            for (var hook : hooks) asked.add(threads.submit(() -> asked(hook, false, review)));
        }
        var verdicts = new ArrayList<Verdict>();
        for (var each : asked) {
            try {
                verdicts.add(each.get());
            } catch (ExecutionException e) {
                if (e.getCause() instanceof RuntimeException defect) throw defect;
                throw new IllegalStateException(e.getCause());
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                throw new RefusedException(new Refusal.Unavailable("the server is stopping"));
            }
        }
        return verdicts;
    }

    /** The patch of a webhook that lets the write pass, or null; otherwise the refusal. */
    private static @org.jspecify.annotations.Nullable JsonNode settled(Webhook hook, Review review, Verdict verdict) {
        return switch (verdict) {
            case Verdict.Granted(var patch, var remarks) -> {
                note(review, remarks);
                yield patch;
            }
            case Verdict.Rejected(var refusal, var remarks) -> {
                note(review, remarks);
                throw new RefusedException(refusal);
            }
            case Verdict.Failed(var reason) -> {
                if (!hook.ignoresFailures()) {
                    throw new RefusedException(
                            new Refusal.Internal("failed calling webhook \"" + hook.name() + "\": " + reason));
                }
                review.notes().annotate("failed-open.webhook.admission.k8s.io/" + hook.name(), reason);
                yield null;
            }
        };
    }

    private static void note(Review review, Verdict.Remarks remarks) {
        remarks.warnings().forEach(review.notes()::warn);
        remarks.annotations().forEach(review.notes()::annotate);
    }

    @Override
    public void close() {
        connections.close();
    }
}
