package dev.plimsoll.apiserver.admission.plugins;

import dev.plimsoll.apiserver.admission.AdmissionChain;
import dev.plimsoll.apiserver.admission.AdmissionExtension;
import dev.plimsoll.apiserver.admission.AdmissionStep;
import dev.plimsoll.apiserver.admission.noderestriction.NodeRestriction;
import dev.plimsoll.apiserver.admission.pods.LimitRangerStep;
import dev.plimsoll.apiserver.admission.pods.PodSecurityStep;
import dev.plimsoll.apiserver.admission.pods.PriorityStep;
import dev.plimsoll.apiserver.admission.pods.ResizeStep;
import dev.plimsoll.apiserver.admission.pods.RuntimeClassStep;
import dev.plimsoll.apiserver.admission.pods.ServiceAccountStep;
import dev.plimsoll.apiserver.admission.pods.TolerationsAndTaints;
import dev.plimsoll.apiserver.admission.quotas.QuotaStep;
import dev.plimsoll.apiserver.authorization.Authorization;
import dev.plimsoll.apiserver.quota.QuotaLedger;
import dev.plimsoll.apiserver.quota.QuotaUsage;
import dev.plimsoll.apiserver.storage.NodeViews;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.kinds.builtin.Kinds;
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
            AdmissionExtension policies,
            AdmissionExtension webhooks,
            QuotaLedger ledger,
            QuotaUsage usage,
            ServiceAccountStep accounts) {
        var steps = List.<AdmissionStep>of(
                new NamespaceLifecycle(registry, kinds.named("", "Namespace")),
                new LimitRangerStep(registry, kinds.named("", "LimitRange"), gates),
                accounts,
                new NodeRestriction(registry, kinds, authorization),
                new PodSecurityStep(registry, kinds.named("", "Namespace"), kinds.named("", "Pod")),
                new PriorityStep(registry, kinds.named("scheduling.k8s.io", "PriorityClass")),
                new TolerationsAndTaints(),
                new RuntimeClassStep(registry, kinds.named("node.k8s.io", "RuntimeClass")),
                new DefaultStorageClass(
                        registry,
                        kinds.named("", "PersistentVolumeClaim"),
                        kinds.named("storage.k8s.io", "StorageClass")),
                new DeviceAdminAccess(registry, kinds.named("", "Namespace")),
                new EscalationCheck(authorization),
                new CertificateRequests(authorization),
                new ResizeStep(new NodeViews(registry, kinds.named("", "Node")), gates));
        return new AdmissionChain(
                steps,
                policies,
                webhooks,
                new QuotaStep(registry, kinds.named("", "ResourceQuota"), gates, clock, ledger, usage));
    }
}
