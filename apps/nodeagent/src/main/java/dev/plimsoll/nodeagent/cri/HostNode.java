package dev.plimsoll.nodeagent.cri;

import dev.plimsoll.client.cache.Observer;
import dev.plimsoll.core.cgroups.HugePageSize;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.cri.CallTimeouts;
import dev.plimsoll.cri.CgroupDriver;
import dev.plimsoll.cri.CriClient;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.Done;
import dev.plimsoll.cri.RuntimeVersion;
import dev.plimsoll.files.PrivateFiles;
import dev.plimsoll.linux.cgroup.CgroupKeeper;
import dev.plimsoll.linux.cgroup.CgroupNames;
import dev.plimsoll.linux.cgroup.CgroupTree;
import dev.plimsoll.linux.cgroup.CgroupVersion;
import dev.plimsoll.linux.files.KernelMounts;
import dev.plimsoll.linux.systemd.SystemdSlices;
import dev.plimsoll.linux.watch.FileWatch;
import dev.plimsoll.nodeagent.api.NodeDocument;
import dev.plimsoll.nodeagent.checkpoint.FileCheckpoints;
import dev.plimsoll.nodeagent.context.NodeContext;
import dev.plimsoll.nodeagent.cri.cgroups.KernelCgroups;
import dev.plimsoll.nodeagent.cri.cgroups.MemoryWatch;
import dev.plimsoll.nodeagent.cri.cgroups.NoCgroups;
import dev.plimsoll.nodeagent.cri.cgroups.PodCgroups;
import dev.plimsoll.nodeagent.cri.container.SubordinateUsers;
import dev.plimsoll.nodeagent.cri.host.Host;
import dev.plimsoll.nodeagent.cri.host.HostOptions;
import dev.plimsoll.nodeagent.cri.host.HostSpace;
import dev.plimsoll.nodeagent.cri.host.HostUsage;
import dev.plimsoll.nodeagent.cri.host.RuntimeArrival;
import dev.plimsoll.nodeagent.shape.NodeResources;
import dev.plimsoll.nodeagent.shape.NodeShape;
import dev.plimsoll.nodeagent.shape.NodeShapes;
import dev.plimsoll.objects.node.NodeReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Makes a node of the machine that this runs on, or says why that cannot be. */
public final class HostNode {
    private static final Path CGROUPS = Path.of("/sys/fs/cgroup");
    private static final Duration RELIST = Duration.ofSeconds(10);
    private static final Duration REMOVAL_PAUSE = Duration.ofMillis(100);

    private final HostOptions options;
    private final FeatureGates gates;
    private final Managers managers;
    private final UnaryOperator<NodeShape> served;

    /** What pins containers on this machine, if anything does; what is wrong goes to {@code problems}. */
    public interface Managers {
        Optional<ResourceManagers> on(Machine machine, List<String> problems);
    }

    /**
     * A node to be.
     *
     * @param served tells the node where it serves
     */
    public HostNode(HostOptions options, FeatureGates gates, Managers managers, UnaryOperator<NodeShape> served) {
        this.options = options;
        this.gates = gates;
        this.managers = managers;
        this.served = served;
    }

    /** What came of it. */
    public sealed interface Started {
        record Running(
                CriNode node, CriClient runtime, @Nullable ResourceManagers resourceManagers, String described)
                implements Started, AutoCloseable {
            @Override
            public void close() {
                node.close();
                runtime.close();
            }
        }

        record Refused(String why) implements Started {}

        /** The program was told to end before there was anything to start with. */
        record Stopped() implements Started {}
    }

    /**
     * All that a machine lacks to be a node; empty if it lacks nothing. Nothing is changed.
     *
     * @param root {@code /}, or a folder with copies of {@code proc} and {@code sys}
     */
    public static List<String> lacking(Path root, HostOptions options) {
        var lacking = new ArrayList<String>();
        refusal(Host.read(root), options).ifPresent(lacking::add);
        var cgroups = root.resolve("sys/fs/cgroup");
        if (lacking.isEmpty() && !Files.isWritable(cgroups))
            lacking.add("cgroups cannot be made in " + cgroups + ": root is needed");
        try (var runtime = new CriClient(options.socket(), CallTimeouts.DEFAULT)) {
            var arrival = new RuntimeArrival(runtime, options.endpoint());
            if (arrival.look() instanceof CriReply.Failed<RuntimeVersion>(var _, var message))
                lacking.add(arrival.missing(message));
        }
        return lacking;
    }

    private static Optional<String> refusal(Host.Found found, HostOptions options) {
        return switch (found) {
            case Host.Found.Unknown(var why) -> Optional.of("this machine cannot be a node: " + why);
            case Host.Found.Known(var host) -> host.refusal(options.failCgroupV1(), options.failSwapOn());
        };
    }

    /** Waits for the container runtime, if need be until the latch opens. */
    public Started start(NodeContext around, Observer observer, CountDownLatch stop) throws InterruptedException {
        var found = Host.read(Path.of("/"));
        var refusal = refusal(found, options);
        if (refusal.isPresent() || !(found instanceof Host.Found.Known(var host)))
            return new Started.Refused(refusal.orElse(""));
        var runtime = new CriClient(options.socket(), CallTimeouts.DEFAULT);
        var started = start(host, runtime, around, observer, stop);
        if (!(started instanceof Started.Running)) runtime.close();
        return started;
    }

    private Started start(Host host, CriClient runtime, NodeContext around, Observer observer, CountDownLatch stop)
            throws InterruptedException {
        return switch (new RuntimeArrival(runtime, options.endpoint())
                .await(around.reporter(), around.random(), stop)) {
            case RuntimeArrival.Arrived.Refused(var why) -> new Started.Refused(why);
            case RuntimeArrival.Arrived.Stopped() -> new Started.Stopped();
            case RuntimeArrival.Arrived.AtWork(var version) -> {
                try {
                    yield start(host, runtime, version, around, observer);
                } catch (IOException | IllegalStateException e) {
                    yield new Started.Refused(String.valueOf(e.getMessage()));
                }
            }
        };
    }

    private Started start(Host host, CriClient runtime, RuntimeVersion version, NodeContext around, Observer observer)
            throws IOException {
        var problems = new ArrayList<String>();
        var resourceManagers = managers.on(host.machine(), problems).orElse(null);
        if (!problems.isEmpty()) return new Started.Refused(String.join("; ", problems));
        var resources = NodeResources.of(host.machine())
                .withMemory(host.memoryBytes())
                .withStorage(storage())
                .withSwap(new NodeResources.Swap(options.swapBehavior(), host.swapBytes()))
                .withPods(options.pods())
                .reserving(options.reserved())
                .evictingBelow(options.evictionHard())
                .allowing(options.unsafeSysctls())
                .pinnedBy(resourceManagers);
        var abilities = host.abilities(options.swapBehavior())
                .allowing(options.unsafeSysctls())
                .withStrictGroups(runtime.hasStrictGroups().ok().orElse(false));
        var shape = served.apply(NodeShapes.real(options.name(), options.address(), resources, gates))
                .withAbilities(abilities);
        var isV2 = host.cgroups() == CgroupVersion.V2;
        PodCgroups cgroups = new NoCgroups();
        MemoryWatch.EventFiles memoryEvents = _ -> Optional.empty();
        var hasSwap = false;
        if (isV2) {
            var driver = driver(runtime);
            var systemd = SystemdSlices.ofMachine();
            if (driver == CgroupNames.Driver.SYSTEMD && systemd.isEmpty())
                return new Started.Refused(
                        "the cgroup driver is systemd, and systemd is not reached: neither /run/systemd/private nor"
                                + " /run/dbus/system_bus_socket is there; start the agent where one of them is, or let the runtime use cgroupfs");
            var names = new CgroupNames(driver, options.cgroupRoot());
            var keeper = driver == CgroupNames.Driver.SYSTEMD
                    ? systemd.<CgroupKeeper>map(each -> each).orElse(CgroupKeeper.NONE)
                    : CgroupKeeper.NONE;
            var kernel = kernel(shape, names, keeper);
            var enforced = resources.allocatable().enforced();
            var bounded = kernel.bound(
                    enforced.amount(ResourceName.CPU).milliValue(),
                    enforced.amount(ResourceName.MEMORY).value());
            if (bounded instanceof CriReply.Failed<Done>(var _, var why))
                return new Started.Refused("the cgroup of pods cannot be made: " + why);
            cgroups = kernel;
            memoryEvents = kernel::memoryEvents;
            hasSwap = Files.exists(CGROUPS.resolve(names.node().substring(1)).resolve("memory.swap.max"));
        }
        var memory = new MemoryWatch(FileWatch.open(RELIST), memoryEvents, around.reporter());
        var plan = new CriNode.Plan(
                shape,
                options.setup(shape.allocatable()),
                gates,
                resourceManagers,
                new FileCheckpoints(options.root(), InstantSource.system()),
                new NodeDocument.Versions(
                        "v1.37.0-plimsoll",
                        version.name() + "://" + version.version(),
                        host.kernel(),
                        host.osImage(),
                        host.bootId(),
                        handlers(runtime)),
                runtime,
                version.name(),
                cgroups,
                memory,
                new KernelMounts(),
                hasSwap,
                abilities,
                RELIST,
                options.evictionHard(),
                new HostUsage(Path.of("/proc")),
                new HostSpace(options.root(), Path.of("/proc"), runtime),
                options.images(),
                options.staticPods(),
                new SubordinateUsers(Path.of("/etc")));
        try {
            return new Started.Running(
                    CriNode.start(plan, around, observer),
                    runtime,
                    resourceManagers,
                    "node " + options.name() + " with " + version.name() + " " + version.version());
        } catch (RuntimeException e) {
            memory.close();
            throw e;
        }
    }

    private static List<NodeReport.RuntimeHandler> handlers(CriClient runtime) {
        return runtime.handlers().ok().orElse(List.of()).stream()
                .map(each -> new NodeReport.RuntimeHandler(
                        each.name(), each.recursiveReadOnlyMounts(), each.userNamespaces()))
                .toList();
    }

    /** The size of the file system that volumes, images and logs are on. */
    private long storage() throws IOException {
        PrivateFiles.createDirectories(options.root());
        return Files.getFileStore(options.root()).getTotalSpace();
    }

    private static KernelCgroups kernel(NodeShape shape, CgroupNames names, CgroupKeeper keeper) throws IOException {
        var sizes = new TreeSet<HugePageSize>();
        for (var name : shape.capacity().names())
            HugePageSize.bytesIn(name).ifPresent(bytes -> sizes.add(new HugePageSize(bytes)));
        return new KernelCgroups(CgroupTree.at(CGROUPS), names, sizes, _ -> Thread.sleep(REMOVAL_PAUSE), keeper);
    }

    /** What the runtime says counts; older ones say nothing. */
    private CgroupNames.Driver driver(CriClient runtime) {
        return switch (runtime.cgroupDriver()) {
            case CriReply.Ok<CgroupDriver>(var told) ->
                told == CgroupDriver.SYSTEMD ? CgroupNames.Driver.SYSTEMD : CgroupNames.Driver.CGROUPFS;
            case CriReply.Failed<CgroupDriver> _ -> options.driver();
        };
    }
}
