package dev.plimsoll.apiserver.services;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.kinds.rules.network.ServiceFields;
import dev.plimsoll.store.StoreException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Compares services with what is noted as taken, when a server starts and every few minutes. What no service has any more is free
 * again, unless it was taken so recently that its service may be about to be written; what a service has and somebody struck off the
 * list is taken again.
 */
public final class AllocationRepair implements AutoCloseable {
    private static final Duration PERIOD = Duration.ofMinutes(3);
    /** Longer than a write takes. */
    static final Duration WRITE_TIME = Duration.ofMinutes(2);

    private final Registry registry;
    private final ServiceAllocator allocator;
    private final InstantSource clock;
    private final Consumer<Throwable> troubles;
    private final CountDownLatch closed = new CountDownLatch(1);

    AllocationRepair(Registry registry, ServiceAllocator allocator, InstantSource clock, Consumer<Throwable> troubles) {
        this.registry = registry;
        this.allocator = allocator;
        this.clock = clock;
        this.troubles = troubles;
    }

    public static AllocationRepair started(
            Registry registry, ServiceAllocator allocator, InstantSource clock, Consumer<Throwable> troubles) {
        var repair = new AllocationRepair(registry, allocator, clock, troubles);
        ComponentThreads.named("service-allocation-repair").start(repair::run);
        return repair;
    }

    private void run() {
        try {
            do {
                runOnce();
            } while (!closed.await(PERIOD.toNanos(), TimeUnit.NANOSECONDS));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** One turn. A store that cannot answer now is asked again at the next. */
    void runOnce() {
        try {
            repair();
        } catch (StoreException | RefusedException trouble) {
            if (!registry.isClosed()) troubles.accept(trouble);
        }
    }

    private record Owned(Set<String> addresses, Set<Integer> ports) {
        static final Owned NOTHING = new Owned(Set.of(), Set.of());
    }

    private void repair() {
        var addresses = allocator.addresses().all();
        var ports = allocator.ports().all();
        var owned = owned();
        var before = clock.instant().minus(WRITE_TIME);
        for (var held : addresses) {
            var isLeft =
                    !owned.getOrDefault(held.owner(), Owned.NOTHING).addresses().contains(held.address());
            if (isLeft && held.since().isBefore(before)) allocator.addresses().release(held.address(), held.owner());
        }
        for (var held : ports) {
            var isLeft =
                    !owned.getOrDefault(held.owner(), Owned.NOTHING).ports().contains(held.port());
            if (isLeft && held.since().isBefore(before)) allocator.ports().release(held.port(), held.owner());
        }
        var knownAddresses = addresses.stream().map(AddressClaims.Held::address).collect(Collectors.toSet());
        var knownPorts = ports.stream().map(PortClaims.Held::port).collect(Collectors.toSet());
        owned.forEach((service, each) -> {
            for (var address : each.addresses())
                if (!knownAddresses.contains(address)) allocator.addresses().take(address, service);
            for (var port : each.ports())
                if (!knownPorts.contains(port)) allocator.ports().take(port, service);
        });
    }

    private Map<ObjectName, Owned> owned() {
        var owned = new HashMap<ObjectName, Owned>();
        for (var object : registry.latest(allocator.services(), "").objects()) {
            ObjectNode service = object.object().tree();
            owned.put(
                    ObjectName.of(service),
                    new Owned(ServiceFields.addresses(service), ServiceFields.nodePorts(service)));
        }
        return owned;
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
