package dev.plimsoll.kinds.builtin;

import dev.plimsoll.codec.table.NetworkColumns;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.Kind.Naming;
import dev.plimsoll.kinds.KindDescriptor;
import dev.plimsoll.kinds.defaults.NetworkDefaults;
import java.util.List;

/** The kinds of networking.k8s.io and discovery.k8s.io. */
final class NetworkKinds {
    static final List<Kind> NETWORKING = List.of(
            kind("IngressClass", "ingressclasses")
                    .clusterScoped()
                    .tracksGeneration()
                    .columns(() -> NetworkColumns.INGRESS_CLASSES)
                    .defaults(NetworkDefaults::ingressClass)
                    .build(),
            kind("Ingress", "ingresses")
                    .shortNames("ing")
                    .tracksGeneration()
                    .status()
                    .columns(() -> NetworkColumns.INGRESSES)
                    .build(),
            kind("IPAddress", "ipaddresses")
                    .clusterScoped()
                    .shortNames("ip")
                    .named(Naming.PATH_SEGMENT)
                    .columns(() -> NetworkColumns.ADDRESSES)
                    .build(),
            kind("NetworkPolicy", "networkpolicies")
                    .shortNames("netpol")
                    .tracksGeneration()
                    .columns(() -> NetworkColumns.POLICIES)
                    .defaults(NetworkDefaults::networkPolicy)
                    .build(),
            kind("ServiceCIDR", "servicecidrs")
                    .clusterScoped()
                    .status()
                    .columns(() -> NetworkColumns.SERVICE_CIDRS)
                    .build());

    static final List<Kind> DISCOVERY =
            List.of(KindDescriptor.of("discovery.k8s.io/v1", "EndpointSlice", "endpointslices")
                    .tracksGeneration("labels")
                    .columns(() -> NetworkColumns.ENDPOINT_SLICES)
                    .defaults(NetworkDefaults::endpointSlice)
                    .build());

    private NetworkKinds() {}

    private static KindDescriptor kind(String name, String plural) {
        return KindDescriptor.of("networking.k8s.io/v1", name, plural);
    }
}
