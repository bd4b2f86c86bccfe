package dev.plimsoll.core.workloads.endpoints;

import dev.plimsoll.core.workloads.ControlledPod;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the object Endpoints of a service says: ports, each group of them with the addresses that have all of it.
 *
 * @param isTruncated whether addresses were left out because there were too many
 */
public record EndpointSubsets(List<Subset> subsets, boolean isTruncated) {
    /** How many addresses one object holds at most. */
    public static final int MOST_ADDRESSES = 1000;

    public EndpointSubsets {
        subsets = List.copyOf(subsets);
    }

    /** Addresses with the same ports; ready ones and others. */
    public record Subset(List<Endpoint> ready, List<Endpoint> notReady, List<EndpointPort> ports) {
        public Subset {
            ready = List.copyOf(ready);
            notReady = List.copyOf(notReady);
            ports = List.copyOf(ports);
        }
    }

    /**
     * Decides.
     *
     * @param pods those that the service selects
     */
    public static EndpointSubsets of(SelectedService service, Collection<ControlledPod> pods) {
        var isIpv6 =
                !service.families().isEmpty() && service.families().getFirst().equals("IPv6");
        var byPort = new TreeMap<EndpointPort, List<Endpoint>>();
        var withoutPorts = new ArrayList<Endpoint>();
        for (var pod : pods) {
            var leaves = pod.meta().isBeingDeleted() && !service.publishesNotReady();
            if (!SelectedService.isEndpoint(pod) || leaves) continue;
            var address = pod.network().address(isIpv6);
            if (address.isEmpty()) continue;
            var endpoint = service.endpoint(pod, address, Map.of());
            if (service.ports().isEmpty() && service.isHeadless()) withoutPorts.add(endpoint);
            for (var port : service.portsOf(pod.network())) {
                byPort.computeIfAbsent(port, _ -> new ArrayList<>()).add(endpoint);
            }
        }
        byPort.values().forEach(each -> each.sort(Endpoint.BY_POD));
        withoutPorts.sort(Endpoint.BY_POD);
        var byAddresses = new LinkedHashMap<List<Endpoint>, List<EndpointPort>>();
        byPort.forEach((port, endpoints) ->
                byAddresses.computeIfAbsent(endpoints, _ -> new ArrayList<>()).add(port));
        if (!withoutPorts.isEmpty()) byAddresses.put(withoutPorts, List.of());
        return truncated(byAddresses);
    }

    /** Ready addresses are kept before others. */
    private static EndpointSubsets truncated(Map<List<Endpoint>, List<EndpointPort>> byAddresses) {
        var all = byAddresses.keySet().stream().mapToInt(List::size).sum();
        var readyLeft = MOST_ADDRESSES;
        var ready = new ArrayList<List<Endpoint>>();
        for (var endpoints : byAddresses.keySet()) {
            var kept = endpoints.stream()
                    .filter(Endpoint::isReady)
                    .limit(readyLeft)
                    .toList();
            ready.add(kept);
            readyLeft -= kept.size();
        }
        var left = readyLeft;
        var subsets = new ArrayList<Subset>();
        for (var entry : byAddresses.entrySet()) {
            var notReady = entry.getKey().stream()
                    .filter(each -> !each.isReady())
                    .limit(left)
                    .toList();
            left -= notReady.size();
            var kept = ready.get(subsets.size());
            subsets.add(new Subset(kept, notReady, entry.getValue()));
        }
        subsets.removeIf(each -> each.ready().isEmpty() && each.notReady().isEmpty());
        return new EndpointSubsets(subsets, all > MOST_ADDRESSES);
    }
}
