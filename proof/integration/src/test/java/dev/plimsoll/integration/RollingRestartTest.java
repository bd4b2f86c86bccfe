package dev.plimsoll.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.ApiServer;
import dev.plimsoll.apiserver.ApiServerSettings;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.client.cache.Observer;
import dev.plimsoll.client.cache.Reflector;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.client.connection.Connections;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.store.memory.MemoryStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two API servers of one cluster are restarted in turn, and whoever knows both does not notice. */
// Acceptance of production: several-servers, rolling-restart
class RollingRestartTest {
    private static final String TOKEN = "secret-token";
    private static final ApiResource MAPS = ApiResource.CONFIG_MAPS;
    private static final int WRITERS = 4;
    private static final int RESTARTS = 6;
    /** Between two restarts each writer has finished so many more writes. */
    private static final int WRITES_BETWEEN = 10;

    @TempDir
    private Path folder;

    private final MemoryStore store = new MemoryStore();
    private final Pki pki = Pki.inMemory(Instant.now());
    private final Queue<Throwable> defects = new ConcurrentLinkedQueue<>();
    private final ApiServer[] servers = new ApiServer[2];
    private final Queue<String> moves = new ConcurrentLinkedQueue<>();

    @BeforeEach
    void start() {
        for (var i = 0; i < servers.length; i++) servers[i] = server(0);
    }

    @AfterEach
    void stop() {
        for (var server : servers) server.close();
        store.close();
    }

    private ApiServer server(int port) {
        var settings = new ApiServerSettings(
                "127.0.0.1",
                port,
                false,
                Map.of(TOKEN, new User("admin", "", List.of(User.MASTERS))),
                FeatureGates.DEFAULT,
                InstantSource.system(),
                new Random(1),
                () -> UUID.randomUUID().toString());
        return ApiServer.start(store, pki, settings, defects::add);
    }

    /** As `kill` and a service manager do it. */
    private void restart(int number) {
        var port = servers[number].port();
        servers[number].beginShutdown();
        servers[number].close();
        servers[number] = server(port);
    }

    private Configured.Ready connection(String... addresses) throws IOException {
        var kubeconfig = folder.resolve("kubeconfig");
        Files.writeString(kubeconfig, servers[0].kubeconfig("admin", TOKEN));
        return switch (Connections.fromFile(kubeconfig, "", new Connections.Servers(List.of(addresses), moves::add))) {
            case Configured.Ready ready -> ready;
            case Configured.Invalid(var why) -> throw new AssertionError(why);
        };
    }

    private static ApiClient client(Configured.Ready ready) {
        return ApiClient.over(ready.transport(), "integration/1", TokenBucket.unlimited(Time.system()), Time.system());
    }

    private static ObjectNode map(String name) {
        return Server.json(
                "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"namespace\":\"default\",\"name\":\""
                        + name + "\"}}");
    }

    /** Writes and reads back until told to end. */
    private static final class Writer {
        private final int number;
        private final ApiClient client;
        private final AtomicInteger written = new AtomicInteger();
        private final List<String> problems = new ArrayList<>();

        Writer(int number, ApiClient client) {
            this.number = number;
            this.client = client;
        }

        Writer runUntil(AtomicBoolean end) {
            while (!end.get() && problems.isEmpty()) {
                check("create", client.create(MAPS, map("w" + number + "-" + written)));
                check("get", client.get(MAPS, new ObjectName("default", "w" + number + "-" + written)));
                written.incrementAndGet();
            }
            return this;
        }

        private void check(String what, RequestResult<ObjectNode> result) {
            if (!(result instanceof RequestResult.Done<ObjectNode>))
                problems.add(what + " " + written + ": " + result.problem());
        }
    }

    @Test
    @DisplayName(
            "six restarts in turn: no request fails, every write is there once, and a cache that follows has all of them")
    void nobodyNotices() throws Exception {
        var end = new AtomicBoolean();
        var ready = connection(servers[0].url(), servers[1].url());
        try (var _ = ready.transport();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var client = client(ready);
            var added = new ConcurrentLinkedQueue<String>();
            var cache = new Cache<String>(_ -> new Decoded.View<>("-"), List.of(), new Told());
            cache.subscribe(change -> {
                if (change instanceof CacheChange.Added<String>(var name, var _)) added.add(name.name());
            });
            var reflector = new Reflector<>(
                    client,
                    MAPS,
                    ObjectSelection.inNamespace("default"),
                    cache,
                    new Told(),
                    Time.system(),
                    new Random(1));
            threads.execute(reflector);
            try (reflector) {
                var writers = new ArrayList<Writer>();
                var results = new ArrayList<Future<Writer>>();
                for (var i = 0; i < WRITERS; i++) {
                    var writer = new Writer(i, client);
                    writers.add(writer);
                    results.add(threads.submit(() -> writer.runUntil(end)));
                }
                try {
                    for (var i = 0; i < RESTARTS; i++) {
                        progress(writers, results);
                        restart(i % 2);
                    }
                    progress(writers, results);
                } finally {
                    end.set(true);
                }
                var expected = 0;
                for (var result : results) {
                    assertThat(result.get().problems).isEmpty();
                    expected += result.get().written.get();
                }
                var stored = (int) store.count("/registry/configmaps/default/w");
                assertThat(stored).isEqualTo(expected);
                var written = expected;
                Patience.until(
                        "the cache has all " + written,
                        () -> added.stream()
                                        .filter(name -> name.startsWith("w"))
                                        .count()
                                >= written);
                assertThat(added).doesNotHaveDuplicates();
                assertThat(moves).isNotEmpty();
                assertThat(defects).isEmpty();
            }
        }
    }

    /** Troubles of a watch are no failure here: it goes on at the other server. */
    private final class Told implements Observer {
        @Override
        public void unreadable(ObjectName name, String why) {
            defects.add(new AssertionError(name + ": " + why));
        }

        @Override
        public void trouble(ApiResource resource, String problem) {}

        @Override
        public void defect(RuntimeException exception) {
            defects.add(exception);
        }
    }

    private static void progress(List<Writer> writers, List<Future<Writer>> results) throws InterruptedException {
        var goals = writers.stream()
                .map(each -> each.written.get() + WRITES_BETWEEN)
                .toList();
        for (var i = 0; i < writers.size(); i++) {
            var number = i;
            Patience.until(
                    "writer " + i + " goes on",
                    () -> writers.get(number).written.get() >= goals.get(number)
                            || results.get(number).isDone());
        }
    }

    @Test
    @DisplayName("a server that accepts connections and never answers is given up, and a read is answered by the other")
    void silentServers() throws Exception {
        try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            var ready = connection("https://127.0.0.1:" + silent.getLocalPort(), servers[1].url());
            try (var _ = ready.transport()) {
                var got = client(ready).get(ApiResource.NAMESPACES, new ObjectName("", "default"));
                assertThat(got).isInstanceOf(RequestResult.Done.class);
            }
        }
    }
}
