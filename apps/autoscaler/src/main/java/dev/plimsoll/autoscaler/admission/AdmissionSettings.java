package dev.plimsoll.autoscaler.admission;

import dev.plimsoll.autoscaler.cluster.NamespaceFilter;
import dev.plimsoll.autoscaler.cluster.PodLevelResize;
import dev.plimsoll.autoscaler.gates.AutoscalerGates;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.OptionalLong;

/**
 * How the webhook works.
 *
 * @param address where it listens; port 0 for any that is free
 * @param namespace of the lease
 * @param identity who holds the lease
 * @param mostBoosted the most CPU that a boost may lead to, in thousandths of a core; negative for any
 */
public record AdmissionSettings(
        InetSocketAddress address,
        ServingIdentity tls,
        Registering registering,
        String namespace,
        String identity,
        AutoscalerGates gates,
        PodLevelResize.Choice podLevelResize,
        long mostBoosted) {
    /**
     * What API servers are told.
     *
     * @param isWanted false where somebody else registers the webhook
     * @param url where API servers call it, with port 0 for the one it got; empty to be called as a service
     * @param port of the service; 0 for the usual one
     */
    public record Registering(
            boolean isWanted,
            String url,
            String service,
            String serviceNamespace,
            int port,
            int timeoutSeconds,
            boolean failurePolicyFail,
            Map<String, String> labels,
            NamespaceFilter namespaces) {
        public Registering {
            labels = Map.copyOf(labels);
        }
    }

    OptionalLong mostBoost() {
        return mostBoosted < 0 ? OptionalLong.empty() : OptionalLong.of(mostBoosted);
    }

    /** For a webhook that is called by URL on this machine. */
    public static AdmissionSettings local(InetSocketAddress address, ServingIdentity tls, AutoscalerGates gates) {
        var url = "https://" + address.getHostString() + ":" + address.getPort() + "/";
        var registering =
                new Registering(true, url, "vpa-webhook", "kube-system", 0, 30, false, Map.of(), NamespaceFilter.ALL);
        return new AdmissionSettings(
                address, tls, registering, "kube-system", "plimsoll", gates, PodLevelResize.Choice.AUTO, -1);
    }
}
