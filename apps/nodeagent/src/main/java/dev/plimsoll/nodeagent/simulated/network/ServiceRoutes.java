package dev.plimsoll.nodeagent.simulated.network;

import dev.plimsoll.objects.service.ServiceObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Finds what is behind the addresses and ports of services. */
final class ServiceRoutes {
    /** The service that every cluster has. */
    private static final String API_SERVER = "default/kubernetes";

    /** Who keeps its endpoints is the API server itself; what others say of them leads nowhere. */
    private static final String OF_API_SERVER = "kubernetes";

    private final ClusterServices services;

    ServiceRoutes(ClusterServices services) {
        this.services = services;
    }

    /**
     * What a port of a service leads to.
     *
     * @param key of the service and its port
     * @param affinity how long one client is led to the same destination; zero for not at all
     * @param destinations that take connections
     */
    record Route(String key, Duration affinity, List<Destination> destinations) {
        Route {
            destinations = List.copyOf(destinations);
        }

        /** Whether it leads out of the simulated network, to the server of the API. */
        boolean isApiServer() {
            return key.startsWith(API_SERVER + ":");
        }
    }

    /** Behind an address of a service; empty where no service has it. */
    Optional<Route> ofAddress(String address, int port, Protocol protocol) {
        var hasAddress = false;
        for (var service : services.all()) {
            if (!service.addresses().contains(address)) continue;
            hasAddress = true;
            var route = route(service, each -> each.port() == port, protocol);
            if (route.isPresent()) return route;
        }
        return hasAddress ? Optional.of(new Route(address, Duration.ZERO, List.of())) : Optional.empty();
    }

    /** Behind a port of every node. */
    Optional<Route> ofNodePort(int port, Protocol protocol) {
        return services.all().stream()
                .flatMap(service -> route(service, each -> each.nodePort() == port, protocol).stream())
                .findFirst();
    }

    /** Whether the server of the API itself is at a place. */
    boolean isApiServer(Destination place) {
        return services.all().stream()
                .filter(service -> service.metadata().name().equals(OF_API_SERVER))
                .flatMap(service -> route(service, _ -> true, Protocol.TCP).stream())
                .anyMatch(route -> route.isApiServer() && route.destinations().contains(place));
    }

    private Optional<Route> route(
            ServiceObject service, Predicate<ServiceObject.RoutedPort> isMeant, Protocol protocol) {
        for (var port : service.routedPorts()) {
            if (!isMeant.test(port) || !port.protocol().equals(protocol.name())) continue;
            var meta = service.metadata();
            var ready = new ArrayList<Destination>();
            var leaving = new ArrayList<Destination>();
            var key = meta.namespace() + "/" + meta.name();
            for (var slice : services.slices(meta.namespace(), meta.name())) {
                if (key.equals(API_SERVER) && !slice.metadata().name().equals(OF_API_SERVER)) continue;
                for (var each : slice.readyAddresses(port.name())) ready.add(new Destination(each.host(), each.port()));
                for (var each : slice.leavingAddresses(port.name()))
                    leaving.add(new Destination(each.host(), each.port()));
            }
            // As long as nobody else is there, those that are on their way out still answer.
            return Optional.of(
                    new Route(key + ":" + port.name(), service.affinity(), ready.isEmpty() ? leaving : ready));
        }
        return Optional.empty();
    }
}
