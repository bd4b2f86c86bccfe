package dev.plimsoll.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.Observer;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.allocatable.EvictionHard;
import dev.plimsoll.core.allocatable.EvictionSignal;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.resize.eviction.ImageGarbage;
import dev.plimsoll.core.resize.shutdown.ShutdownGracePeriods;
import dev.plimsoll.core.resize.state.NodeAbilities;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.cri.CallTimeouts;
import dev.plimsoll.cri.CriClient;
import dev.plimsoll.cri.Sandbox;
import dev.plimsoll.fakes.client.Observed;
import dev.plimsoll.fakes.cri.FakeRuntime;
import dev.plimsoll.fakes.linux.RecordedMounts;
import dev.plimsoll.linux.cgroup.CgroupNames;
import dev.plimsoll.linux.cgroup.CgroupTree;
import dev.plimsoll.linux.watch.FileWatch;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.nodeagent.api.NodeDocument;
import dev.plimsoll.nodeagent.checkpoint.FileCheckpoints;
import dev.plimsoll.nodeagent.context.NodeContext;
import dev.plimsoll.nodeagent.cri.CriNode;
import dev.plimsoll.nodeagent.cri.cgroups.KernelCgroups;
import dev.plimsoll.nodeagent.cri.cgroups.MemoryWatch;
import dev.plimsoll.nodeagent.cri.container.SubordinateUsers;
import dev.plimsoll.nodeagent.cri.host.HostSpace;
import dev.plimsoll.nodeagent.cri.host.HostUsage;
import dev.plimsoll.nodeagent.payload.NodeSetup;
import dev.plimsoll.nodeagent.shape.NodeResources;
import dev.plimsoll.nodeagent.shape.NodeShapes;
import dev.plimsoll.nodeagent.staticpods.StaticPodSources;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.runtime.Reporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** An API server, a runtime that runs nothing, a folder in place of cgroups, and a node agent between them that can be restarted. */
final class NodeOnFakeRuntime implements AutoCloseable {
    static final String NODE = "worker-1";

    /** The disk of the machine that runs the tests is nobody's business. */
    private static final EvictionHard MEMORY_ONLY =
            new EvictionHard(Map.of(EvictionSignal.MEMORY, EvictionHard.DEFAULT.memory()));

    private final Path folder;
    final Server server = new Server();
    final ApiClient client = server.client();
    final FakeRuntime runtime;
    final JournaledCgroups cgroups;
    final RecordedMounts mounts = new RecordedMounts();
    final Observed pods = new Observed(server.client(), ApiResource.PODS);
    final Observed events = new Observed(server.client(), ApiResource.EVENTS);
    final Queue<String> defects = new ConcurrentLinkedQueue<>();
    private final KernelCgroups kernel;

    @Nullable
    ResourceManagers resourceManagers;

    /** How much must be left on the machine, from the next start on. */
    EvictionHard evictionHard = MEMORY_ONLY;

    /** Which images the node removes, from the next start on. */
    ImageGarbage images = ImageGarbage.DEFAULT;

    /** Where the node has pods from beside the API, from the next start on. */
    StaticPodSources staticPods;

    private @Nullable CriClient cri;
    private @Nullable NodeContext around;
    private @Nullable CriNode node;

    NodeOnFakeRuntime(Path folder) throws IOException {
        this(folder, null);
    }

    /** @param resourceManagers what the node pins by; null for nothing. Another one counts from the next start on. */
    NodeOnFakeRuntime(Path folder, @Nullable ResourceManagers resourceManagers) throws IOException {
        this.folder = folder;
        this.resourceManagers = resourceManagers;
        this.staticPods = StaticPodSources.of(folder.resolve("manifests"));
        Files.createDirectories(tree());
        runtime = new FakeRuntime(folder.resolve("cri.sock"), tree(), InstantSource.system());
        runtime.start();
        kernel = new KernelCgroups(
                CgroupTree.at(tree()), new CgroupNames(CgroupNames.Driver.CGROUPFS, "/"), Set.of(), _ -> {});
        cgroups = new JournaledCgroups(kernel, runtime.faults());
        start();
    }

    Path tree() {
        return folder.resolve("cgroup");
    }

    Path checkpoint(String name) {
        return folder.resolve("root").resolve(name);
    }

    /** A new process on what the last one left. */
    void start() throws IOException {
        var reporter = new Reporter() {
            @Override
            public void defect(String where, RuntimeException exception) {
                defects.add(where + ": " + exception);
            }

            @Override
            public void tell(String problem) {}
        };
        var observer = new Observer() {
            @Override
            public void unreadable(ObjectName name, String why) {
                defects.add(name + ": " + why);
            }

            @Override
            public void trouble(ApiResource resource, String problem) {}

            @Override
            public void defect(RuntimeException exception) {
                defects.add(exception.toString());
            }
        };
        var gates = FeatureGates.DEFAULT;
        var shape = NodeShapes.real(
                NODE, "10.0.0.1", NodeResources.of(MachineNotation.literal("1s1n8c1t,memory=16Gi")), gates);
        around = NodeContext.of(new ProgramContext(Time.system(), new Random(3), reporter), server.client());
        cri = new CriClient(folder.resolve("cri.sock"), CallTimeouts.DEFAULT);
        node = CriNode.start(
                new CriNode.Plan(
                        shape,
                        new NodeSetup(
                                NODE,
                                "10.0.0.1",
                                shape.allocatable(),
                                folder.resolve("root"),
                                folder.resolve("logs"),
                                List.of(),
                                "cluster.local"),
                        gates,
                        resourceManagers,
                        new FileCheckpoints(folder.resolve("root"), InstantSource.system()),
                        new NodeDocument.Versions("v1", "fake://1", "", "", ""),
                        cri,
                        "fake",
                        cgroups,
                        new MemoryWatch(FileWatch.open(Duration.ofMillis(50)), kernel::memoryEvents, reporter),
                        mounts,
                        false,
                        NodeAbilities.LINUX,
                        Duration.ofSeconds(2),
                        evictionHard,
                        new HostUsage(Path.of("/proc")),
                        new HostSpace(folder, Path.of("/proc"), cri),
                        images,
                        staticPods,
                        new SubordinateUsers(folder.resolve("etc"))),
                around,
                observer);
    }

    NodeAgent agent() {
        if (node == null) throw new IllegalStateException("stopped");
        return node.agent();
    }

    /** The machine goes down. */
    void shutDown(ShutdownGracePeriods periods) throws InterruptedException {
        if (node == null) throw new IllegalStateException("stopped");
        node.shutDown(periods);
    }

    Path logs() {
        return folder.resolve("logs");
    }

    NodeState state() {
        if (node == null) throw new IllegalStateException("stopped");
        return node.agent().state();
    }

    /** As if the process had died. */
    void stop() {
        if (node != null) node.close();
        if (around != null) around.close();
        if (cri != null) cri.close();
        node = null;
    }

    void stopSandbox(String id) {
        try (var direct = new CriClient(folder.resolve("cri.sock"), CallTimeouts.DEFAULT)) {
            assertThat(direct.stopSandbox(id).ok()).isPresent();
        }
    }

    /** All that the runtime has. */
    List<Sandbox> sandboxes() {
        try (var direct = new CriClient(folder.resolve("cri.sock"), CallTimeouts.DEFAULT)) {
            return direct.sandboxes(Map.of()).ok().orElseThrow();
        }
    }

    ObjectNode create(String name, String spec) {
        var pod = Server.json("""
                {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"default","name":"%s"},"spec":%s}""".formatted(name, spec));
        ((ObjectNode) pod.path("spec")).put("nodeName", NODE);
        return made(client.create(ApiResource.PODS, pod));
    }

    private static ObjectNode made(RequestResult<ObjectNode> outcome) {
        assertThat(outcome.problem()).isEmpty();
        return outcome.done().orElseThrow();
    }

    /** As {@code kubectl patch pod NAME --subresource resize}. */
    ObjectNode resize(String name, String spec) {
        RegisteredNode.await(client, NODE);
        var patch = Server.json("{\"spec\":" + spec + "}");
        return made(client.patch(
                ApiResource.PODS.sub("resize"), new ObjectName("default", name), new Patch.Strategic(patch)));
    }

    ObjectNode await(String name, String what, Predicate<ObjectNode> wanted) throws InterruptedException {
        return pods.await(what, pod -> pod.at("/metadata/name").asText().equals(name) && wanted.test(pod));
    }

    ObjectNode awaitRunning(String name) throws InterruptedException {
        return await(name, "running", pod -> allRun(pod));
    }

    private static boolean allRun(ObjectNode pod) {
        var statuses = pod.at("/status/containerStatuses");
        if (statuses.isEmpty()) return false;
        for (var status : statuses) if (!status.path("state").has("running")) return false;
        return true;
    }

    /** Waits until nothing of a resize is left to do, and the node has seen this generation. */
    ObjectNode awaitResized(String name, long generation) throws InterruptedException {
        return await(
                name,
                "resized",
                pod -> pod.at("/status/observedGeneration").asLong() >= generation
                        && condition(pod, "PodResizeInProgress").isMissingNode()
                        && condition(pod, "PodResizePending").isMissingNode()
                        && allRun(pod)
                        && sameAsSpec(pod));
    }

    private static boolean sameAsSpec(ObjectNode pod) {
        var spec = pod.at("/spec/containers");
        for (var i = 0; i < spec.size(); i++) {
            var wanted = spec.get(i).path("resources");
            for (var status : pod.at("/status/containerStatuses")) {
                if (!status.path("name").equals(spec.get(i).path("name"))) continue;
                for (var map : List.of("requests", "limits")) {
                    if (wanted.has(map) && !status.path("resources").path(map).equals(wanted.path(map))) return false;
                }
            }
        }
        var podLevel = pod.at("/spec/resources");
        return podLevel.isMissingNode() || podLevel.path("limits").equals(pod.at("/status/resources/limits"));
    }

    static JsonNode condition(ObjectNode pod, String type) {
        for (var condition : pod.at("/status/conditions")) {
            if (condition.path("type").asText().equals(type)) return condition;
        }
        return pod.path("none");
    }

    static JsonNode container(ObjectNode pod, String name) {
        for (var list : List.of("containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses")) {
            for (var status : pod.path("status").path(list)) {
                if (status.path("name").asText().equals(name)) return status;
            }
        }
        return pod.path("none");
    }

    /** The runtime's id of a container. */
    static String id(ObjectNode pod, String name) {
        return container(pod, name).path("containerID").asText().replace("fake://", "");
    }

    ObjectNode awaitEvent(String reason, Predicate<ObjectNode> wanted) throws InterruptedException {
        return events.await(
                "event " + reason, event -> event.path("reason").asText().equals(reason) && wanted.test(event));
    }

    Path podCgroup(ObjectNode pod, String qos) {
        return tree().resolve("kubepods")
                .resolve(qos)
                .resolve("pod" + pod.at("/metadata/uid").asText());
    }

    static String file(Path cgroup, String name) throws IOException {
        return Files.readString(cgroup.resolve(name)).strip();
    }

    /** What the kernel would say of memory in use. */
    void use(ObjectNode pod, String qos, long bytes, String... containers) throws IOException {
        var cgroup = podCgroup(pod, qos);
        Files.writeString(cgroup.resolve("memory.current"), bytes + "\n");
        for (var name : containers)
            Files.writeString(cgroup.resolve(id(pod, name)).resolve("memory.current"), bytes + "\n");
    }

    @Override
    public void close() {
        stop();
        pods.close();
        events.close();
        runtime.close();
        server.close();
        assertThat(defects).isEmpty();
    }
}
