package dev.plimsoll.core.topology.policy;

import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.quantity.Quantity;
import java.util.Map;

/**
 * The settings of a node as its configuration file gives them, in the words of Kubernetes.
 *
 * @param reservedCpu how many CPUs the system keeps; not looked at where {@code reservedSystemCpus} names them
 * @param reservedSystemCpus the very CPUs that the system keeps, as a list; empty where only their number is given
 * @param reservedMemory what the system keeps on each NUMA node
 */
public record KubeletSettings(
        String cpuManagerPolicy,
        Map<String, String> cpuManagerPolicyOptions,
        Quantity reservedCpu,
        String reservedSystemCpus,
        String memoryManagerPolicy,
        Map<Integer, ResourceAmounts> reservedMemory,
        String topologyManagerPolicy,
        String topologyManagerScope,
        Map<String, String> topologyManagerPolicyOptions) {

    /** What a kubelet does where nothing is configured. */
    public static final KubeletSettings DEFAULT =
            new KubeletSettings("none", Map.of(), Quantity.ZERO, "", "None", Map.of(), "none", "container", Map.of());

    public KubeletSettings {
        cpuManagerPolicyOptions = Map.copyOf(cpuManagerPolicyOptions);
        reservedMemory = Map.copyOf(reservedMemory);
        topologyManagerPolicyOptions = Map.copyOf(topologyManagerPolicyOptions);
    }

    /** Exclusive CPUs, with some number of CPUs kept for the system. */
    public KubeletSettings withStaticCpus(Quantity reserved, Map<String, String> options) {
        return new KubeletSettings(
                "static",
                options,
                reserved,
                "",
                memoryManagerPolicy,
                reservedMemory,
                topologyManagerPolicy,
                topologyManagerScope,
                topologyManagerPolicyOptions);
    }

    /** Exclusive CPUs, with these very CPUs kept for the system. */
    public KubeletSettings withStaticCpus(String reserved, Map<String, String> options) {
        return new KubeletSettings(
                "static",
                options,
                Quantity.ZERO,
                reserved,
                memoryManagerPolicy,
                reservedMemory,
                topologyManagerPolicy,
                topologyManagerScope,
                topologyManagerPolicyOptions);
    }

    public KubeletSettings withStaticMemory(Map<Integer, ResourceAmounts> reserved) {
        return new KubeletSettings(
                cpuManagerPolicy,
                cpuManagerPolicyOptions,
                reservedCpu,
                reservedSystemCpus,
                "Static",
                reserved,
                topologyManagerPolicy,
                topologyManagerScope,
                topologyManagerPolicyOptions);
    }

    public KubeletSettings withAlignment(String policy, String scope, Map<String, String> options) {
        return new KubeletSettings(
                cpuManagerPolicy,
                cpuManagerPolicyOptions,
                reservedCpu,
                reservedSystemCpus,
                memoryManagerPolicy,
                reservedMemory,
                policy,
                scope,
                options);
    }
}
