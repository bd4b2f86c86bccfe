package dev.plimsoll.apiserver.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.documents.Views;
import dev.plimsoll.apiserver.kinds.Kind;
import dev.plimsoll.apiserver.quota.ObjectUsage;
import dev.plimsoll.apiserver.quota.QuotaLedger;
import dev.plimsoll.apiserver.quota.QuotaLedger.Outstanding;
import dev.plimsoll.apiserver.refusal.Refusal;
import dev.plimsoll.apiserver.refusal.RefusedException;
import dev.plimsoll.apiserver.storage.Candidate;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.storage.Registry.Written;
import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.codec.view.PodWriter;
import dev.plimsoll.core.admission.quota.QuotaAdmission;
import dev.plimsoll.core.admission.quota.QuotaDecision;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Quotas: what fits is charged at once, so that two pods cannot both take what is left. Runs last. */
final class QuotaStep implements AdmissionStep {
    private static final int ATTEMPTS = 8;

    private final Registry registry;
    private final Kind quotas;
    private final QuotaAdmission admission;
    private final InstantSource clock;
    private final QuotaLedger ledger;

    QuotaStep(Registry registry, Kind quotas, FeatureGates gates, InstantSource clock, QuotaLedger ledger) {
        this.ledger = ledger;
        this.registry = registry;
        this.quotas = quotas;
        this.admission = QuotaAdmission.under(gates);
        this.clock = clock;
    }

    @Override
    public void validate(Review review) {
        if (!concerns(review)) return;
        if (registry.recent(quotas, review.namespace()).objects().isEmpty()) return;
        if (review.dryRun()) settle(review);
        else ledger.exclusively(review.namespace(), () -> settle(review));
    }

    /** Whether something was charged; it is then outstanding until the request is done. */
    private boolean settle(Review review) {
        var known = registry.recent(quotas, review.namespace()).objects();
        var stored = byName(known.stream().map(Candidate::object).toList());
        for (var attempt = 0; attempt < ATTEMPTS; attempt++) {
            var decision = decide(review, stored);
            if (decision instanceof QuotaDecision.Refused(var _, var message)) throw review.forbidden(message);
            if (review.dryRun() || !(decision instanceof QuotaDecision.Fits(var charges)) || charges.isEmpty())
                return false;
            if (!charge(charges, stored)) continue;
            note(review);
            return true;
        }
        throw new RefusedException(new Refusal.Internal("resource quota evaluation timed out"));
    }

    private void note(Review review) {
        var uid = review.object().path("metadata").path("uid").asText();
        var namespace = review.namespace();
        ledger.charged(
                namespace, uid, new Outstanding(review.kind(), review.object().deepCopy()));
        review.notes().whenDone(() -> ledger.settled(namespace, uid));
    }

    private static boolean concerns(Review review) {
        if (!review.isPod()) return concernsObject(review);
        if (review.isNewPod() || review.isResize()) return true;
        if (!review.isPod()
                || review.operation() != Review.Operation.UPDATE
                || !review.subresource().isEmpty()) {
            return false;
        }
        return terminates(review.stored()) != terminates(review.object());
    }

    private static boolean concernsObject(Review review) {
        if (!review.subresource().isEmpty()
                || !review.kind().namespaced()
                || !review.kind().isStored()) {
            return false;
        }
        return switch (review.operation()) {
            case CREATE -> true;
            case UPDATE -> review.kind().is("", "Service") || review.kind().is("", "PersistentVolumeClaim");
            case DELETE -> false;
        };
    }

    private static boolean terminates(ObjectNode pod) {
        return pod.path("spec").path("activeDeadlineSeconds").asLong(-1) >= 0;
    }

    private QuotaDecision decide(Review review, Map<String, StoredObject> stored) {
        var views = stored.values().stream()
                .map(object -> Views.resourceQuota(object.tree()))
                .toList();
        if (!review.isPod()) {
            var before = review.old() == null ? ResourceAmounts.EMPTY : ObjectUsage.of(review.kind(), review.stored());
            return admission.object(before, ObjectUsage.of(review.kind(), review.object()), views);
        }
        Pod pod = Views.pod(review.object());
        return review.isNewPod()
                ? admission.create(pod, views, clock.instant())
                : admission.update(new QuotaAdmission.Update(Views.pod(review.stored()), pod), views, clock.instant());
    }

    /** Writes each charge; false if another write came first, with the newer quota put in its place. */
    private boolean charge(List<QuotaDecision.Charge> charges, Map<String, StoredObject> stored) {
        for (var charge : charges) {
            var name = charge.quota().name();
            var current = stored.get(name);
            if (current == null) continue;
            var tree = current.tree();
            var status = tree.get("status") instanceof ObjectNode known ? known : tree.putObject("status");
            status.set("used", PodWriter.amounts(status, charge.used()));
            switch (registry.replace(current, tree)) {
                case Written.Done(var written) -> stored.put(name, written);
                case Written.Gone _ -> stored.remove(name);
                case Written.Overtaken(var newer) -> {
                    stored.put(name, newer);
                    return false;
                }
            }
        }
        return true;
    }

    private static Map<String, StoredObject> byName(List<StoredObject> objects) {
        var byName = new HashMap<String, StoredObject>();
        for (var object : objects) {
            byName.put(object.tree().path("metadata").path("name").asText(), object);
        }
        return byName;
    }
}
