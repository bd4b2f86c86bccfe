package dev.plimsoll.integration;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.ApiServer;
import dev.plimsoll.apiserver.ApiServerSettings;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.Transport;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.client.connection.Connections;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.store.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;

/** An API server over TLS on a free port of this machine, and clients of it. */
final class Server implements AutoCloseable {
    static final String TOKEN = "secret-token";

    private final MemoryStore store;
    private final boolean ownsStore;
    final Queue<Throwable> defects = new ConcurrentLinkedQueue<>();
    final ApiServer server;
    private final List<Transport> clients = new ArrayList<>();

    Server() {
        this(FeatureGates.DEFAULT);
    }

    Server(FeatureGates gates) {
        this(new MemoryStore(), true, gates);
    }

    /** Another server on the same objects. */
    Server another(FeatureGates gates) {
        return new Server(store, false, gates);
    }

    private Server(MemoryStore store, boolean ownsStore, FeatureGates gates) {
        this.store = store;
        this.ownsStore = ownsStore;
        server = ApiServer.start(
                store,
                Pki.inMemory(Instant.now()),
                new ApiServerSettings(
                        "127.0.0.1",
                        0,
                        false,
                        Map.of(TOKEN, new User("admin", "", List.of(User.MASTERS))),
                        gates,
                        InstantSource.system(),
                        new Random(1),
                        () -> UUID.randomUUID().toString()),
                defects::add);
    }

    ApiClient client() {
        return client(server.kubeconfig("admin", TOKEN), Time.system());
    }

    /** Without the network. */
    ApiClient inProcess() {
        return inProcess(UnaryOperator.identity());
    }

    /** @param disturbed what is between client and server */
    ApiClient inProcess(UnaryOperator<Transport> disturbed) {
        var transport = disturbed.apply(server.transport(TOKEN));
        return ApiClient.over(transport, "integration/1", TokenBucket.unlimited(Time.system()), Time.system());
    }

    ApiClient client(Time time) {
        return client(server.kubeconfig("admin", TOKEN), time);
    }

    ApiClient client(String kubeconfig) {
        return client(kubeconfig, Time.system());
    }

    private ApiClient client(String kubeconfig, Time time) {
        return switch (Connections.fromText(kubeconfig)) {
            case Configured.Ready ready -> {
                clients.add(ready.transport());
                yield ApiClient.over(ready.transport(), "integration/1", TokenBucket.unlimited(time), time);
            }
            case Configured.Invalid(var why) -> throw new AssertionError(why);
        };
    }

    static ObjectNode json(String text) {
        return ClientJson.read(text.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    }

    static ObjectNode pod(String name, String cpu) {
        return json("""
                {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"default","name":"%s"},
                "spec":{"containers":[{"name":"c","image":"i","resources":{"requests":{"cpu":"%s"}}}]}}""".formatted(name, cpu));
    }

    @Override
    public void close() {
        for (var client : clients) client.close();
        server.close();
        if (ownsStore) store.close();
    }
}
