package dev.plimsoll.apiserver.services;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.kinds.rules.network.ServiceFields;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What one write of a service takes. All of it goes back unless the write is done. */
public final class Reservation implements AutoCloseable {
    private static final String TAKEN_ADDRESS = "provided IP is already allocated";
    private static final String TAKEN_PORT = "provided port is already allocated";
    /** What a dry run shows instead of ports that it does not take begins after this. */
    private static final int BEFORE_PRETENDED = 32_768;

    private final ServiceAllocator allocator;
    private final boolean isOfService;
    private final boolean dryRun;
    private final Set<String> addresses = new HashSet<>();
    private final Set<Integer> ports = new HashSet<>();
    private Set<String> formerAddresses = Set.of();
    private Set<Integer> formerPorts = Set.of();
    private int pretended = BEFORE_PRETENDED;
    private @Nullable ObjectNode service;

    Reservation(ServiceAllocator allocator, boolean isOfService, boolean dryRun) {
        this.allocator = allocator;
        this.isOfService = isOfService;
        this.dryRun = dryRun;
    }

    /**
     * Takes what a service asks for and writes into it what it does not say.
     *
     * @param stored what the service is; null for a new one
     * @throws RefusedException where somebody else has it, or nothing is left
     */
    public void take(ObjectNode next, @Nullable ObjectNode stored) {
        if (!isOfService) return;
        service = next;
        if (stored != null) {
            formerAddresses = ServiceFields.addresses(stored);
            formerPorts = ServiceFields.nodePorts(stored);
        }
        if (ServiceFields.hasAddress(next) && !ServiceFields.isHeadless(next)) address(next);
        if (ServiceFields.hasNodePorts(next)) ports(next);
    }

    private void address(ObjectNode next) {
        var wanted = ServiceFields.address(next);
        if (wanted.isEmpty()) {
            ServiceFields.setAddress(
                    next, dryRun ? allocator.network().addresses().network() : anyAddress(next));
            return;
        }
        if (formerAddresses.contains(wanted)) return;
        if (!isInRange(wanted)) {
            throw refusedAddress(
                    next,
                    wanted,
                    "the provided IP (" + wanted + ") is not in the valid range. The range of valid IPs is "
                            + allocator.network().addresses());
        }
        if (!dryRun && !takeAddress(next, wanted)) throw refusedAddress(next, wanted, TAKEN_ADDRESS);
    }

    private boolean isInRange(String address) {
        try {
            return allocator.network().addresses().contains(address);
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    private boolean takeAddress(ObjectNode next, String address) {
        return allocator.addresses().take(address, ObjectName.of(next)) && addresses.add(address);
    }

    private String anyAddress(ObjectNode next) {
        return allocator
                .network()
                .addresses()
                .candidates(allocator.chance())
                .filter(address -> takeAddress(next, address))
                .findFirst()
                .orElseThrow(() -> full("failed to allocate a serviceIP: range is full"));
    }

    private static RefusedException full(String why) {
        return new RefusedException(new Refusal.Internal(why));
    }

    private RefusedException refusedAddress(ObjectNode next, String address, String why) {
        var shown = JsonNodeFactory.instance.arrayNode().add(address).toString();
        return invalid(
                next,
                new FieldError(
                        FieldError.Type.INVALID,
                        "spec.clusterIPs",
                        shown,
                        "failed to allocate IP " + address + ": " + why));
    }

    private RefusedException invalid(ObjectNode next, FieldError error) {
        return new RefusedException(
                Refusal.Invalid.of(allocator.services(), ObjectName.of(next).name(), List.of(error)));
    }

    private void ports(ObjectNode next) {
        var index = 0;
        // A service may use one node port for several protocols of the same port.
        var byPort = new TreeMap<Integer, Integer>();
        for (var port : ServiceFields.ports(next)) {
            port(next, port, "spec.ports[" + index + "].nodePort", byPort);
            index++;
        }
        if (!ServiceFields.needsHealthCheckPort(next)) return;
        var wanted = ServiceFields.healthCheckNodePort(next);
        if (wanted == 0) {
            ServiceFields.setHealthCheckNodePort(next, anyPort(next));
            return;
        }
        refusalOfPort(next, wanted).ifPresent(why -> {
            throw full("failed to allocate requested HealthCheck NodePort " + wanted + ": " + why);
        });
    }

    private void port(ObjectNode next, ServiceFields.Port port, String field, Map<Integer, Integer> byPort) {
        var wanted = port.nodePort();
        var number = port.number();
        if (wanted != 0) {
            refusalOfPort(next, wanted).ifPresent(why -> {
                throw invalid(next, FieldError.invalid(field, wanted, why));
            });
            byPort.put(number, wanted);
        } else if (ServiceFields.needsNodePorts(next)) {
            var given = byPort.get(number);
            if (given == null) given = anyPort(next);
            byPort.put(number, given);
            port.setNodePort(given);
        }
    }

    private Optional<String> refusalOfPort(ObjectNode next, int port) {
        if (dryRun || formerPorts.contains(port) || ports.contains(port)) return Optional.empty();
        var range = allocator.network().nodePorts();
        if (!range.contains(port)) {
            return Optional.of("provided port is not in the valid range. The range of valid ports is " + range);
        }
        return takePort(next, port) ? Optional.empty() : Optional.of(TAKEN_PORT);
    }

    private boolean takePort(ObjectNode next, int port) {
        return allocator.ports().take(port, ObjectName.of(next)) && ports.add(port);
    }

    private int anyPort(ObjectNode next) {
        if (dryRun) return ++pretended;
        return allocator
                .network()
                .nodePorts()
                .candidates(allocator.chance())
                .filter(port -> takePort(next, port))
                .findFirst()
                .orElseThrow(() -> full("failed to allocate a nodePort: range is full"));
    }

    /** The write is done: what it took stays taken, and what the service has no more goes back. */
    public void keep() {
        var kept = service;
        service = null;
        if (kept == null || dryRun) return;
        var owner = ObjectName.of(kept);
        var addressesNow = ServiceFields.addresses(kept);
        var portsNow = ServiceFields.nodePorts(kept);
        for (var address : formerAddresses)
            if (!addressesNow.contains(address)) allocator.addresses().release(address, owner);
        for (var port : formerPorts)
            if (!portsNow.contains(port)) allocator.ports().release(port, owner);
    }

    @Override
    public void close() {
        var undone = service;
        service = null;
        if (undone == null) return;
        var owner = ObjectName.of(undone);
        for (var address : addresses) allocator.addresses().release(address, owner);
        for (var port : ports) allocator.ports().release(port, owner);
    }
}
