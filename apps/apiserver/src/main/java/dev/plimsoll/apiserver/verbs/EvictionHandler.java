package dev.plimsoll.apiserver.verbs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.apiserver.request.BodyReader;
import dev.plimsoll.apiserver.storage.IndexedObject;
import dev.plimsoll.apiserver.storage.Registry.Written;
import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.codec.selector.ObjectSelector;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.kinds.refusal.StatusObject;
import java.util.List;
import java.util.Set;

/** Deletes a pod as far as its disruption budget allows. */
public final class EvictionHandler {
    private static final int ATTEMPTS = 20;
    private static final Set<String> UNBUDGETED = Set.of("Pending", "Failed", "Succeeded");

    private final Engine engine;
    private final DeleteHandler deleting;
    private final Kind pods;
    private final Kind budgets;

    public EvictionHandler(Engine engine, DeleteHandler deleting) {
        this.engine = engine;
        this.deleting = deleting;
        this.pods = engine.kinds().named("", "Pod");
        this.budgets = engine.kinds().named("policy", "PodDisruptionBudget");
    }

    public VerbResult evict(Call call) {
        var query = WriteOptions.of(call, "CreateOptions");
        var eviction = BodyReader.object(call.request(), "Eviction").object();
        var name = eviction.path("metadata").path("name").asText(call.name());
        if (!name.isEmpty() && !name.equals(call.name())) {
            throw new RefusedException(new Refusal.BadRequest("name in URL does not match name in Eviction object"));
        }
        var pod = engine.registry().get(pods, call.namespace(), call.name());
        var options = DeleteHandler.Options.of(eviction.path("deleteOptions"), call);
        if (query.dryRun()) {
            options = new DeleteHandler.Options(
                    options.hasPeriod(), options.period(), options.uid(), options.resourceVersion(), "", true);
        }
        var tree = pod.tree();
        admit(call, eviction, tree, options.dryRun());
        var free = UNBUDGETED.contains(tree.path("status").path("phase").asText())
                || DocumentMetadata.of(tree).isBeingDeleted();
        if (!free) {
            spend(tree, options.dryRun());
            if (!options.dryRun()) announce(pod);
        }
        deleting.delete(call, options, DeleteHandler.Shown.TO_NOBODY_ELSE);
        return VerbResult.of(201, StatusObject.success(201), List.of());
    }

    private void admit(Call call, ObjectNode eviction, ObjectNode pod, boolean dryRun) {
        var review = new AdmissionAttributes(
                AdmissionAttributes.Operation.CREATE,
                pods,
                "eviction",
                call.namespace(),
                call.name(),
                eviction,
                pod,
                call.user(),
                dryRun,
                call.request().context());
        engine.admission().mutate(review);
        engine.admission().validate(review);
    }

    private void spend(ObjectNode pod, boolean dryRun) {
        for (var attempt = 0; attempt < ATTEMPTS; attempt++) {
            var matching = engine
                    .registry()
                    .recent(budgets, DocumentMetadata.of(pod).namespace())
                    .objects()
                    .stream()
                    .map(IndexedObject::object)
                    .filter(budget -> selects(budget.tree().path("spec").path("selector"), pod))
                    .toList();
            if (matching.isEmpty()) return;
            if (matching.size() > 1) {
                throw new RefusedException(
                        new Refusal.Unclassified("This pod has more than one PodDisruptionBudget, which the eviction "
                                + "subresource does not support."));
            }
            if (spend(matching.getFirst(), pod, dryRun)) return;
        }
        throw refused(10, "The disruption budget is still being processed by the server.");
    }

    private boolean spend(StoredObject stored, ObjectNode pod, boolean dryRun) {
        var current = engine.registry()
                .find(
                        budgets,
                        DocumentMetadata.of(pod).namespace(),
                        DocumentMetadata.of(stored.tree()).name());
        if (current.isEmpty()) return true;
        var budget = current.get().tree();
        var status = budget.withObject("/status");
        if (isNoLoss(budget, pod)) return true;
        var name = DocumentMetadata.of(budget).name();
        if (status.path("observedGeneration").asLong()
                < DocumentMetadata.of(budget).generation()) {
            throw refused(10, "The disruption budget " + name + " is still being processed by the server.");
        }
        if (status.path("disruptionsAllowed").asInt() <= 0) throw refused(0, why(name, status));
        status.put("disruptionsAllowed", status.path("disruptionsAllowed").asInt() - 1);
        status.withObject("/disruptedPods")
                .put(
                        DocumentMetadata.of(pod).name(),
                        DocumentMetadata.time(engine.clock().instant()));
        return dryRun || engine.registry().replace(current.get(), budget) instanceof Written.Done;
    }

    /** A pod that is not ready takes nothing from a budget that is kept without it, or that does not count such pods. */
    private static boolean isNoLoss(ObjectNode budget, ObjectNode pod) {
        if (PodStatusConditions.isTrue(pod.path("status"), "Ready")) return false;
        if (budget.at("/spec/unhealthyPodEvictionPolicy").asText().equals("AlwaysAllow")) return true;
        var desired = budget.at("/status/desiredHealthy").asInt();
        return desired > 0 && budget.at("/status/currentHealthy").asInt() >= desired;
    }

    private static String why(String name, JsonNode status) {
        var desired = status.path("desiredHealthy").asInt();
        var current = status.path("currentHealthy").asInt();
        if (current <= desired) {
            return "The disruption budget " + name + " needs " + desired + " healthy pods and has " + current
                    + " currently";
        }
        var blocked = "The disruption budget " + name + " does not allow evicting pods currently";
        for (var condition : status.path("conditions")) {
            var reason = condition.path("reason").asText();
            var message = condition.path("message").asText();
            if (!condition.path("type").asText().equals("DisruptionAllowed")) continue;
            if (reason.equals("SyncFailed")) return blocked + " because it failed sync: " + message;
            return blocked + " (" + reason + "): " + message;
        }
        return blocked;
    }

    private static RefusedException refused(int retryAfter, String why) {
        return new RefusedException(new Refusal.TooManyRequests(
                "Cannot evict pod as it would violate the pod's disruption budget.",
                retryAfter,
                List.of(new Refusal.Cause("DisruptionBudget", why, ""))));
    }

    /** An empty selector selects everything, a missing one nothing. */
    private static boolean selects(JsonNode selector, ObjectNode pod) {
        return !selector.isMissingNode()
                && ObjectSelector.read(selector).map(each -> each.matches(pod)).orElse(false);
    }

    private void announce(StoredObject pod) {
        var tree = pod.tree();
        PodStatusConditions.set(
                tree.withObject("/status"),
                "DisruptionTarget",
                "True",
                "EvictionByEvictionAPI",
                "Eviction API: evicting",
                engine.clock().instant());
        engine.registry().replace(pod, tree);
    }
}
