package dev.plimsoll.nodeagent.handlers;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.lifecycle.ContainerHandler;
import dev.plimsoll.core.model.lifecycle.Probe;
import dev.plimsoll.core.resize.probes.ProbeRun;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.cri.health.GrpcHealth;
import dev.plimsoll.nodeagent.runtime.CommandOutcome;
import dev.plimsoll.nodeagent.runtime.PodRuntime;
import dev.plimsoll.nodeagent.runtime.PrivatePodNetwork;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Does what a probe or a hook says. Calls block. */
public final class HandlerRunner implements AutoCloseable {
    private final PodRuntime runtime;
    private volatile @Nullable GrpcHealth health;
    private boolean isClosed;

    public HandlerRunner(PodRuntime runtime) {
        this.runtime = runtime;
    }

    /** Runs a probe once. */
    public ProbeRun probe(PodRecord record, Container container, Probe probe) {
        var timeout = Duration.ofSeconds(probe.timeoutSeconds());
        return switch (probe.handler()) {
            case ContainerHandler.Exec(var command) -> exec(record, container, command, timeout);
            case ContainerHandler.HttpGet get -> {
                var port = port(container, get.port());
                yield port < 0
                        ? unknownPort(container, get.port())
                        : HttpHandler.probe(get, address(ip(record), get.host(), port), timeout, dialer());
            }
            case ContainerHandler.TcpSocket(var host, var name) -> {
                var port = port(container, name);
                yield port < 0 ? unknownPort(container, name) : tcp(address(ip(record), host, port), timeout);
            }
            case ContainerHandler.Grpc(var port, var service) -> grpc(address(ip(record), "", port), service, timeout);
            case ContainerHandler.Sleep _ -> new ProbeRun.Errored("missing probe handler");
        };
    }

    private ProbeRun exec(PodRecord record, Container container, List<String> command, Duration timeout) {
        var words = words(container, command);
        return probe(words, runtime.run(record.uid(), container.name(), words, timeout));
    }

    /** What the end of a command says of a container. */
    public static ProbeRun probe(List<String> words, CommandOutcome outcome) {
        return switch (outcome) {
            case CommandOutcome.Exited(var code, var output) ->
                code == 0 ? new ProbeRun.Succeeded(output) : new ProbeRun.Failed(output);
            case CommandOutcome.TimedOut _ ->
                new ProbeRun.Failed("command \"" + String.join(" ", words) + "\" timed out");
            case CommandOutcome.NotRun(var why) -> new ProbeRun.Errored(why);
        };
    }

    /** With variables that the container gives as text. */
    public static List<String> words(Container container, List<String> command) {
        var variables = new HashMap<String, String>();
        for (var variable : container.details().env())
            if (!variable.hasValueFrom()) variables.put(variable.name(), variable.value());
        return command.stream()
                .map(word -> VariableText.expanded(word, variables))
                .toList();
    }

    private ProbeRun tcp(Address address, Duration timeout) {
        try (var _ = dialer().dial(address, timeout)) {
            return new ProbeRun.Succeeded("");
        } catch (IOException e) {
            return new ProbeRun.Failed(String.valueOf(e.getMessage()));
        }
    }

    private ProbeRun grpc(Address address, String service, Duration timeout) {
        var network = runtime.network();
        if (network.isPresent()) return health(network.get(), address, service);
        var asking = health();
        if (asking == null) return new ProbeRun.Errored("the node is stopping");
        return switch (asking.ask(address.host(), address.port(), service, timeout)) {
            case GrpcHealth.Answer.Serving _ -> new ProbeRun.Succeeded("service healthy");
            case GrpcHealth.Answer.Unhealthy(var why) -> new ProbeRun.Failed(why);
        };
    }

    private static ProbeRun health(PrivatePodNetwork network, Address address, String service) {
        try {
            return network.isServing(address.host(), address.port(), service)
                    ? new ProbeRun.Succeeded("service healthy")
                    : new ProbeRun.Failed("service unhealthy (responded with \"NOT_SERVING\")");
        } catch (IOException e) {
            return new ProbeRun.Failed("error: health rpc failed: " + e.getMessage());
        }
    }

    private Dialer dialer() {
        return runtime.network().map(Dialer::over).orElse(Dialer.MACHINE);
    }

    /** Made with the first probe that needs it; null after the end. */
    private synchronized @Nullable GrpcHealth health() {
        if (health == null && !isClosed) health = new GrpcHealth();
        return health;
    }

    /**
     * Sends the request of a hook. Whatever the server answers is an answer.
     *
     * @throws IOException if there is none
     */
    public void get(String podIp, Container container, ContainerHandler.HttpGet get, Duration timeout)
            throws IOException {
        var port = port(container, get.port());
        if (port < 0) throw new IOException(portText(container, get.port()));
        var url = HttpHandler.url(get, address(podIp, get.host(), port));
        try {
            HttpExchange.get(url, get.headers(), timeout, dialer());
        } catch (SSLException e) {
            throw e; // the caller may try without
        } catch (IOException e) {
            throw new IOException("Get \"" + url + "\": " + e.getMessage(), e);
        }
    }

    private static String ip(PodRecord record) {
        return record.observed().podIp();
    }

    private static Address address(String podIp, String host, int port) {
        return new Address(host.isEmpty() ? podIp : host, port);
    }

    /** -1 where there is no such port. */
    private static int port(Container container, String text) {
        if (text.matches("[0-9]{1,5}")) {
            var number = Integer.parseInt(text);
            return number >= 1 && number <= 65_535 ? number : -1;
        }
        for (var port : container.details().ports()) if (port.name().equals(text)) return port.containerPort();
        return -1;
    }

    private static ProbeRun unknownPort(Container container, String text) {
        return new ProbeRun.Errored(portText(container, text));
    }

    private static String portText(Container container, String text) {
        return "couldn't find port \"" + text + "\" of container \"" + container.name() + "\"";
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        if (health != null) health.close();
    }
}
