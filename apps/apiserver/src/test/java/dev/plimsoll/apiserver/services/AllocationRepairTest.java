package dev.plimsoll.apiserver.services;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.store.memory.MemoryStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a server leaves behind that dies between two writes, or what somebody strikes off by hand. */
class AllocationRepairTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    private final MemoryStore store = new MemoryStore();
    private final Kinds kinds = Kinds.bundled();
    private final Registry registry = new Registry(store, (_, _) -> Map.of());
    private final ServiceAllocator allocator =
            new ServiceAllocator(registry, kinds, ServiceNetwork.DEFAULT, now::get, new Random(1), () -> "uid");
    private final ArrayList<Throwable> troubles = new ArrayList<>();
    private final AllocationRepair repair = new AllocationRepair(registry, allocator, now::get, troubles::add);

    @AfterEach
    void close() {
        registry.close();
        store.close();
        assertThat(troubles).isEmpty();
    }

    private static ObjectNode service(String name) {
        var service =
                JsonNodeFactory.instance.objectNode().put("kind", "Service").put("apiVersion", "v1");
        service.putObject("metadata")
                .put("name", name)
                .put("namespace", "default")
                .put("uid", name);
        var spec = service.putObject("spec").put("type", "NodePort");
        spec.putArray("ports").addObject().put("port", 80).put("protocol", "TCP");
        return service;
    }

    @Test
    @DisplayName("what no service came to have is free again, when a write would be over")
    void leftBehind() {
        var service = service("dead");
        var reservation = allocator.begin(kinds.named("", "Service"), false);
        reservation.take(service, null); // and then the server dies
        assertThat(allocator.addresses().all()).hasSize(1);
        assertThat(allocator.ports().all()).hasSize(1);
        repair.runOnce();
        assertThat(allocator.addresses().all()).as("its service may still come").hasSize(1);
        now.updateAndGet(time -> time.plus(AllocationRepair.WRITE_TIME).plusSeconds(1));
        repair.runOnce();
        assertThat(allocator.addresses().all()).isEmpty();
        assertThat(allocator.ports().all()).isEmpty();
    }

    @Test
    @DisplayName("what a service has stays taken, and is taken again when somebody struck it off")
    void struckOff() {
        var service = service("web");
        try (var reservation = allocator.begin(kinds.named("", "Service"), false)) {
            reservation.take(service, null);
            registry.create(kinds.named("", "Service"), "default", "web", service);
            reservation.keep();
        }
        var address = service.at("/spec/clusterIP").asText();
        var port = service.at("/spec/ports/0/nodePort").asInt();
        now.updateAndGet(time -> time.plus(AllocationRepair.WRITE_TIME).plusSeconds(1));
        repair.runOnce();
        assertThat(allocator.addresses().all())
                .extracting(AddressClaims.Held::address)
                .containsExactly(address);
        assertThat(allocator.ports().all()).extracting(PortClaims.Held::port).containsExactly(port);
        allocator.addresses().release(address, new ObjectName("default", "web"));
        allocator.ports().release(port, new ObjectName("default", "web"));
        repair.runOnce();
        assertThat(allocator.addresses().all())
                .extracting(AddressClaims.Held::address)
                .containsExactly(address);
        assertThat(allocator.ports().all()).extracting(PortClaims.Held::port).containsExactly(port);

        var stored = registry.get(kinds.named("", "Service"), "default", "web");
        registry.delete(stored);
        assertThat(allocator.addresses().all()).isEmpty();
        assertThat(allocator.ports().all()).isEmpty();
    }
}
