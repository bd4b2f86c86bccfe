package dev.plimsoll.benchmarks;

import dev.plimsoll.apiserver.flowcontrol.FlowController;
import dev.plimsoll.apiserver.limits.InFlight;
import dev.plimsoll.apiserver.limits.RequestLimits;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.flowcontrol.FlowControlDocuments;
import dev.plimsoll.kinds.flowcontrol.FlowRequest;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.store.memory.MemoryStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What it costs a request to be let in while nobody waits: by the older bounds alone, and with priority and fairness before them. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class FlowControlBenchmark {
    private static final String GROUP = "flowcontrol.apiserver.k8s.io";
    private static final Duration WAIT = Duration.ofSeconds(15);

    /** Who asks: the first schema matches the first, and one of the last the last. */
    @Param({"master", "node", "user"})
    private String who = "user";

    private final MemoryStore store = new MemoryStore();
    private final Kinds kinds = Kinds.bundled();
    private final Registry registry = new Registry(store, (_, _) -> Map.of());
    private final InFlight inFlight = new InFlight(RequestLimits.DEFAULT);
    private final FlowController flows =
            new FlowController(registry, kinds, RequestLimits.DEFAULT, new Random(1), FlowControlDocuments.bundled());
    private FlowRequest request = request("user");

    @Setup
    public void setUp() {
        for (var document : FlowControlDocuments.bundled().all()) {
            var kind = kinds.named(GROUP, document.path("kind").asText());
            registry.create(kind, "", document.path("metadata").path("name").asText(), document);
            registry.awaitOwnWrites(kind);
        }
        request = request(who);
    }

    private static FlowRequest request(String who) {
        var user = switch (who) {
            case "master" -> new User("admin", "", List.of(User.MASTERS, User.AUTHENTICATED));
            case "node" -> new User("system:node:worker-1", "", List.of("system:nodes", User.AUTHENTICATED));
            default -> new User("jane@example.com", "", List.of("developers", User.AUTHENTICATED));
        };
        return new FlowRequest(user, "get", "", "pods", "default", "/api/v1/namespaces/default/pods/web");
    }

    @TearDown
    public void tearDown() {
        flows.close();
        registry.close();
        store.close();
    }

    @Benchmark
    public boolean before() {
        var entered = inFlight.enter(false, false);
        inFlight.leave(false);
        return entered;
    }

    @Benchmark
    public boolean after() {
        var flow = flows.classify(request);
        if (!(flows.enter(flow, flow.width(1), WAIT) instanceof FlowController.Seat seat)) return false;
        try (seat) {
            var entered = inFlight.enter(false, false);
            inFlight.leave(false);
            return entered;
        }
    }

    /** Which schema it is, alone. */
    @Benchmark
    public String classification() {
        return flows.classify(request).schemaUid();
    }
}
