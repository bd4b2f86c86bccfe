package dev.plimsoll.simulation.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.nodeagent.simulated.SimulatedFaults;
import dev.plimsoll.scheduler.SchedulerSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Predicate;

/** All programs of a cluster, and people who want something of it. */
final class SimulatedCluster implements AutoCloseable {
    /** More than any history needs: whoever goes on after that goes on for ever. */
    private static final int MOST_ACTS = 20_000;

    /** A dozen pods of people and eight of deployments are all that histories ask for. */
    private static final int MOST_PODS = 60;

    private final VirtualTime time = new VirtualTime();
    private final Defects defects = new Defects();
    private final SimulatedApi api;
    private final SimulatedClient people;
    private final List<ClusterNode> nodes = new ArrayList<>();
    private final List<Program> programs = new ArrayList<>();
    private final Set<Area> areas;
    private boolean isOver;
    private int resizes;
    private int resizesOnNodes;

    SimulatedCluster(List<NodePlan> plans, Set<Area> areas, Mutation mutation) {
        this.areas = areas;
        this.api = new SimulatedApi(time, mutation);
        this.people = new SimulatedClient(api, new CrashPoint());
        var settings = mutation == Mutation.SCHEDULER_IGNORES_PINNING
                ? SchedulerSettings.ALONE
                : SchedulerSettings.ALONE.withNumaAlignment();
        programs.add(new ClusterScheduler(api, time, settings, defects));
        programs.add(new ClusterControllers(api, time, defects));
        for (var plan : plans) nodes.add(new ClusterNode(api, time, plan, defects, mutation));
        programs.addAll(nodes);
        for (var program : programs) program.start();
    }

    SimulatedApi api() {
        return api;
    }

    List<ClusterNode> nodes() {
        return nodes;
    }

    /** How many resizes were asked for. */
    int resizes() {
        return resizes;
    }

    /** How many of them were of pods that had a node. */
    int resizesOnNodes() {
        return resizesOnNodes;
    }

    Defects defects() {
        return defects;
    }

    void perform(Step step) {
        switch (step) {
            case Step.CreatePod(var number, var shape) ->
                people.create(ApiResource.PODS, shapes(shape).pod("p" + number));
            case Step.CreateDeployment(var number, var replicas, var shape) ->
                people.create(ApiResource.DEPLOYMENTS, shapes(shape).deployment("d" + number, replicas));
            case Step.Scale(var number, var replicas) -> {
                var change = ClientJson.object();
                change.putObject("spec").put("replicas", replicas);
                people.patch(ApiResource.DEPLOYMENTS, new ObjectName("default", "d" + number), new Patch.Merge(change));
            }
            case Step.Resize(var which, var shape) ->
                toResize(which).filter(this::mayResize).ifPresent(pod -> {
                    resizes++;
                    if (isBound(pod)) resizesOnNodes++;
                    people.patch(
                            ApiResource.PODS.sub("resize"),
                            ObjectName.of(pod),
                            new Patch.Strategic(shapes(shape).resize(pod)));
                });
            case Step.Delete(var which) ->
                (which % 4 == 0 ? chosen(which, _ -> true) : chosen(which, SimulatedCluster::isOnNode))
                        .ifPresent(pod -> people.delete(ApiResource.PODS, ObjectName.of(pod), DeleteOptions.DEFAULT));
            case Step.Act(var program, var times, var seed) -> {
                var random = new SplittableRandom(seed);
                for (var i = 0; i < times; i++) programs.get(program).act(random);
            }
            case Step.Settle(var seed) -> settle(new SplittableRandom(seed));
            case Step.Pass(var seconds, var seed) -> pass(seconds, Math.min(8, seconds), new SplittableRandom(seed));
            case Step.Kill(var program, var effects) -> {
                if (effects < 0) programs.get(program).kill();
                else programs.get(program).crash().arm(effects);
            }
            case Step.Start(var program) -> programs.get(program).start();
            case Step.Flip(var node, var gates) -> flip(nodes.get(node), gates);
            case Step.Fault(var node, var kind) -> nodes.get(node).machine().faults(faults(kind));
            case Step.DiskFull(var node, var writes) -> nodes.get(node).disk().failNext(writes);
            case Step.Slow(var node, var isSlow) -> nodes.get(node).runtime().slow(isSlow);
        }
    }

    private PodShapes shapes(long seed) {
        return new PodShapes(seed, nodes.stream().anyMatch(ClusterNode::pins));
    }

    /** One of these, counted around; any pod where there is none of them. */
    private Optional<ObjectNode> chosen(int which, Predicate<ObjectNode> wanted) {
        var all = List.copyOf(api.pods());
        var pods = all.stream().filter(wanted).toList();
        if (pods.isEmpty()) pods = all;
        return pods.isEmpty() ? Optional.empty() : Optional.of(pods.get(which % pods.size()));
    }

    /** Mostly one that is on a node, often one of which a resize waits or that is about to end: there is more to go wrong with them. */
    private Optional<ObjectNode> toResize(int which) {
        return switch (which % 6) {
            case 0 -> chosen(which, _ -> true);
            case 1 -> chosen(which, pod -> isOnNode(pod) && waits(pod));
            case 2 -> chosen(which, pod -> isOnNode(pod) && isEnding(pod));
            default -> chosen(which, SimulatedCluster::isOnNode);
        };
    }

    private static boolean isBound(ObjectNode pod) {
        return !pod.path("spec").path("nodeName").asText().isEmpty();
    }

    private static boolean isOnNode(ObjectNode pod) {
        return isBound(pod) && !ClusterScheduler.isOver(pod);
    }

    private static boolean isEnding(ObjectNode pod) {
        return pod.path("metadata").has("deletionTimestamp");
    }

    private static boolean waits(ObjectNode pod) {
        for (var condition : pod.path("status").path("conditions"))
            if (condition.path("type").asText().equals("PodResizePending")) return true;
        return false;
    }

    private boolean mayResize(ObjectNode pod) {
        var isLetIn = pod.path("status").has("observedGeneration");
        return !isBound(pod) || isLetIn || areas.contains(Area.RESIZES_BEFORE_ADMISSION);
    }

    private void flip(ClusterNode node, int number) {
        var gates = History.gates(number);
        var before = node.gates().isOn(Gate.POD_LEVEL_RESOURCE_MANAGERS);
        var isPinningFlip = gates.isOn(Gate.POD_LEVEL_RESOURCE_MANAGERS) != before;
        if (isPinningFlip && !areas.contains(Area.PINNING_GATE_FLIPS)) return;
        node.kill();
        node.flip(gates);
        node.start();
    }

    private static SimulatedFaults faults(int kind) {
        return new SimulatedFaults() {
            @Override
            public Duration latency(Act act) {
                return Duration.ZERO;
            }

            @Override
            public Optional<Failure> failure(Act act) {
                var fails = switch (kind) {
                    case 0 -> act instanceof Act.UpdateContainer;
                    case 1 -> act instanceof Act.UpdatePodSandbox;
                    case 2 -> act instanceof Act.WritePodCgroup;
                    case 3 -> act instanceof Act.StartContainer || act instanceof Act.MeasureMemory;
                    default -> false;
                };
                return fails ? Optional.of(new Failure("fault " + kind, false)) : Optional.empty();
            }
        };
    }

    /** Until nobody who is alive has anything left to do. */
    private void settle(SplittableRandom random) {
        for (var acts = 0; acts < MOST_ACTS && !isOver; acts++) {
            var first = random.nextInt(programs.size());
            var hasActed = false;
            for (var i = 0; i < programs.size() && !hasActed; i++) {
                hasActed = programs.get((first + i) % programs.size()).act(random);
            }
            if (!hasActed) return;
            if (api.pods().size() > MOST_PODS) {
                storm();
                return;
            }
        }
        if (!isOver) defects.add("the cluster does not come to rest");
    }

    /** Where refusals by resource managers are not looked at, what follows from them is not either: the history ends here. */
    private void storm() {
        isOver = true;
        var reasons = reasons();
        var byManagers = reasons.keySet().stream().anyMatch(reason -> reason.endsWith("Error"));
        if (!byManagers || areas.contains(Area.PINNING_REFUSALS)) defects.add("storm of pods: " + reasons);
    }

    /** How many pods there are of each phase and reason. */
    private Map<String, Integer> reasons() {
        var counts = new TreeMap<String, Integer>();
        for (var pod : api.pods()) {
            var status = pod.path("status");
            counts.merge(
                    status.path("phase").asText() + " " + status.path("reason").asText(), 1, Integer::sum);
        }
        return counts;
    }

    private void pass(int seconds, int hops, SplittableRandom random) {
        for (var i = 0; i < hops; i++) {
            time.pass(Duration.ofMillis(seconds * 1000L / hops));
            for (var node : nodes) node.tick();
            if (random.nextInt(4) > 0) settle(random);
        }
    }

    /** Nothing fails any more, and everybody has time enough. */
    void calm() {
        var random = new SplittableRandom(1);
        for (var node : nodes) {
            node.machine().faults(SimulatedFaults.NONE);
            node.disk().failNext(0);
            node.runtime().slow(false);
        }
        for (var i = 0; i < 2; i++) {
            for (var program : programs) {
                program.crash().disarm();
                program.start();
            }
            settle(random);
            pass(40, 3, random);
        }
        settle(random);
    }

    @Override
    public void close() {
        for (var program : programs) program.kill();
        api.close();
    }
}
