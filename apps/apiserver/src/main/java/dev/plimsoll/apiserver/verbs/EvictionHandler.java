package dev.plimsoll.apiserver.verbs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.apiserver.request.BodyReader;
import dev.plimsoll.apiserver.storage.Registry.Written;
import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.core.model.PodPhase;
import dev.plimsoll.core.workloads.disruption.EvictionDecision;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.documents.EvictionDocument;
import dev.plimsoll.kinds.documents.PodChange;
import dev.plimsoll.kinds.documents.PodDocument;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.kinds.refusal.StatusObject;
import dev.plimsoll.objects.MetadataReader;
import dev.plimsoll.objects.policy.DisruptionBudgetObject;
import java.util.List;

/** Deletes a pod as far as its disruption budget allows. */
public final class EvictionHandler {
    private static final int ATTEMPTS = 20;

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
        var eviction = new EvictionDocument(
                BodyReader.object(call.request(), "Eviction").object());
        if (!eviction.name().isEmpty() && !eviction.name().equals(call.name())) {
            throw new RefusedException(new Refusal.BadRequest("name in URL does not match name in Eviction object"));
        }
        var pod = engine.registry().get(pods, call.namespace(), call.name());
        var given = DeleteHandler.Options.of(eviction.deleteOptions(), call);
        var options = query.dryRun() ? given.asDryRun() : given;
        var tree = pod.tree();
        admit(call, eviction.document(), tree, options.dryRun());
        var document = PodDocument.of(tree);
        var free = document.phase().equals(PodPhase.PENDING)
                || document.isTerminal()
                || document.metadata().isBeingDeleted();
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
                new PodChange(eviction, pod),
                call.user(),
                dryRun,
                call.request().context());
        engine.admission().mutate(review);
        engine.admission().validate(review);
    }

    private void spend(ObjectNode pod, boolean dryRun) {
        var labels = MetadataReader.labels(pod);
        for (var attempt = 0; attempt < ATTEMPTS; attempt++) {
            var matching = engine
                    .registry()
                    .recent(budgets, DocumentMetadata.of(pod).namespace())
                    .objects()
                    .stream()
                    .map(candidate ->
                            new DisruptionBudgetObject(candidate.object().tree()))
                    .filter(budget -> budget.selects(labels))
                    .toList();
            if (matching.isEmpty()) return;
            if (matching.size() > 1) {
                throw new RefusedException(new Refusal.Unclassified(EvictionDecision.MORE_THAN_ONE));
            }
            if (spend(matching.getFirst().metadata().name(), pod, dryRun)) return;
        }
        throw refused(10, "The disruption budget is still being processed by the server.");
    }

    private boolean spend(String name, ObjectNode pod, boolean dryRun) {
        var meta = DocumentMetadata.of(pod);
        var current = engine.registry().find(budgets, meta.namespace(), name);
        if (current.isEmpty()) return true;
        var budget = new DisruptionBudgetObject(current.get().tree());
        var decision = EvictionDecision.decide(PodDocument.of(pod).isReady(), counted(name, budget));
        if (decision instanceof EvictionDecision.Free) return true;
        if (budget.observedGeneration() < budget.metadata().generation()) {
            throw refused(10, "The disruption budget " + name + " is still being processed by the server.");
        }
        if (decision instanceof EvictionDecision.Refused(var why)) throw refused(0, why);
        var spent = budget.statusDraft().spend(meta.name(), engine.clock().instant());
        return dryRun || engine.registry().replace(current.get(), spent.document()) instanceof Written.Done;
    }

    private static EvictionDecision.Budget counted(String name, DisruptionBudgetObject budget) {
        var problem = budget.conditions()
                .find("DisruptionAllowed")
                .map(condition -> condition.reason().equals("SyncFailed")
                        ? " because it failed sync: " + condition.message()
                        : " (" + condition.reason() + "): " + condition.message())
                .orElse("");
        return new EvictionDecision.Budget(
                name,
                budget.currentHealthy(),
                budget.desiredHealthy(),
                budget.disruptionsAllowed(),
                budget.alwaysAllowsUnhealthy(),
                problem);
    }

    private static RefusedException refused(int retryAfter, String why) {
        return new RefusedException(new Refusal.TooManyRequests(
                "Cannot evict pod as it would violate the pod's disruption budget.",
                retryAfter,
                List.of(new Refusal.Cause("DisruptionBudget", why, ""))));
    }

    private void announce(StoredObject pod) {
        var tree = pod.tree();
        PodDocument.of(tree).evicted(engine.clock().instant());
        engine.registry().replace(pod, tree);
    }
}
