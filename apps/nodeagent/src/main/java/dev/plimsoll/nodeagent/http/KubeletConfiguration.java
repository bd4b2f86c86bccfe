package dev.plimsoll.nodeagent.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.allocatable.EvictionHard;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.resize.state.NodeAbilities;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.nodeagent.streams.SessionServer;
import dev.plimsoll.objects.kubelet.KubeletConfigurationDraft;
import java.time.Duration;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The settings in force, in the form of a kubelet's configuration file; only what means something here. */
public final class KubeletConfiguration {
    private KubeletConfiguration() {}

    public static ObjectNode of(
            FeatureGates gates, @Nullable ResourceManagers resourceManagers, EvictionHard evictionHard, long maxPods) {
        return of(gates, resourceManagers, evictionHard, NodeAbilities.NO_SWAP, maxPods, SessionServer.USUAL_IDLE);
    }

    /**
     * The same of nodes that give containers swap, or do not.
     *
     * @param idle how long a session may say nothing; zero is for ever
     */
    public static ObjectNode of(
            FeatureGates gates,
            @Nullable ResourceManagers resourceManagers,
            EvictionHard evictionHard,
            String swapBehavior,
            long maxPods,
            Duration idle) {
        var differing = new TreeMap<String, Boolean>();
        for (var gate : Gate.values()) {
            if (gates.isOn(gate) != FeatureGates.DEFAULT.isOn(gate))
                differing.put(gate.kubernetesName(), gates.isOn(gate));
        }
        return new KubeletConfigurationDraft()
                .maxPods(maxPods)
                .cgroupsPerQos(true)
                .cpuQuota(true, Duration.ofMillis(100))
                .managerPolicies(
                        resourceManagers == null ? "none" : resourceManagers.cpuPolicyName(),
                        resourceManagers == null ? "None" : resourceManagers.memoryPolicyName())
                .heartbeat(Duration.ofMinutes(5), Duration.ofSeconds(40))
                .evictionPressureTransitionPeriod(Duration.ofMinutes(5))
                .evictionHard(evictionHard.texts())
                .evictionSoft(
                        evictionHard.soft().thresholdTexts(),
                        evictionHard.soft().gracePeriodTexts())
                .evictionMinimumReclaim(evictionHard.soft().minimumReclaimTexts())
                .evictionMaxPodGracePeriod(
                        evictionHard.soft().maxPodGracePeriod().toSeconds())
                .streamingConnectionIdleTimeout(idle)
                .swapBehavior(swapBehavior)
                .featureGates(differing)
                .document();
    }
}
