package dev.plimsoll.nodeagent.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.Json;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.quantity.QuantityFormat;
import dev.plimsoll.core.topology.Pinning;
import dev.plimsoll.nodeagent.eviction.MemoryThreshold;
import org.jspecify.annotations.Nullable;

/** The settings in force, in the form of a kubelet's configuration file; only what means something here. */
public final class KubeletConfiguration {
    private KubeletConfiguration() {}

    public static ObjectNode of(
            FeatureGates gates, @Nullable Pinning pinning, MemoryThreshold evictionHard, long maxPods) {
        var document = Json.object()
                .put("kind", "KubeletConfiguration")
                .put("apiVersion", "kubelet.config.k8s.io/v1beta1")
                .put("maxPods", maxPods)
                .put("cgroupsPerQOS", true)
                .put("cpuCFSQuota", true)
                .put("cpuCFSQuotaPeriod", "100ms")
                .put("cpuManagerPolicy", pinning == null ? "none" : pinning.cpuPolicyName())
                .put("memoryManagerPolicy", pinning == null ? "None" : pinning.memoryPolicyName())
                .put("nodeStatusReportFrequency", "5m0s")
                .put("nodeLeaseDurationSeconds", 40)
                .put("evictionPressureTransitionPeriod", "5m0s");
        var eviction = document.putObject("evictionHard");
        switch (evictionHard) {
            case MemoryThreshold.Amount(var bytes) ->
                eviction.put(
                        MemoryThreshold.SIGNAL,
                        Quantity.of(bytes, QuantityFormat.BINARY_SI).toString());
            case MemoryThreshold.Percent(var percent) ->
                eviction.put(MemoryThreshold.SIGNAL, percent.toPlainString() + "%");
            case MemoryThreshold.Off _ -> eviction.put(MemoryThreshold.SIGNAL, "0%");
        }
        var differing = document.putObject("featureGates");
        for (var gate : Gate.values()) {
            if (gates.isOn(gate) != FeatureGates.DEFAULT.isOn(gate))
                differing.put(gate.kubernetesName(), gates.isOn(gate));
        }
        return document;
    }
}
