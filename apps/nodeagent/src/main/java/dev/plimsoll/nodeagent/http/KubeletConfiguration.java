package dev.plimsoll.nodeagent.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.core.allocatable.EvictionHard;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.resize.state.NodeAbilities;
import dev.plimsoll.core.topology.ResourceManagers;
import org.jspecify.annotations.Nullable;

/** The settings in force, in the form of a kubelet's configuration file; only what means something here. */
public final class KubeletConfiguration {
    private KubeletConfiguration() {}

    public static ObjectNode of(
            FeatureGates gates, @Nullable ResourceManagers resourceManagers, EvictionHard evictionHard, long maxPods) {
        return of(gates, resourceManagers, evictionHard, NodeAbilities.NO_SWAP, maxPods);
    }

    /** The same of nodes that give containers swap, or do not. */
    public static ObjectNode of(
            FeatureGates gates,
            @Nullable ResourceManagers resourceManagers,
            EvictionHard evictionHard,
            String swapBehavior,
            long maxPods) {
        var document = ClientJson.object()
                .put("kind", "KubeletConfiguration")
                .put("apiVersion", "kubelet.config.k8s.io/v1beta1")
                .put("maxPods", maxPods)
                .put("cgroupsPerQOS", true)
                .put("cpuCFSQuota", true)
                .put("cpuCFSQuotaPeriod", "100ms")
                .put("cpuManagerPolicy", resourceManagers == null ? "none" : resourceManagers.cpuPolicyName())
                .put("memoryManagerPolicy", resourceManagers == null ? "None" : resourceManagers.memoryPolicyName())
                .put("nodeStatusReportFrequency", "5m0s")
                .put("nodeLeaseDurationSeconds", 40)
                .put("evictionPressureTransitionPeriod", "5m0s");
        var eviction = document.putObject("evictionHard");
        eviction.put(EvictionHard.MEMORY, evictionHard.memory().text());
        eviction.put(EvictionHard.NODEFS, evictionHard.nodefs().text());
        document.putObject("memorySwap").put("swapBehavior", swapBehavior);
        var differing = document.putObject("featureGates");
        for (var gate : Gate.values()) {
            if (gates.isOn(gate) != FeatureGates.DEFAULT.isOn(gate))
                differing.put(gate.kubernetesName(), gates.isOn(gate));
        }
        return document;
    }
}
