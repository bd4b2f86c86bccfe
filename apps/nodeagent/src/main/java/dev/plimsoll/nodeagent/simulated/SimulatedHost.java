package dev.plimsoll.nodeagent.simulated;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.nodeagent.runtime.PrivatePodNetwork;
import dev.plimsoll.nodeagent.simulated.behaviour.HttpRule;
import dev.plimsoll.nodeagent.simulated.behaviour.ServedImage;
import dev.plimsoll.nodeagent.simulated.network.ConnectionOrigin;
import dev.plimsoll.nodeagent.simulated.network.ContainerNetwork;
import dev.plimsoll.nodeagent.simulated.network.Destination;
import dev.plimsoll.nodeagent.simulated.network.NetworkHost;
import dev.plimsoll.nodeagent.simulated.network.PodPlace;
import dev.plimsoll.nodeagent.simulated.network.Protocol;
import dev.plimsoll.nodeagent.simulated.network.Server;
import dev.plimsoll.nodeagent.simulated.network.SimulatedNetwork;
import dev.plimsoll.nodeagent.simulated.servers.HttpReply;
import dev.plimsoll.nodeagent.simulated.servers.SimulatedHttpServer;
import dev.plimsoll.nodeagent.simulated.servers.SiteService;
import dev.plimsoll.streams.DuplexStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A simulated node in the network, and the network as the node's agent uses it. */
final class SimulatedHost implements NetworkHost, PrivatePodNetwork {
    /** A program that has just been started may not listen yet. */
    private static final Duration START = Duration.ofSeconds(2);

    private final SimulatedRuntime runtime;
    private final SimulatedNetwork network;
    private final String address;

    SimulatedHost(SimulatedRuntime runtime, SimulatedNetwork network, String address) {
        this.runtime = runtime;
        this.network = network;
        this.address = address;
    }

    @Override
    public String address() {
        return address;
    }

    SimulatedNetwork network() {
        return network;
    }

    @Override
    public Optional<PodPlace> pod(String asked) {
        if (asked.equals(address)) return Optional.empty();
        return found(pod -> pod.ip.equals(asked) ? Optional.of(new Place(pod)) : Optional.empty());
    }

    @Override
    public Optional<Destination> hostPort(String asked, int port, Protocol protocol) {
        return found(pod -> {
            var known = pod.pod;
            if (known == null || known.spec().details().hostNetwork()) return Optional.empty();
            return known.spec().containers().stream()
                    .flatMap(container -> container.details().ports().stream())
                    .filter(each -> each.hostPort() == port)
                    .filter(each -> protocol.name().equals(each.protocol().isEmpty() ? "TCP" : each.protocol()))
                    .filter(each -> List.of("", "0.0.0.0", asked).contains(each.hostIP()))
                    .map(each -> new Destination(pod.ip, each.containerPort()))
                    .findFirst();
        });
    }

    private <T> Optional<T> found(Function<SimulatedPod, Optional<T>> asked) {
        var all = new ArrayList<T>();
        runtime.eachPod((_, pod) -> asked.apply(pod).ifPresent(all::add));
        return all.stream().findFirst();
    }

    @Override
    public boolean isServer(String uid, String container) {
        var servers = new ArrayList<SimulatedContainer>();
        runtime.eachPod((each, pod) -> {
            var known = pod.containers.get(container);
            if (each.equals(uid) && known != null && pod.pod != null && isServer(known, spec(pod, container)))
                servers.add(known);
        });
        return !servers.isEmpty();
    }

    private static boolean isServer(SimulatedContainer container, Container spec) {
        return !container.behaviour().http().isEmpty()
                || ServedImage.isAgnhostServer(spec)
                || ServedImage.of(spec).isPresent();
    }

    private static Container spec(SimulatedPod pod, String container) {
        var known = pod.pod;
        if (known == null) throw new IllegalStateException("nothing is known of the pod yet");
        return SimulatedSessions.specOf(known, container);
    }

    /** The node has no namespace, and knows no names but whole ones. */
    private ContainerNetwork own() {
        return new ContainerNetwork(network, ConnectionOrigin.ofNode(address), () -> "");
    }

    @Override
    public DuplexStream connect(String host, int port) throws IOException {
        return own().connect(host, port);
    }

    @Override
    public boolean isServing(String host, int port, String service) throws IOException {
        return network.isServing(ConnectionOrigin.ofNode(address), own().resolve(host), port, service);
    }

    private final class Place implements PodPlace {
        private final SimulatedPod pod;

        Place(SimulatedPod pod) {
            this.pod = pod;
        }

        private List<SimulatedContainer> running() {
            synchronized (runtime) {
                return pod.pod == null
                        ? List.of()
                        : pod.containers.values().stream()
                                .filter(SimulatedContainer::isRunning)
                                .toList();
            }
        }

        @Override
        public boolean isStarting() {
            var now = runtime.now();
            return running().stream()
                    .anyMatch(each -> ServedImage.isAgnhostServer(spec(pod, each.name()))
                            && now.isBefore(each.instance().startedAt().plus(START)));
        }

        @Override
        public boolean isUnderstood() {
            return running().stream().allMatch(this::isUnderstood);
        }

        private boolean isUnderstood(SimulatedContainer container) {
            return container.behaviour().isQuiet() || isServer(container, spec(pod, container.name()));
        }

        @Override
        public Optional<Server> placeholder(int port) {
            for (var container : running()) {
                var spec = spec(pod, container.name());
                var rules = container.behaviour().http().stream()
                        .filter(rule -> rule.port() == port)
                        .toList();
                if (!rules.isEmpty())
                    return Optional.of(SimulatedHttpServer.plain(request -> ruled(rules, request.path())));
                var image = ServedImage.of(spec);
                if (image.isPresent() && port == ServedImage.PORT) {
                    var root = "/" + image.get().root();
                    return Optional.of(
                            SimulatedHttpServer.plain(new SiteService(runtime.files(pod, container, spec), root)));
                }
                var isNamed = spec.details().ports().stream().anyMatch(each -> each.containerPort() == port);
                if (isNamed && !isUnderstood(container)) {
                    var text = "pod " + pod.name + ", container " + spec.name() + ", port " + port + "\n";
                    return Optional.of(SimulatedHttpServer.plain(_ -> HttpReply.ok(text)));
                }
            }
            return Optional.empty();
        }

        private HttpReply ruled(List<HttpRule> rules, String path) throws InterruptedException {
            for (var rule : rules) {
                if (!rule.accepts(path)) continue;
                if (rule.delay().isPositive()) runtime.sleep(rule.delay());
                return HttpReply.text(rule.status(), rule.body());
            }
            return HttpReply.text(404, "no rule answers " + path + "\n");
        }
    }
}
