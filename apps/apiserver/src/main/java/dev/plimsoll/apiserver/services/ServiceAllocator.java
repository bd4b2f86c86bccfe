package dev.plimsoll.apiserver.services;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.rules.network.ServiceFields;
import java.time.InstantSource;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Gives services their addresses and node ports. What is given is written into the store before the service is, under a key that only
 * one write can make; a server that dies in between leaves it behind, and {@link AllocationRepair} takes it back.
 */
public final class ServiceAllocator {
    private final Kind services;
    private final ServiceNetwork network;
    private final AddressClaims addresses;
    private final PortClaims ports;
    private final RandomGenerator random;

    public ServiceAllocator(
            Registry registry,
            Kinds kinds,
            ServiceNetwork network,
            InstantSource clock,
            RandomGenerator random,
            Supplier<String> uids) {
        this.services = kinds.named("", "Service");
        this.network = network;
        this.addresses = new AddressClaims(registry, kinds, clock, uids);
        this.ports = new PortClaims(registry, clock);
        this.random = random;
        registry.onRemoval(this::removed);
    }

    /** Begins a write. Of other kinds than services it takes nothing. */
    public Reservation begin(Kind kind, boolean dryRun) {
        return new Reservation(this, kind.equals(services), dryRun);
    }

    private void removed(Kind kind, ObjectNode last) {
        if (!kind.equals(services)) return;
        var owner = ObjectName.of(last);
        for (var address : ServiceFields.addresses(last)) addresses.release(address, owner);
        for (var port : ServiceFields.nodePorts(last)) ports.release(port, owner);
    }

    Kind services() {
        return services;
    }

    public ServiceNetwork network() {
        return network;
    }

    AddressClaims addresses() {
        return addresses;
    }

    PortClaims ports() {
        return ports;
    }

    long chance() {
        return random.nextLong();
    }
}
