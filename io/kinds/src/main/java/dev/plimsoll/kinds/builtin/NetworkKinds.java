package dev.plimsoll.kinds.builtin;

import dev.plimsoll.codec.table.NetworkColumns;
import dev.plimsoll.kinds.Kind.Naming;
import dev.plimsoll.kinds.defaults.DroppedFields;
import dev.plimsoll.kinds.defaults.NetworkDefaults;
import dev.plimsoll.kinds.rules.network.EndpointRules;
import dev.plimsoll.kinds.rules.network.IngressRules;
import dev.plimsoll.kinds.rules.network.NetworkingRules;
import dev.plimsoll.objects.service.EndpointSliceObject;
import java.util.List;

/** The kinds of networking.k8s.io and discovery.k8s.io. */
final class NetworkKinds {
    static final List<KindDescriptor> NETWORKING = List.of(
            kind("IngressClass", "ingressclasses")
                    .clusterScoped()
                    .tracksGeneration()
                    .columns(() -> NetworkColumns.INGRESS_CLASSES)
                    .defaults(NetworkDefaults::ingressClass)
                    .rules(NetworkingRules::ingressClass)
                    .immutable("spec.controller")
                    .build(),
            kind("Ingress", "ingresses")
                    .shortNames("ing")
                    .tracksGeneration()
                    .status()
                    .columns(() -> NetworkColumns.INGRESSES)
                    .rules(IngressRules::check)
                    .build(),
            kind("IPAddress", "ipaddresses")
                    .clusterScoped()
                    .shortNames("ip")
                    .named(Naming.PATH_SEGMENT)
                    .columns(() -> NetworkColumns.ADDRESSES)
                    .rules(NetworkingRules::ipAddress)
                    .build(),
            kind("NetworkPolicy", "networkpolicies")
                    .shortNames("netpol")
                    .tracksGeneration()
                    .columns(() -> NetworkColumns.POLICIES)
                    .defaults(NetworkDefaults::networkPolicy)
                    .rules(NetworkingRules::networkPolicy)
                    .build(),
            kind("ServiceCIDR", "servicecidrs")
                    .clusterScoped()
                    .status()
                    .columns(() -> NetworkColumns.SERVICE_CIDRS)
                    .rules(NetworkingRules::serviceCidr)
                    .build());

    static final List<KindDescriptor> DISCOVERY = List.of(KindDescriptor.of(EndpointSliceObject.KIND)
            .tracksGeneration("labels")
            .columns(() -> NetworkColumns.ENDPOINT_SLICES)
            .defaults(DroppedFields.of("endpoints.*.deprecatedTopology").andThen(NetworkDefaults::endpointSlice))
            .rules(EndpointRules::endpointSlice)
            .immutable("addressType")
            .build());

    private NetworkKinds() {}

    private static KindDescriptorBuilder kind(String name, String plural) {
        return KindDescriptor.of("networking.k8s.io/v1", name, plural);
    }
}
