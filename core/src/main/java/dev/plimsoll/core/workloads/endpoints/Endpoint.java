package dev.plimsoll.core.workloads.endpoints;

import java.util.Comparator;

/**
 * A pod that answers for a service, at one address.
 *
 * @param isServing whether the pod is ready
 * @param isReady whether it is to be used: serving and not on its way out, or of a service that does not ask
 * @param node empty where the pod has none
 * @param zone of the node; empty where nobody knows it
 * @param hostname its name below the service; empty where it has none
 */
public record Endpoint(
        String address,
        boolean isReady,
        boolean isServing,
        boolean isTerminating,
        String node,
        String zone,
        String hostname,
        PodReference pod) {
    static final Comparator<Endpoint> BY_POD =
            Comparator.comparing((Endpoint each) -> each.pod().name()).thenComparing(Endpoint::address);

    /** The pod behind an endpoint. */
    public record PodReference(String namespace, String name, String uid) {
        public static final PodReference NONE = new PodReference("", "", "");
    }

    /** By which an endpoint is known again after it changed. */
    record Identity(PodReference pod, String address) {}

    Identity identity() {
        return new Identity(pod, address);
    }
}
