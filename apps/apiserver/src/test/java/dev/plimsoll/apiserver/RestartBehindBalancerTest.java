package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.client.Transport;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.client.connection.Connections;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.store.memory.MemoryStore;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two API servers are restarted in turn behind a load balancer, and clients that know only its address see no error. */
// Acceptance of production: restart-behind-balancer
@Timeout(180)
class RestartBehindBalancerTest {
    private static final String TOKEN = "secret-token";
    private static final int RESTARTS = 4;
    /** Between two steps of a restart the client has finished so many more rounds, each of a write and a read. */
    private static final int ROUNDS_BETWEEN = 3;

    @TempDir
    private Path folder;

    private final MemoryStore store = new MemoryStore();
    private final Pki pki = Pki.inMemory(Instant.now());
    private final Queue<Throwable> defects = new ConcurrentLinkedQueue<>();
    private final ApiServer[] servers = new ApiServer[2];
    private LoadBalancer balancer;

    @BeforeEach
    void start() throws IOException {
        for (var i = 0; i < servers.length; i++) servers[i] = server(0);
        var backends = new ArrayList<LoadBalancer.Backend>();
        for (var server : servers) backends.add(new LoadBalancer.Backend(server.port(), transport(server)));
        balancer = LoadBalancer.over(backends);
    }

    @AfterEach
    void stop() throws IOException {
        balancer.close();
        for (var server : servers) server.close();
        store.close();
        assertThat(defects).isEmpty();
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

    private Transport transport(ApiServer server) throws IOException {
        var file = folder.resolve("of-one-server");
        Files.writeString(file, server.kubeconfig("admin", TOKEN));
        return switch (Connections.fromFile(file, "")) {
            case Configured.Ready ready -> ready.transport();
            case Configured.Invalid(var why) -> throw new AssertionError(why);
        };
    }

    private String kubeconfig() {
        return servers[0].kubeconfig("admin", TOKEN).replace(servers[0].url(), balancer.url());
    }

    /** A client that goes on until it fails or is told to end. */
    private abstract static class Rounds implements Runnable {
        private final AtomicInteger done = new AtomicInteger();
        private final Queue<String> problems = new ConcurrentLinkedQueue<>();
        private volatile boolean ended;

        /** What went wrong; empty if nothing did. */
        abstract String round(int number) throws Exception;

        @Override
        public void run() {
            while (!ended && problems.isEmpty()) {
                try {
                    var problem = round(done.get());
                    if (!problem.isEmpty()) problems.add(problem);
                } catch (Exception e) {
                    problems.add(e.toString());
                }
                done.incrementAndGet();
            }
        }

        int count() {
            return done.get();
        }

        /** Waits until it has done some more. */
        void progress() throws InterruptedException {
            for (var goal = done.get() + ROUNDS_BETWEEN + 1; done.get() < goal && problems.isEmpty(); )
                TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    private void restartAllUnder(Rounds client) throws InterruptedException {
        var thread = Thread.ofPlatform().daemon().start(client);
        try {
            for (var i = 0; i < RESTARTS; i++) {
                client.progress();
                var port = servers[i % 2].port();
                servers[i % 2].beginShutdown();
                client.progress(); // the delay of --shutdown-delay-duration: whoever was sent here before is done
                servers[i % 2].close();
                client.progress();
                servers[i % 2] = server(port);
            }
            client.progress();
        } finally {
            client.ended = true;
            thread.join();
        }
        assertThat(client.problems).isEmpty();
        assertThat(store.count("/registry/configmaps/default/round-")).isEqualTo(client.count());
    }

    @Test
    @DisplayName("kubectl, which connects anew for each command")
    void kubectl() throws Exception {
        Assumptions.assumeTrue(
                Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                        .anyMatch(each -> Files.isExecutable(Path.of(each, "kubectl"))),
                "no kubectl on the PATH");
        Files.writeString(folder.resolve("config"), kubeconfig());
        restartAllUnder(new Rounds() {
            @Override
            String round(int number) throws Exception {
                var made = problem("create", "configmap", "round-" + number);
                return made.isEmpty() ? problem("get", "configmap", "round-" + number) : made;
            }
        });
    }

    /** What kubectl said if it failed. */
    private String problem(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("kubectl"));
        command.addAll(Arrays.asList(arguments));
        var output = folder.resolve("output");
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("KUBECONFIG", folder.resolve("config").toString());
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("NO_PROXY", "127.0.0.1");
        return builder.start().waitFor() == 0 ? "" : command + ": " + Files.readString(output);
    }

    @Test
    @DisplayName(
            "fabric8, which keeps its connection until the server ends it, and an informer of it, which misses nothing")
    void fabric8() throws Exception {
        var config = Config.fromKubeconfig(kubeconfig());
        config.setRequestRetryBackoffLimit(0); // an error is an error
        Set<String> seen = ConcurrentHashMap.newKeySet();
        try (var client = new KubernetesClientBuilder().withConfig(config).build();
                var informer = client.configMaps().inNamespace("default").runnableInformer(0)) {
            informer.addEventHandler(new NamesOfMaps(seen));
            informer.run();
            var rounds = new Rounds() {
                @Override
                String round(int number) {
                    return written(client, "round-" + number);
                }
            };
            restartAllUnder(rounds);
            for (var i = 0; i < rounds.count(); i++)
                while (!seen.contains("round-" + i)) TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    private static String written(KubernetesClient client, String name) {
        var map = new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("default")
                .endMetadata()
                .build();
        try {
            client.resource(map).create();
            return client.resource(map).get() == null ? name + " is not there" : "";
        } catch (KubernetesClientException e) {
            return name + ": " + e.getMessage() + ", " + e.getCause();
        }
    }
}
