package dev.plimsoll.apiserver.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.apiserver.admission.AdmissionExtension;
import dev.plimsoll.apiserver.admission.matching.MatchedRequest;
import dev.plimsoll.apiserver.admission.matching.ObjectMutation;
import dev.plimsoll.apiserver.decoding.BodyDecoder;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.webhooks.WebhookList.Candidate;
import dev.plimsoll.apiserver.webhooks.WebhookObserver.Question;
import dev.plimsoll.apiserver.webhooks.WebhookObserver.Result;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.codec.patch.JsonPatch;
import dev.plimsoll.codec.patch.PatchOutcome;
import dev.plimsoll.kinds.admission.Webhook;
import dev.plimsoll.kinds.admission.WebhookVerdict;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.expressions.functions.AuthorizerValues.Authorizer;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.kinds.refusal.StatusObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/** Asks webhooks about writes: those that may change an object one after the other, those that only judge it all at once. */
public final class Webhooks implements AdmissionExtension {
    private final WebhookList mutating;
    private final WebhookList validating;
    private final WebhookCall call;
    private final ObjectMutation change;
    private final WebhookObserver observer;

    public Webhooks(
            Registry registry,
            Kinds kinds,
            Authorizer authorizer,
            BodyDecoder decoder,
            WebhookClient client,
            Supplier<String> uids,
            WebhookObserver observer) {
        this.observer = observer;
        this.mutating = new WebhookList(registry, kinds, "MutatingWebhookConfiguration", authorizer);
        this.validating = new WebhookList(registry, kinds, "ValidatingWebhookConfiguration", authorizer);
        this.call = new WebhookCall(client, uids);
        this.change = new ObjectMutation(decoder);
    }

    /** Each webhook sees what the one before it made of the object. */
    @Override
    public Round mutate(AdmissionAttributes review) {
        var changed = false;
        var left = new LinkedHashMap<String, ObjectNode>();
        for (var each : mutating.concerning(review)) {
            if (!mutating.asks(each)) continue;
            changed |= ask(each);
            if (each.webhook().askedAgain()) {
                left.put(each.webhook().id(), review.object().deepCopy());
            }
        }
        return new Round(changed, left);
    }

    /** Those that want it are asked once more if the object is no longer what they left. */
    @Override
    public void mutateAgain(AdmissionAttributes review, Round round) {
        if (round.left().isEmpty()) return;
        for (var each : mutating.concerning(review)) {
            var last = round.left().get(each.webhook().id());
            if (last != null && !last.equals(review.object()) && mutating.asks(each)) ask(each);
        }
    }

    private boolean ask(Candidate each) {
        var review = each.request().review();
        var verdict = asked(each, true);
        review.others().forget();
        var patch = settled(each.webhook(), review, verdict);
        return patch != null && !patch.isEmpty() && patched(each.webhook(), each.request(), patch);
    }

    private WebhookVerdict asked(Candidate each, boolean mutating) {
        var began = System.nanoTime();
        var hook = each.webhook();
        var verdict = call.ask(hook, mutating, each.request());
        var result = switch (verdict) {
            case WebhookVerdict.Granted _ -> Result.ALLOWED;
            case WebhookVerdict.Rejected _ -> Result.DENIED;
            case WebhookVerdict.Failed _ -> hook.ignoresFailures() ? Result.FAILED_OPEN : Result.FAILED;
        };
        var code = verdict instanceof WebhookVerdict.Rejected(var refusal, var _)
                ? StatusObject.code(StatusObject.of(refusal))
                : 0;
        observer.asked(
                new Question(
                        hook.name(),
                        mutating,
                        each.request().review().operation().name(),
                        code),
                result,
                Duration.ofNanos(System.nanoTime() - began));
        return verdict;
    }

    private boolean patched(Webhook hook, MatchedRequest request, JsonNode patch) {
        var shown = request.object();
        if (shown == null) {
            throw new RefusedException(new Refusal.Internal("admission webhook \"" + hook.name()
                    + "\" attempted to modify the object, which is not supported for this operation"));
        }
        return switch (JsonPatch.apply(shown, patch)) {
            case PatchOutcome.Patched(var tree) -> change.put(request, tree);
            case PatchOutcome.Refused(var _, var message) -> throw new RefusedException(new Refusal.Internal(message));
        };
    }

    /** All are asked; the first that refuses, in their order, gives the answer. */
    @Override
    public void validate(AdmissionAttributes review) {
        var hooks = new ArrayList<Candidate>();
        for (var each : validating.concerning(review)) if (validating.asks(each)) hooks.add(each);
        if (hooks.isEmpty()) return;
        var verdicts = hooks.size() == 1 ? List.of(asked(hooks.getFirst(), false)) : askAll(hooks);
        // Here, and not where each is asked: they are asked side by side.
        review.others().forget();
        for (var i = 0; i < hooks.size(); i++) settled(hooks.get(i).webhook(), review, verdicts.get(i));
    }

    private List<WebhookVerdict> askAll(List<Candidate> hooks) {
        var asked = new ArrayList<Future<WebhookVerdict>>();
        try (var threads = Executors.newThreadPerTaskExecutor(
                ComponentThreads.named("webhook-", 0).factory())) {
            for (var hook : hooks) asked.add(threads.submit(() -> asked(hook, false)));
        }
        var verdicts = new ArrayList<WebhookVerdict>();
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
    private static @org.jspecify.annotations.Nullable JsonNode settled(
            Webhook hook, AdmissionAttributes review, WebhookVerdict verdict) {
        return switch (verdict) {
            case WebhookVerdict.Granted(var patch, var remarks) -> {
                note(review, remarks);
                yield patch;
            }
            case WebhookVerdict.Rejected(var refusal, var remarks) -> {
                note(review, remarks);
                throw new RefusedException(refusal);
            }
            case WebhookVerdict.Failed(var reason) -> {
                if (!hook.ignoresFailures()) {
                    throw new RefusedException(
                            new Refusal.Internal("failed calling webhook \"" + hook.name() + "\": " + reason));
                }
                review.context().annotate("failed-open.webhook.admission.k8s.io/" + hook.name(), reason);
                yield null;
            }
        };
    }

    private static void note(AdmissionAttributes review, WebhookVerdict.Remarks remarks) {
        remarks.warnings().forEach(review.context()::warn);
        remarks.annotations().forEach(review.context()::annotate);
    }
}
