package dev.plimsoll.apiserver.admission;

import dev.plimsoll.apiserver.identity.Authorization;
import dev.plimsoll.apiserver.kinds.Kinds;
import dev.plimsoll.apiserver.quota.QuotaLedger;
import dev.plimsoll.apiserver.quota.QuotaUsage;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.core.gates.FeatureGates;
import java.time.InstantSource;
import java.util.List;

/** The chain in its order: namespaces first, quotas last. */
public final class Plugins {
    private Plugins() {}

    public static AdmissionChain chain(
            Registry registry,
            Kinds kinds,
            FeatureGates gates,
            InstantSource clock,
            Authorization authorization,
            OutsideAdmission webhooks,
            QuotaLedger ledger,
            QuotaUsage usage) {
        var steps = List.<AdmissionStep>of(
                new NamespaceLifecycle(registry, kinds.named("", "Namespace")),
                new LimitRangerStep(registry, kinds.named("", "LimitRange"), gates),
                new NodeRestriction(),
                new PriorityStep(registry, kinds.named("scheduling.k8s.io", "PriorityClass")),
                new TolerationsAndTaints(),
                new RuntimeClassStep(registry, kinds.named("node.k8s.io", "RuntimeClass")),
                new EscalationCheck(authorization),
                new ResizeStep(registry, kinds.named("", "Node"), gates));
        return new AdmissionChain(
                steps,
                webhooks,
                new QuotaStep(registry, kinds.named("", "ResourceQuota"), gates, clock, ledger, usage));
    }
}
