package dev.plimsoll.nodeagent.simulated.network;

import dev.plimsoll.objects.service.EndpointSliceObject.NamedAddress;
import dev.plimsoll.objects.service.ServiceObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The names of a cluster, as its name service answers for them (specification 1.1.0 of Kubernetes' DNS-based service discovery). */
public final class ClusterNames {
    private static final String DOMAIN = "cluster.local";
    private static final String REVERSE = ".in-addr.arpa";

    private final ClusterServices services;

    ClusterNames(ClusterServices services) {
        this.services = services;
    }

    /**
     * One record.
     *
     * @param type such as {@code A}
     */
    public record Answer(String name, String type, String value) {}

    /** The names that are tried for one, in their order; one that ends with a dot is tried as it is. */
    public static List<String> candidates(String namespace, String name) {
        if (name.endsWith(".")) return List.of(name.substring(0, name.length() - 1));
        var tried = new ArrayList<String>();
        if (!namespace.isEmpty()) tried.add(name + "." + namespace + ".svc." + DOMAIN);
        tried.add(name + ".svc." + DOMAIN);
        tried.add(name + "." + DOMAIN);
        tried.add(name);
        return tried;
    }

    /** The addresses of the first candidate that has any. A name of somewhere outside the cluster has none. */
    public List<String> addresses(String namespace, String name) {
        for (var candidate : candidates(namespace, name)) {
            var found = records(candidate, "A").stream()
                    .filter(each -> each.type().equals("A"))
                    .map(Answer::value)
                    .toList();
            if (!found.isEmpty()) return found;
        }
        return List.of();
    }

    /** What is known of a whole name. A name that stands for another one is answered with that and what it stands for. */
    public List<Answer> records(String name, String type) {
        if (type.equals("PTR")) return reverse(name);
        if (!name.endsWith("." + DOMAIN)) return List.of();
        var parts =
                List.of(name.substring(0, name.length() - DOMAIN.length() - 1).split("\\.", -1));
        var last = parts.getLast();
        if (last.equals("pod") && parts.size() == 3 && type.equals("A")) return ofPod(name, parts.getFirst());
        if (!last.equals("svc") || parts.size() < 3 || parts.size() > 5) return List.of();
        var service = service(parts.get(parts.size() - 2), parts.get(parts.size() - 3));
        if (service.isEmpty()) return List.of();
        return switch (parts.size()) {
            case 3 -> ofService(name, service.get(), type);
            case 4 -> ofHost(name, service.get(), parts.getFirst(), type);
            default -> ofPort(name, service.get(), parts.getFirst(), parts.get(1), type);
        };
    }

    private Optional<ServiceObject> service(String namespace, String name) {
        return services.all().stream()
                .filter(each -> each.metadata().name().equals(name)
                        && each.metadata().namespace().equals(namespace))
                .findFirst();
    }

    private List<NamedAddress> endpoints(ServiceObject service) {
        var meta = service.metadata();
        return services.slices(meta.namespace(), meta.name()).stream()
                .flatMap(slice -> slice.namedAddresses().stream())
                .toList();
    }

    private static List<Answer> ofPod(String name, String dashed) {
        var address = dashed.replace('-', '.');
        return address.matches("[0-9]{1,3}(\\.[0-9]{1,3}){3}") ? List.of(new Answer(name, "A", address)) : List.of();
    }

    private List<Answer> ofService(String name, ServiceObject service, String type) {
        if (service.type().equals("ExternalName")) {
            var target = service.externalName();
            var all = new ArrayList<Answer>();
            all.add(new Answer(name, "CNAME", target + "."));
            if (!type.equals("CNAME")) all.addAll(records(target, type));
            return all;
        }
        var found = service.isHeadless()
                ? endpoints(service).stream().map(NamedAddress::address).toList()
                : service.addresses();
        return addresses(name, found, type);
    }

    private List<Answer> ofHost(String name, ServiceObject service, String host, String type) {
        var found = endpoints(service).stream()
                .filter(each -> each.hostname().isEmpty()
                        ? each.address().replace('.', '-').equals(host)
                        : each.hostname().equals(host))
                .map(NamedAddress::address)
                .toList();
        return addresses(name, found, type);
    }

    private static List<Answer> ofPort(String name, ServiceObject service, String port, String protocol, String type) {
        if (!type.equals("SRV")) return List.of();
        var meta = service.metadata();
        return service.routedPorts().stream()
                .filter(each -> ("_" + each.name()).equals(port) && ("_" + each.protocol()).equalsIgnoreCase(protocol))
                .map(each -> new Answer(
                        name,
                        "SRV",
                        "0 100 " + each.port() + " " + meta.name() + "." + meta.namespace() + ".svc." + DOMAIN + "."))
                .toList();
    }

    private static List<Answer> addresses(String name, List<String> found, String type) {
        return found.stream()
                .filter(each -> type.equals(each.contains(":") ? "AAAA" : "A"))
                .map(each -> new Answer(name, type, each))
                .toList();
    }

    /** The name of an address of a service, or of a pod that has one. */
    private List<Answer> reverse(String name) {
        if (!name.endsWith(REVERSE)) return List.of();
        var parts = name.substring(0, name.length() - REVERSE.length()).split("\\.", -1);
        var address = new StringBuilder();
        for (var i = parts.length - 1; i >= 0; i--) address.append(parts[i]).append(i == 0 ? "" : ".");
        var all = new ArrayList<Answer>();
        for (var service : services.all()) {
            var meta = service.metadata();
            var suffix = meta.name() + "." + meta.namespace() + ".svc." + DOMAIN + ".";
            if (service.addresses().contains(address.toString())) all.add(new Answer(name, "PTR", suffix));
            if (!service.isHeadless()) continue;
            for (var each : endpoints(service)) {
                if (!each.address().contentEquals(address)) continue;
                var host = each.hostname().isEmpty() ? each.address().replace('.', '-') : each.hostname();
                all.add(new Answer(name, "PTR", host + "." + suffix));
            }
        }
        return all;
    }
}
