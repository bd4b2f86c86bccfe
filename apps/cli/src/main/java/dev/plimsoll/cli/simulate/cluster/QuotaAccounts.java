package dev.plimsoll.cli.simulate.cluster;

import dev.plimsoll.codec.view.PolicyReader;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.admission.quota.PodUsage;
import dev.plimsoll.core.admission.quota.QuotaAdmission;
import dev.plimsoll.core.admission.quota.QuotaDecision;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceQuota;
import dev.plimsoll.snapshot.SnapshotKinds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What quotas have left while pods come and go. */
final class QuotaAccounts {
    private final QuotaAdmission admission;
    private final PodUsage usage;
    private final Map<String, List<ResourceQuota>> quotas = new HashMap<>();

    QuotaAccounts(ClusterDraft cluster, FeatureGates gates) {
        this.admission = QuotaAdmission.under(gates);
        this.usage = PodUsage.under(gates);
        for (var quota : cluster.all(SnapshotKinds.RESOURCE_QUOTAS)) {
            if (PolicyReader.resourceQuota(quota.document()) instanceof Read.Ok<ResourceQuota>(var read))
                quotas.computeIfAbsent(quota.metadata().namespace(), _ -> new ArrayList<>())
                        .add(read);
        }
    }

    boolean areIn(String namespace) {
        return quotas.containsKey(namespace);
    }

    /** Charges a new pod; empty where it fits, otherwise why it does not. */
    String charge(Pod pod, String namespace, Instant now) {
        var there = quotas.getOrDefault(namespace, List.of());
        return charged(admission.create(pod, there, now), there);
    }

    /** Charges what a pod takes from now on beyond what it took; empty where it fits, otherwise why it does not. */
    String resize(Pod stored, Pod desired, Instant now) {
        var there = quotas.getOrDefault(stored.metadata().namespace(), List.of());
        if (there.isEmpty()) return "";
        return charged(admission.update(new QuotaAdmission.Update(stored, desired), there, now), there);
    }

    private static String charged(QuotaDecision decision, List<ResourceQuota> there) {
        return switch (decision) {
            case QuotaDecision.Refused(var _, var message) -> message;
            case QuotaDecision.Fits(var charges) -> {
                for (var charge : charges) {
                    there.replaceAll(
                            each -> each.name().equals(charge.quota().name()) ? using(each, charge.used()) : each);
                }
                yield "";
            }
        };
    }

    /** Gives back what a pod took. */
    void release(Pod pod, String namespace, Instant now) {
        var there = quotas.getOrDefault(namespace, List.of());
        if (there.isEmpty()) return;
        var held = usage.of(pod, now);
        there.replaceAll(quota -> admission.counts(quota, pod) ? using(quota, less(quota.used(), held)) : quota);
    }

    private static ResourceAmounts less(ResourceAmounts used, ResourceAmounts held) {
        var left = used;
        for (var name : used.names()) {
            if (held.contains(name)) left = left.with(name, used.amount(name).minus(held.amount(name)));
        }
        return left;
    }

    private static ResourceQuota using(ResourceQuota quota, ResourceAmounts used) {
        return new ResourceQuota(quota.metadata(), quota.hard(), quota.scopes(), quota.enforced(), used);
    }
}
