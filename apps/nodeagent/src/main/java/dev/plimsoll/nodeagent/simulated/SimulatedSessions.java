package dev.plimsoll.nodeagent.simulated;

import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.nodeagent.runtime.ContainerProcess;
import dev.plimsoll.nodeagent.runtime.PodPorts;
import dev.plimsoll.nodeagent.runtime.SessionRequest;
import dev.plimsoll.nodeagent.simulated.behaviour.ImageEntrypoint;
import dev.plimsoll.nodeagent.simulated.files.FileProblemException;
import dev.plimsoll.nodeagent.simulated.files.FileTree;
import dev.plimsoll.nodeagent.simulated.logs.AttachedShell;
import dev.plimsoll.nodeagent.simulated.logs.LogOutput;
import dev.plimsoll.nodeagent.simulated.network.ConnectionOrigin;
import dev.plimsoll.nodeagent.simulated.network.ContainerNetwork;
import dev.plimsoll.nodeagent.simulated.shell.ShellHost;
import dev.plimsoll.nodeagent.simulated.shell.ShellSession;
import dev.plimsoll.streams.DuplexStream;
import dev.plimsoll.streams.Relay;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What clients do in simulated containers: commands, attachments and connections to ports. */
final class SimulatedSessions {
    private static final int KILLED = 137;
    /** As a kubelet keeps a silent connection. */
    private static final Duration IDLE = Duration.ofHours(4);

    private static final int MOST_TRIES = 60;

    private final SimulatedRuntime runtime;
    private final SimulatedMachine machine;
    private final Time time;

    SimulatedSessions(SimulatedRuntime runtime, SimulatedMachine machine, Time time) {
        this.runtime = runtime;
        this.machine = machine;
        this.time = time;
    }

    static Container specOf(Pod pod, String name) {
        return Stream.of(
                        pod.spec().containers(),
                        pod.spec().initContainers(),
                        pod.spec().ephemeralContainers())
                .flatMap(List::stream)
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    ContainerProcess exec(SimulatedPod pod, SimulatedContainer container, Container spec, SessionRequest request) {
        return streams -> container.during(
                () -> shell(pod, container, spec, request.command(), request.tty(), streams),
                new ContainerProcess.Result.Exited(KILLED));
    }

    /** What the container would have printed, or, where somebody is expected to type, a shell that is the container's program. */
    ContainerProcess attach(SimulatedPod pod, SimulatedContainer container, Container spec, SessionRequest request) {
        return streams -> container.during(
                () -> {
                    var known = known(pod);
                    var own = known.container(spec.name());
                    if (request.stdin() && own.stdin()) {
                        var log = new LogOutput(container.journal(), time::instant);
                        var attached = new AttachedShell(streams.stdin(), log);
                        var result = shell(pod, container, spec, List.of("sh"), request.tty(), attached.of(streams));
                        log.endLine();
                        var isOver = own.stdinOnce() || !attached.hasLeft();
                        if (isOver && result instanceof ContainerProcess.Result.Exited(var code))
                            runtime.ended(pod, container, code, time.instant());
                        return result;
                    }
                    try (var log = container.journal().read()) {
                        for (var part = log.next(true); part != null; part = log.next(true)) {
                            if (part.at().isBefore(time.instant().minus(Duration.ofSeconds(1)))) continue;
                            streams.stdout().write(part.text());
                            streams.stdout().write('\n');
                        }
                    }
                    return new ContainerProcess.Result.Exited(0);
                },
                new ContainerProcess.Result.Exited(0));
    }

    /** Runs the command of a container to its end, on the thread of the caller. */
    void run(SimulatedPod pod, SimulatedContainer container, Container spec, SimulatedProgram program) {
        var out = new LogOutput(container.journal(), program::now);
        try {
            container.during(
                    () -> {
                        var known = awaitKnown(pod);
                        if (waitsForSomebody(container, spec, known)) return NOTHING_DONE;
                        var host = host(pod, container, spec, known, program)
                                .withProgram(program.signals(), unknown(pod, spec));
                        var environment = host.environment();
                        var words = container.behaviour().program().stream()
                                .map(word -> VariableReferences.expanded(word, environment))
                                .toList();
                        var code = new ShellSession(host).run(words, InputStream.nullInputStream(), out, out, false);
                        out.endLine();
                        runtime.ended(pod, container, code, program.now());
                        return new ContainerProcess.Result.Exited(code);
                    },
                    NOTHING_DONE);
        } catch (IOException | RuntimeException e) {
            container.journal().add(program.now(), "sh: " + e.getMessage());
            runtime.ended(pod, container, 1, program.now());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // the process ends; the next one finds the container running
        }
    }

    private static final ContainerProcess.Result NOTHING_DONE = new ContainerProcess.Result.Exited(KILLED);

    /** A bare shell with an open input is there for whoever attaches. */
    private static boolean waitsForSomebody(SimulatedContainer container, Container spec, ContainerFiles.Known known) {
        var program = container.behaviour().program();
        return (program.size() == 1 || AttachedShell.isMeant(program))
                && known.container(spec.name()).stdin();
    }

    /** Pods wait for their init containers, so that those do not wait for programs that are not there. */
    private static ShellHost.UnknownCommand unknown(SimulatedPod pod, Container spec) {
        var asked = pod.pod;
        var isInit = asked != null
                && !spec.restartsAlways()
                && asked.spec().initContainers().stream()
                        .anyMatch(each -> each.name().equals(spec.name()));
        return isInit ? ShellHost.UnknownCommand.SUCCEEDS : ShellHost.UnknownCommand.RUNS_ON;
    }

    /** An API server that is away for a while does not take a program's variables from it. */
    private ContainerFiles.Known awaitKnown(SimulatedPod pod) throws InterruptedException {
        var known = known(pod);
        for (var tries = 0; tries < MOST_TRIES && machine.payloadsOrNull() != null; tries++) {
            if (known.podOrNull() != null) break;
            time.sleep(Duration.ofSeconds(1));
            known = known(pod);
        }
        return known;
    }

    private ContainerFiles.Known known(SimulatedPod pod) {
        var payloads = machine.payloadsOrNull();
        var asked = pod.pod;
        if (payloads == null || asked == null) return ContainerFiles.Known.NOTHING;
        return payloads.find(asked.metadata())
                .map(found -> new ContainerFiles.Known(
                        found,
                        () -> payloads.find(asked.metadata())
                                .map(now -> payloads.volumes(now, asked.spec(), pod.ip))
                                .orElse(Map.of()),
                        claim -> payloads.claimed(found, claim)))
                .orElse(ContainerFiles.Known.NOTHING);
    }

    private ContainerProcess.Result shell(
            SimulatedPod pod,
            SimulatedContainer container,
            Container spec,
            List<String> command,
            boolean isTerminal,
            ContainerProcess.Streams streams)
            throws IOException, InterruptedException {
        var host = host(pod, container, spec, known(pod), clock());
        return new ContainerProcess.Result.Exited(
                new ShellSession(host).run(command, streams.stdin(), streams.stdout(), streams.stderr(), isTerminal));
    }

    private ShellHost host(
            SimulatedPod pod,
            SimulatedContainer container,
            Container spec,
            ContainerFiles.Known known,
            ShellHost.Time clock) {
        var cgroups = new CgroupFiles(runtime, time::instant, machine);
        var variables = environment(pod, spec, known);
        var files =
                new ContainerFiles(runtime, machine, cgroups, time::instant).of(pod, container, spec, known, variables);
        return new ShellHost(
                        files,
                        variables,
                        ContainerFiles.hostname(pod),
                        user(spec, known),
                        cgroups.cpuCount(container),
                        machine.memoryBytes(),
                        runtime::usedMemory,
                        clock,
                        List.of(program(spec)))
                .withNetwork(network(pod, files));
    }

    /** The files that a program of a container sees. */
    FileTree files(SimulatedPod pod, SimulatedContainer container, Container spec) {
        return host(pod, container, spec, known(pod), clock()).files();
    }

    private Map<String, String> environment(SimulatedPod pod, Container spec, ContainerFiles.Known known) {
        var all = new LinkedHashMap<String, String>();
        all.put("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
        all.put("HOSTNAME", ContainerFiles.hostname(pod));
        all.put("HOME", "/root");
        var payloads = machine.payloadsOrNull();
        var asked = pod.pod;
        var found = known.podOrNull();
        if (payloads != null && asked != null && found != null)
            all.putAll(payloads.environment(found, asked.spec(), pod.ip, spec));
        return all;
    }

    private static ShellHost.User user(Container spec, ContainerFiles.Known known) {
        var user = known.user(spec.name());
        var context = known.container(spec.name()).securityContext();
        var administersNetwork = context.privileged()
                || context.addedCapabilities().contains("NET_ADMIN")
                || context.addedCapabilities().contains("ALL");
        return new ShellHost.User(user.userOr(0), user.groupOr(0), administersNetwork, !context.forbidsEscalation());
    }

    private static String program(Container spec) {
        var words = ImageEntrypoint.command(spec);
        return words.isEmpty() ? spec.image() : String.join(" ", words);
    }

    private ShellHost.Time clock() {
        return new ShellHost.Time() {
            @Override
            public Instant now() {
                return time.instant();
            }

            @Override
            public void sleep(Duration duration) throws InterruptedException {
                time.sleep(duration);
            }
        };
    }

    /** The ports of a pod as somebody inside it reaches them. */
    PodPorts ports(SimulatedPod pod) {
        return (port, client) -> {
            DuplexStream server;
            try {
                server = runtime.host().network().connect(origin(pod), "127.0.0.1", port);
            } catch (ConnectException e) {
                throw new IOException(
                        "failed to connect to localhost:" + port + " inside the pod: dial tcp4 127.0.0.1:" + port
                                + ": connect: connection refused",
                        e);
            }
            Relay.run(client, server, IDLE);
        };
    }

    private ConnectionOrigin origin(SimulatedPod pod) {
        var known = pod.pod;
        var namespace = known == null ? "" : known.metadata().namespace();
        return new ConnectionOrigin(pod.ip, namespace, runtime.host().address());
    }

    private ContainerNetwork network(SimulatedPod pod, FileTree files) {
        return new ContainerNetwork(runtime.host().network(), origin(pod), () -> text(files, "/etc/hosts"));
    }

    private static String text(FileTree files, String path) {
        try {
            return new String(files.read(path), StandardCharsets.UTF_8);
        } catch (FileProblemException _) {
            return ""; // a container that has taken the file away knows no names from it
        }
    }
}
