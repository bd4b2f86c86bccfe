package dev.plimsoll.benchmarks.node;

import dev.plimsoll.apiserver.ApiServer;
import dev.plimsoll.apiserver.ApiServerSettings;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.nodeagent.api.NodeDocument;
import dev.plimsoll.nodeagent.checkpoint.FileCheckpoints;
import dev.plimsoll.nodeagent.context.NodeContext;
import dev.plimsoll.nodeagent.shape.NodeShapes;
import dev.plimsoll.nodeagent.simulated.SimulatedNodes;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.runtime.Reporter;
import dev.plimsoll.store.embedded.EmbeddedStore;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;

/** Our API server on the embedded store and simulated nodes, in this process; writes and checkpoints are durable. */
final class NodeBenchmarkCluster implements AutoCloseable {
    private static final String TOKEN = "benchmark";

    private final EmbeddedStore store;
    private final ApiServer server;
    private final NodeContext around;
    private final SimulatedNodes nodes;

    NodeBenchmarkCluster(Path folder, int count) {
        store = EmbeddedStore.open(folder.resolve("store"));
        var settings = new ApiServerSettings(
                "127.0.0.1",
                0,
                true,
                Map.of(TOKEN, new User("benchmark", "", List.of(User.MASTERS))),
                FeatureGates.DEFAULT,
                InstantSource.system(),
                new SplittableRandom(1),
                () -> UUID.randomUUID().toString());
        var told = new Told();
        server = ApiServer.start(store, Pki.inMemory(Instant.now()), settings, Throwable::printStackTrace);
        around = NodeContext.of(new ProgramContext(Time.system(), new SplittableRandom(2), told), client());
        var shapes = NodeShapes.of(
                "node",
                count,
                MachineNotation.literal("2s2n64c2t,memory=1Ti"),
                ResourceAmounts.EMPTY,
                2000,
                FeatureGates.DEFAULT);
        nodes = SimulatedNodes.start(
                new SimulatedNodes.Plan(
                        shapes,
                        FeatureGates.DEFAULT,
                        null,
                        name -> new FileCheckpoints(folder.resolve(name), InstantSource.system()),
                        new NodeDocument.Versions("v1.37.0", "simulated://1", "", "", "boot")),
                around,
                told);
    }

    /** A client of its own, by calls inside the process. */
    ApiClient client() {
        var time = Time.system();
        return ApiClient.over(server.transport(TOKEN), "benchmark/1", TokenBucket.unlimited(time), time);
    }

    private static final class Told implements Reporter {
        @Override
        public void tell(String problem) {
            System.err.println(problem);
        }

        @Override
        public void defect(String where, RuntimeException exception) {
            throw new IllegalStateException(where, exception);
        }

        @Override
        public void unreadable(ObjectName name, String why) {
            throw new IllegalStateException(name + ": " + why);
        }

        @Override
        public void trouble(ApiResource resource, String problem) {
            System.err.println(resource + ": " + problem);
        }

        @Override
        public void defect(RuntimeException exception) {
            throw exception;
        }
    }

    @Override
    public void close() {
        nodes.close();
        around.close();
        server.close();
        store.close();
    }
}
