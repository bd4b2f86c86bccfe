package dev.plimsoll.nodeagent.simulated.behaviour;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.nodeagent.simulated.shell.Programs;
import dev.plimsoll.nodeagent.simulated.shell.PureWait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the containers of a simulated pod do, as its annotations say:
 *
 * <pre>
 * simulation.plimsoll.dev/cpu.CONTAINER: wave 100m 500m 60s
 * simulation.plimsoll.dev/memory.CONTAINER: leak 64Mi 1Mi
 * simulation.plimsoll.dev/cache.CONTAINER: 32Mi        page cache that the kernel can take back
 * simulation.plimsoll.dev/storage.CONTAINER: leak 1Gi 10Mi  what it writes to its own file system and its log
 * simulation.plimsoll.dev/volume.VOLUME: constant 2Gi  what is in a volume of kind emptyDir
 * simulation.plimsoll.dev/exit.CONTAINER: 30s 1        ends after 30 s with code 1
 * simulation.plimsoll.dev/start-error.CONTAINER: no image   the runtime cannot start it
 * simulation.plimsoll.dev/latency: 50ms                each call of the runtime takes so long
 * simulation.plimsoll.dev/stop: 20s                    containers that are told to stop take so long, or their grace period if that is shorter
 * simulation.plimsoll.dev/veto: no room in the socket  the runtime refuses to resize the pod
 * </pre>
 *
 * What annotations leave open is said by {@link ContainerRuleSet}. Where nothing is said about its end, a container ends as its command
 * does, if the small shell knows it; the others run on.
 * Without annotations a container uses a quarter of the CPU and half of the memory that it requests, within its limit, and no storage.
 *
 * @param problems what could not be read, or is about nothing that there is; the default is used there
 */
public record Behaviour(
        Map<String, OfContainer> containers,
        Map<String, UsageProfile> volumes,
        Duration latency,
        Duration stop,
        String veto,
        List<String> problems) {
    static final String PREFIX = "simulation.plimsoll.dev/";
    private static final double LEAST_MEMORY = 8 << 20;

    public Behaviour {
        containers = Map.copyOf(containers);
        volumes = Map.copyOf(volumes);
        problems = List.copyOf(problems);
    }

    /**
     * How long the runtime takes for an act.
     *
     * @param grace that containers have for their end; zero where the act ends none
     */
    public Duration latency(Act act, Duration grace) {
        return latency.plus(grace.compareTo(stop) < 0 ? grace : stop).plus(startDelay(act));
    }

    private Duration startDelay(Act act) {
        if (!(act instanceof Act.StartContainer start)) return Duration.ZERO;
        var container = containers.get(start.container());
        return container == null || !container.pullFailure().isEmpty() ? Duration.ZERO : container.startDelay();
    }

    /**
     * One container's.
     *
     * @param exitAfterOrNone empty for a container that runs until it is stopped
     * @param program what runs in the small shell; empty where nothing has to
     * @param isQuiet whether its log is nothing but what its program prints
     * @param startDelay how long it takes to start
     * @param readinessDelay how long after its start it is ready
     * @param pullFailure why its image cannot be pulled; empty where it can
     * @param startError why the runtime cannot start it; empty where it can
     * @param http what it answers to requests, as rules say
     */
    public record OfContainer(
            UsageProfile cpu,
            UsageProfile memory,
            long cacheBytes,
            UsageProfile storage,
            Optional<Duration> exitAfterOrNone,
            int exitCode,
            List<String> program,
            boolean isQuiet,
            Duration startDelay,
            Duration readinessDelay,
            String pullFailure,
            String startError,
            List<HttpRule> http) {
        public OfContainer {
            http = List.copyOf(http);
            program = List.copyOf(program);
        }

        private OfContainer ending(Optional<Duration> after, int code) {
            return with(after, code, List.of(), isQuiet);
        }

        private OfContainer quiet() {
            return with(exitAfterOrNone, exitCode, program, true);
        }

        private OfContainer running(List<String> words) {
            return with(Optional.empty(), 0, words, true);
        }

        private OfContainer with(Optional<Duration> after, int code, List<String> words, boolean quiet) {
            return new OfContainer(
                    cpu,
                    memory,
                    cacheBytes,
                    storage,
                    after,
                    code,
                    words,
                    quiet,
                    startDelay,
                    readinessDelay,
                    pullFailure,
                    startError,
                    http);
        }

        /** The same with another usage. */
        public OfContainer using(UsageProfile otherCpu, UsageProfile otherMemory) {
            return new OfContainer(
                    otherCpu,
                    otherMemory,
                    cacheBytes,
                    storage,
                    exitAfterOrNone,
                    exitCode,
                    program,
                    isQuiet,
                    startDelay,
                    readinessDelay,
                    pullFailure,
                    startError,
                    http);
        }

        /** Whether its usage can come to a limit by itself. */
        public boolean isLively() {
            return !(memory instanceof UsageProfile.Constant);
        }
    }

    public static Behaviour of(Pod pod, ContainerRuleSet rules) {
        var reading = new Reading(
                pod.metadata(), pod.spec(), pod.metadata().annotations(), rules, new ArrayList<>(), new HashSet<>());
        var containers = new HashMap<String, OfContainer>();
        for (var container : pod.spec().initContainers()) {
            containers.put(container.name(), reading.init(container));
        }
        for (var container : pod.spec().containers()) containers.put(container.name(), reading.container(container));
        for (var container : pod.spec().ephemeralContainers()) {
            containers.put(container.name(), reading.container(container));
        }
        var latency = reading.duration("latency").orElse(Duration.ZERO);
        var stop = reading.duration("stop").orElse(rules.stop());
        var veto = reading.text("veto").orElse("");
        var volumes = new HashMap<String, UsageProfile>();
        for (var volume : pod.spec().details().volumes()) {
            if (volume.emptyDirOrNull() != null)
                volumes.put(volume.name(), reading.profile("volume." + volume.name(), new UsageProfile.Constant(0)));
        }
        return new Behaviour(containers, volumes, latency, stop, veto, reading.allProblems());
    }

    private record Reading(
            ObjectMeta pod,
            PodSpec spec,
            Map<String, String> annotations,
            ContainerRuleSet rules,
            List<String> problems,
            Set<String> read) {
        Optional<String> text(String key) {
            read.add(PREFIX + key);
            return Optional.ofNullable(annotations.get(PREFIX + key));
        }

        /** With the annotations that nobody has asked for. */
        List<String> allProblems() {
            annotations.keySet().stream()
                    .filter(key -> key.startsWith(PREFIX) && !read.contains(key))
                    .sorted()
                    .forEach(
                            key -> problems.add(
                                    key
                                            + " is about no container or emptyDir volume of the pod and nothing else that can be "
                                            + "simulated: cpu.NAME, memory.NAME, cache.NAME, storage.NAME, exit.NAME, start-error.NAME, volume.NAME, latency, stop or veto"));
            return problems;
        }

        /** An annotation of the pod comes first, then a rule, then the command. */
        OfContainer container(Container container) {
            var rule = rules.of(pod, container);
            var plain = plain(container, rule);
            if (plain.exitAfterOrNone().isPresent()) return plain;
            if (!rule.ends()) return commanded(plain, container);
            var duration = rule.duration();
            var code = rule.exitCode();
            return plain.ending(Optional.of(duration == null ? Duration.ZERO : duration), code == null ? 0 : code);
        }

        private OfContainer plain(Container container, ContainerRule rule) {
            var name = container.name();
            var requests = container.resources().requests();
            var cpu = Math.max(1.0, requests.amount(ResourceName.CPU).milliValue() / 4.0);
            var usual =
                    Math.max(LEAST_MEMORY, requests.amount(ResourceName.MEMORY).value() / 2.0);
            var memory = Math.min(usual, memoryLimit(container) / 2) * 1000;
            var exit = exit("exit." + name);
            return new OfContainer(
                    profile("cpu." + name, ruled(rule.cpu(), cpu)),
                    profile("memory." + name, ruled(rule.memory(), memory)),
                    bytes("cache." + name),
                    profile("storage." + name, new UsageProfile.Constant(0)),
                    exit.map(Exit::after),
                    exit.map(Exit::code).orElse(0),
                    List.of(),
                    false,
                    positive(rule.startDelay()),
                    positive(rule.readinessDelay()),
                    rule.pullFailure().isEmpty() ? pullFailure(container.image()) : rule.pullFailure(),
                    text("start-error." + name).orElse(""),
                    rule.http());
        }

        /** Nobody who says nothing about a container means that it is killed: it stays within what it may have. */
        private double memoryLimit(Container container) {
            var own = container.resources().limits().amount(ResourceName.MEMORY);
            if (!own.isZero()) return own.value();
            var ofPod = spec.resources().limits().amount(ResourceName.MEMORY);
            var count = spec.containers().size() + spec.initContainers().size();
            return ofPod.isZero() ? Double.MAX_VALUE : (double) ofPod.value() / Math.max(1, count);
        }

        private static UsageProfile ruled(@Nullable UsageProfile rule, double otherwise) {
            return rule == null ? new UsageProfile.Constant(otherwise) : rule;
        }

        private static Duration positive(@Nullable Duration rule) {
            return rule == null ? Duration.ZERO : rule;
        }

        private static String pullFailure(String image) {
            if (!ImageTag.saysThatItIsNotThere(image)) return "";
            return "rpc error: code = NotFound desc = failed to pull and unpack image \"" + image
                    + "\": failed to resolve reference \"" + image + "\": " + image + ": not found";
        }

        /** What most images would run is not known, and runs on; so does a command that is not known either. */
        private static OfContainer commanded(OfContainer plain, Container container) {
            var words = ImageEntrypoint.command(container);
            if (words.isEmpty() || !Programs.isKnown(words.getFirst())) return plain;
            return PureWait.of(words)
                    .map(wait -> PureWait.isEndless(wait)
                            ? plain.quiet()
                            : plain.quiet().ending(Optional.of(wait), 0))
                    .orElseGet(() -> plain.running(words));
        }

        /** An init container has done its work at once, unless it is a sidecar or its command or an annotation says otherwise. */
        OfContainer init(Container container) {
            var told = container(container);
            if (container.restartsAlways()
                    || told.isQuiet()
                    || told.exitAfterOrNone().isPresent()) return told;
            return told.ending(Optional.of(Duration.ZERO), 0);
        }

        private UsageProfile profile(String key, UsageProfile otherwise) {
            var text = text(key);
            if (text.isEmpty()) return otherwise;
            return switch (UsageProfile.parse(text.get())) {
                case UsageProfile.Parsed.Ok(var profile) -> profile;
                case UsageProfile.Parsed.Malformed(var why) -> {
                    problems.add(PREFIX + key + ": " + why);
                    yield otherwise;
                }
            };
        }

        private long bytes(String key) {
            var text = text(key);
            if (text.isEmpty()) return 0;
            return switch (Quantity.parse(text.get())) {
                case ParsedQuantity.Parsed(var quantity) -> quantity.value();
                case ParsedQuantity.Malformed(var why) -> {
                    problems.add(PREFIX + key + ": " + why);
                    yield 0;
                }
            };
        }

        private record Exit(Duration after, int code) {}

        private Optional<Exit> exit(String key) {
            var found = text(key);
            if (found.isEmpty()) return Optional.empty();
            var text = found.get();
            var words = text.strip().split("\\s+", -1);
            var after = UsageProfile.seconds(words[0]);
            try {
                var code = words.length > 1 ? Integer.parseInt(words[1]) : 0;
                if (after >= 0 && words.length <= 2) return Optional.of(new Exit(nanos(after), code));
            } catch (NumberFormatException _) {
                // said below, with every other form that is not right
            }
            problems.add(PREFIX + key + ": \"" + text + "\" is not a time and an exit code, such as 30s 1");
            return Optional.empty();
        }

        private Optional<Duration> duration(String key) {
            var text = text(key);
            if (text.isEmpty()) return Optional.empty();
            var seconds = UsageProfile.seconds(text.get().strip());
            if (seconds >= 0) return Optional.of(nanos(seconds));
            problems.add(PREFIX + key + ": \"" + text.get() + "\" is not a time such as 50ms or 2s");
            return Optional.empty();
        }

        private static Duration nanos(double seconds) {
            return Duration.ofNanos((long) (seconds * 1e9));
        }
    }
}
