package dev.plimsoll.core.topology.claims;

/** The rule that decided what a container gets, or that a pod is refused; each with the sentence that explains it. */
public enum Rule {
    OWN_GUARANTEE("its own requests and limits are equal, so what it asks for is its own"),
    SLICE_OF_POD("its own requests and limits are equal, so it has a slice of the pod's resources to itself"),
    SHARE_OF_POD(
            "it has no guarantee of its own, so it shares what the pod's other containers leave of the pod's resources"),
    INIT_SHARE_OF_POD(
            "it runs before the pod's other containers, so it may use all of the pod's resources but those of sidecars"),
    IDLE_FOR_POD("the pod reserves more than its containers use; the rest stays reserved and idle"),

    POLICY_OFF("the node's policy pins nothing"),
    POD_NOT_GUARANTEED("pod QoS is not guaranteed"),
    CONTAINER_NOT_GUARANTEED("container is not eligible, request and limit are not equal"),
    CPUS_NOT_WHOLE("container requested non-integral CPUs"),
    POD_CPUS_NOT_WHOLE("the pod's CPUs are not a whole number"),
    NOTHING_ASKED("it asks for none"),
    SCOPE("the node aligns container by container, so that pod-level resources place nothing"),
    GATE_OFF("pod is using pod-level resources but the PodLevelResourceManagers feature gate is not enabled"),

    SMT("only whole cores may be given"),
    NOT_ALIGNED("no set of NUMA nodes suits all resources as the policy demands"),
    EMPTY_SHARED_POOL("exclusive containers use up the pod's resources and leave nothing to share"),
    TOO_FEW_CPUS("not enough CPUs are free"),
    NO_MEMORY("no set of NUMA nodes can give the memory"),
    MEMORY_NOT_COUNTABLE("an amount of memory is not a whole number of bytes"),
    RESIZE_GATE_OFF("the feature gate for resizing exclusive resources is not enabled"),
    RESIZE_BELOW_START("exclusive CPUs that a container started with are never taken away"),
    RESIZE_NOT_EXCLUSIVE("a resize cannot turn exclusive resources into shared ones or the other way round");

    private final String sentence;

    Rule(String sentence) {
        this.sentence = sentence;
    }

    public String sentence() {
        return sentence;
    }
}
