package dev.plimsoll.apiserver.admission.quotas;

import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.apiserver.admission.AdmissionStep;
import dev.plimsoll.apiserver.quota.ObjectUsage;
import dev.plimsoll.apiserver.quota.QuotaLedger;
import dev.plimsoll.apiserver.quota.QuotaUsage;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.core.admission.quota.QuotaAdmission;
import dev.plimsoll.core.admission.quota.QuotaDecision;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceQuota;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.documents.PodDocument;
import dev.plimsoll.kinds.documents.Views;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Quotas: what fits is charged at once, so that two pods cannot both take what is left. Runs last. */
public final class QuotaStep implements AdmissionStep {
    /** As many as wait for one write. */
    private static final int MOST_TOGETHER = 64;

    private final Registry registry;
    private final Kind quotas;
    private final QuotaAdmission admission;
    private final InstantSource clock;
    private final QuotaLedger ledger;
    private final QuotaUsage usage;
    /** By namespace. */
    private final ConcurrentHashMap<String, Queue<QuotaRequest>> waiting = new ConcurrentHashMap<>();

    public QuotaStep(
            Registry registry,
            Kind quotas,
            FeatureGates gates,
            InstantSource clock,
            QuotaLedger ledger,
            QuotaUsage usage) {
        this.ledger = ledger;
        this.registry = registry;
        this.quotas = quotas;
        this.admission = QuotaAdmission.under(gates);
        this.clock = clock;
        this.usage = usage;
    }

    @Override
    public void validate(AdmissionAttributes review) {
        if (!concerns(review)) return;
        var known = registry.recent(quotas, review.namespace()).objects();
        if (known.isEmpty()) return;
        if (review.dryRun()) {
            var views = known.stream()
                    .map(quota -> Views.resourceQuota(quota.object().tree()))
                    .toList();
            if (decide(review, views) instanceof QuotaDecision.Refused(var _, var message))
                throw review.forbidden(message);
            return;
        }
        charge(new QuotaRequest(review));
    }

    /** Whoever gets the namespace first charges all who wait, so that many requests share one write. */
    private void charge(QuotaRequest request) {
        var namespace = request.review().namespace();
        var queue = waiting.computeIfAbsent(namespace, _ -> new ConcurrentLinkedQueue<>());
        queue.add(request);
        ledger.exclusively(namespace, () -> {
            while (!request.isDone()) settle(namespace, taken(queue));
            return true;
        });
        request.check();
    }

    private static List<QuotaRequest> taken(Queue<QuotaRequest> queue) {
        var taken = new ArrayList<QuotaRequest>();
        for (var next = queue.poll(); next != null; next = queue.poll()) {
            taken.add(next);
            if (taken.size() == MOST_TOGETHER) break;
        }
        return taken;
    }

    private void settle(String namespace, List<QuotaRequest> requests) {
        try {
            new QuotaBatch(registry, quotas, usage, ledger, this::decide, namespace, requests).settle();
        } catch (RuntimeException e) {
            requests.forEach(QuotaRequest::timedOut);
            throw e;
        } finally {
            requests.forEach(QuotaRequest::done);
        }
    }

    private static boolean concerns(AdmissionAttributes review) {
        if (!review.isPod()) return concernsObject(review);
        if (review.isNewPod() || review.isResize()) return true;
        if (!review.isPod()
                || review.operation() != AdmissionAttributes.Operation.UPDATE
                || !review.subresource().isEmpty()) {
            return false;
        }
        return PodDocument.of(review.stored()).hasDeadline()
                != PodDocument.of(review.object()).hasDeadline();
    }

    private static boolean concernsObject(AdmissionAttributes review) {
        if (!review.subresource().isEmpty()
                || !review.kind().namespaced()
                || !review.kind().isStored()) {
            return false;
        }
        return switch (review.operation()) {
            case CREATE -> true;
            case UPDATE -> review.kind().is("", "Service") || review.kind().is("", "PersistentVolumeClaim");
            case DELETE, CONNECT -> false;
        };
    }

    private QuotaDecision decide(AdmissionAttributes review, List<ResourceQuota> views) {
        if (!review.isPod()) {
            var before = review.old() == null ? ResourceAmounts.EMPTY : ObjectUsage.of(review.kind(), review.stored());
            var counting = views.stream()
                    .filter(quota -> QuotaUsage.counts(quota, review.kind(), review.object()))
                    .toList();
            return admission.object(before, ObjectUsage.of(review.kind(), review.object()), counting);
        }
        Pod pod = review.pods().next();
        return review.isNewPod()
                ? admission.create(pod, views, clock.instant())
                : admission.update(new QuotaAdmission.Update(review.pods().stored(), pod), views, clock.instant());
    }
}
