package dev.plimsoll.simulation.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.codec.view.PlacementNodeReader;
import dev.plimsoll.codec.view.PlacementReader;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.placement.preemption.PreemptionCandidate;
import dev.plimsoll.core.placement.view.PlacementNode;
import dev.plimsoll.core.placement.view.PlacementPod;
import dev.plimsoll.core.placement.volumes.VolumeStep;
import dev.plimsoll.runtime.Reporter;
import dev.plimsoll.scheduler.SchedulerSettings;
import dev.plimsoll.scheduler.loop.Effects;
import dev.plimsoll.scheduler.loop.Gauges;
import dev.plimsoll.scheduler.loop.Message;
import dev.plimsoll.scheduler.loop.SchedulingLoop;
import dev.plimsoll.scheduler.loop.SchedulingObserver;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** The shipped scheduling loop, on feeds that are late; its requests and their answers are on their way for a while. */
final class ClusterScheduler implements Program, Reporter, SchedulingObserver {
    private static final ApiResource BINDING = ApiResource.PODS.sub("binding");

    private final SimulatedApi api;
    private final VirtualTime time;
    private final SchedulerSettings settings;
    private final Defects defects;
    private final CrashPoint crash = new CrashPoint();
    private final SimulatedClient client;
    /** On their way to the API: they arrive even if the process dies meanwhile. */
    private final List<Runnable> requests = new ArrayList<>();

    private @Nullable RunningProgram process;

    ClusterScheduler(SimulatedApi api, VirtualTime time, SchedulerSettings settings, Defects defects) {
        this.api = api;
        this.time = time;
        this.settings = settings;
        this.defects = defects;
        this.client = new SimulatedClient(api, crash);
    }

    private record RunningProgram(SchedulingLoop loop, Feed feed, ArrayDeque<Message> answers) {}

    @Override
    public CrashPoint crash() {
        return crash;
    }

    @Override
    public boolean isAlive() {
        return process != null;
    }

    @Override
    public void start() {
        if (process != null) return;
        var answers = new ArrayDeque<Message>();
        var loop = new SchedulingLoop(settings, new Sent(answers), this, () -> true, time, this);
        var reader = PlacementReader.under(settings.gates(), settings.alignsNuma());
        var pods = new Cache<PlacementReader.Reading>(
                document -> new Decoded.View<>(reader.pod(document)), List.of(), this);
        var nodeReader = new PlacementNodeReader(settings.alignsNuma());
        var nodes = new Cache<PlacementNode>(document -> node(nodeReader, document), List.of(), this);
        pods.subscribe(change -> loop.handle(new Message.OfPod(change)));
        nodes.subscribe(change -> loop.handle(new Message.OfNode(change)));
        var feed = new Feed(api, event -> hear(pods, nodes, event));
        nodes.replace(List.copyOf(api.all(SimulatedApi.kind("", "Node"))));
        pods.replace(api.pods().stream().filter(pod -> !isOver(pod)).toList());
        loop.handle(new Message.OfNamespace(new CacheChange.Synced<>()));
        process = new RunningProgram(loop, feed, answers);
    }

    private static Decoded<PlacementNode> node(PlacementNodeReader reader, ObjectNode document) {
        return switch (reader.node(document)) {
            case Read.Ok<PlacementNode>(var view) -> new Decoded.View<>(view);
            case Read.Malformed<PlacementNode>(var problems) -> new Decoded.Unreadable<>(problems.toString());
        };
    }

    static boolean isOver(ObjectNode pod) {
        var phase = pod.path("status").path("phase").asText();
        return phase.equals("Failed") || phase.equals("Succeeded");
    }

    private static void hear(
            Cache<PlacementReader.Reading> pods, Cache<PlacementNode> nodes, SimulatedApi.Event event) {
        var document = event.document();
        if (event.kind().is("", "Pod")) {
            if (event.isRemoval() || isOver(document)) pods.remove(document);
            else pods.put(document);
        } else if (event.kind().is("", "Node")) {
            if (event.isRemoval()) nodes.remove(document);
            else nodes.put(document);
        }
    }

    @Override
    public boolean act(SplittableRandom random) {
        try {
            return hasActed(random);
        } catch (Died _) {
            kill();
            return true;
        }
    }

    private boolean hasActed(SplittableRandom random) {
        if (!requests.isEmpty() && random.nextInt(3) == 0) {
            requests.removeFirst().run();
            return true;
        }
        var now = process;
        if (now != null) {
            switch (random.nextInt(3)) {
                case 0 -> {
                    if (now.feed().isBehind()) {
                        now.feed().deliver();
                        return true;
                    }
                }
                case 1 -> {
                    if (!now.answers().isEmpty()) {
                        now.loop().handle(now.answers().removeFirst());
                        return true;
                    }
                }
                default -> {
                    if (now.loop().decideOne()) return true;
                }
            }
            if (now.feed().isBehind()) {
                now.feed().deliver();
                return true;
            }
            if (!now.answers().isEmpty()) {
                now.loop().handle(now.answers().removeFirst());
                return true;
            }
            if (now.loop().decideOne()) return true;
        }
        if (requests.isEmpty()) return false;
        requests.removeFirst().run();
        return true;
    }

    @Override
    public void kill() {
        process = null;
        crash.disarm();
    }

    /** Writes of one process. */
    private final class Sent implements Effects {
        private final ArrayDeque<Message> answers;

        Sent(ArrayDeque<Message> answers) {
            this.answers = answers;
        }

        @Override
        public void bind(PlacementPod pod, String nodeName, List<VolumeStep> volumes) {
            requests.add(() -> {
                var binding = ClientJson.object();
                binding.putObject("metadata").put("uid", pod.key().uid());
                binding.putObject("target").put("name", nodeName);
                var outcome = client.create(BINDING, name(pod), binding);
                answers.add(
                        outcome instanceof RequestResult.Done<ObjectNode>
                                ? new Message.Bound(pod.key().uid())
                                : new Message.NotBound(pod.key().uid(), outcome.problem()));
            });
        }

        @Override
        public void makeRoom(PlacementPod pod, PreemptionCandidate candidate) {
            requests.add(() -> {
                for (var victim : candidate.victims())
                    client.delete(
                            ApiResource.PODS,
                            name(victim),
                            new DeleteOptions(-1, victim.key().uid(), "", ""));
                answers.add(new Message.RoomMade(pod.key().uid(), true));
            });
        }

        private static ObjectName name(PlacementPod pod) {
            return new ObjectName(pod.key().namespace(), pod.key().name());
        }

        @Override
        public void explain(PlacementPod pod, Failure failure) {}

        @Override
        public void clearNomination(PlacementPod pod) {}

        @Override
        public void warn(PlacementPod pod, String note) {}

        @Override
        public void complain(String problem) {
            defects.add(problem);
        }
    }

    @Override
    public void tell(String problem) {}

    @Override
    public void defect(String where, RuntimeException exception) {
        defects.add("scheduler, " + where, exception);
    }

    @Override
    public void unreadable(ObjectName name, String why) {
        defects.add(name + " cannot be read by the scheduler: " + why);
    }

    @Override
    public void trouble(ApiResource resource, String problem) {}

    @Override
    public void defect(RuntimeException exception) {
        defects.add("scheduler", exception);
    }

    @Override
    public void decided(long nanos) {}

    @Override
    public void attempted(Result result, String profile, long nanos) {}

    @Override
    public void passed(Phase phase, boolean isSuccess, String profile, long nanos) {}

    @Override
    public void handled(String event, long nanos) {}

    @Override
    public void scheduled(int attempts, long millis, boolean isFlushed) {}

    @Override
    public void preempted(int victims) {}

    @Override
    public void shown(Gauges gauges) {}

    @Override
    public void entered(String queue, String event) {}
}
