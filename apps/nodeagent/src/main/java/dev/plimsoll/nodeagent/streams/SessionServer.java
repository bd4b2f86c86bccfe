package dev.plimsoll.nodeagent.streams;

import dev.plimsoll.nodeagent.runtime.SessionRequest;
import dev.plimsoll.nodeagent.runtime.StreamTarget;
import dev.plimsoll.streams.DuplexStream;
import dev.plimsoll.streams.MessageSocket;
import dev.plimsoll.streams.Relay;
import dev.plimsoll.streams.ResponseHead;
import dev.plimsoll.streams.SocketStream;
import dev.plimsoll.streams.UpgradeRequest;
import dev.plimsoll.streams.UpgradedConnection;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;

/** Makes sessions of requests: agrees with the client on a protocol, and connects it with whoever serves. */
public final class SessionServer {
    /** How long a session may say nothing where nobody says otherwise, as in a kubelet. */
    public static final Duration USUAL_IDLE = Duration.ofHours(4);

    private static final int CONNECT_MILLIS = 10_000;
    private static final String SPDY = "SPDY/3.1";
    private static final String VERSION = "X-Stream-Protocol-Version";

    private final ServerWebSocketContainer sockets;
    private final HeldStreams held;
    private final Duration idle;

    /**
     * Serves with these bounds.
     *
     * @param idle how long nothing may come or go in a session; zero is for ever
     */
    public SessionServer(ServerWebSocketContainer sockets, HeldStreams held, Duration idle) {
        this.sockets = sockets;
        this.held = held;
        this.idle = idle;
    }

    /**
     * What a client asked for.
     *
     * @param pod its name and uid, for messages
     * @param ports of a client that names them beforehand
     */
    public record Session(SessionKind kind, String pod, SessionRequest request, List<Integer> ports) {
        public Session {
            ports = List.copyOf(ports);
        }
    }

    /** Why there is no session. */
    public record Refused(int status, String why, Map<String, String> headers) {
        public Refused {
            headers = Map.copyOf(headers);
        }

        static Optional<Refused> of(int status, String why) {
            return Optional.of(new Refused(status, why, Map.of()));
        }
    }

    /** One exchange of HTTP that becomes something else. */
    public record Upgrade(Request request, Response response, Callback callback) {
        private String header(String name) {
            var value = request.getHeaders().get(name);
            return value == null ? "" : value;
        }

        private List<String> list(String name) {
            var all = new ArrayList<String>();
            for (var value : request.getHeaders().getValuesList(name)) {
                for (var each : value.split(",", -1)) if (!each.isBlank()) all.add(each.strip());
            }
            return all;
        }
    }

    /** Begins the session and completes the callback, or does neither and says why. */
    public Optional<Refused> open(Upgrade upgrade, StreamTarget target, Session session) throws IOException {
        var protocol = upgrade.header("Upgrade").toLowerCase(Locale.ROOT);
        var isSpdy = protocol.equals(SPDY.toLowerCase(Locale.ROOT));
        if (!UpgradedConnection.isPossible(upgrade.request()) || !(isSpdy || protocol.equals("websocket")))
            return Refused.of(
                    400,
                    "unable to upgrade: missing upgrade headers in request: Connection: Upgrade and Upgrade: websocket or "
                            + SPDY);
        if (!held.enter(session.kind())) return Refused.of(503, "too many sessions are open on this node");
        var left = new AtomicBoolean();
        Runnable leave = () -> {
            if (!left.getAndSet(true)) held.leave(session.kind());
        };
        var begun = false;
        try {
            var refused = switch (target) {
                case StreamTarget.Refused(var status, var why) -> Refused.of(status, why);
                case StreamTarget.At(var address) -> passOn(upgrade, address, leave);
                case StreamTarget.Command(var process) -> {
                    var commands = new CommandSession(process, session.request());
                    yield isSpdy
                            ? spdy(
                                    upgrade,
                                    SpdyCommand.VERSIONS,
                                    version -> new SpdyCommand(commands, session.kind(), version),
                                    leave)
                            : socket(
                                    upgrade,
                                    WebSocketCommand.PROTOCOLS,
                                    chosen -> new WebSocketCommand(commands, session.kind(), chosen),
                                    leave);
                }
                case StreamTarget.Ports(var ports) -> {
                    if (isSpdy)
                        yield spdy(
                                upgrade, List.of(SpdyPorts.PROTOCOL), _ -> new SpdyPorts(ports, session.pod()), leave);
                    if (upgrade.list("Sec-WebSocket-Protocol").contains(SpdyPorts.TUNNEL))
                        yield accept(
                                upgrade,
                                SpdyPorts.TUNNEL,
                                socket -> new SpdyPorts(ports, session.pod()).use(socket.bytes()),
                                leave);
                    if (session.ports().isEmpty()) yield Refused.of(400, "query parameter \"port\" is required");
                    yield socket(
                            upgrade,
                            WebSocketPorts.PROTOCOLS,
                            chosen -> new WebSocketPorts(ports, session.pod(), session.ports(), chosen),
                            leave);
                }
            };
            begun = refused.isEmpty();
            return refused;
        } finally {
            if (!begun) leave.run();
        }
    }

    private interface OfVersion {
        UpgradedConnection.User user(String version);
    }

    private Optional<Refused> spdy(Upgrade upgrade, List<String> served, OfVersion made, Runnable leave) {
        var offered = upgrade.list(VERSION);
        if (offered.isEmpty())
            return Refused.of(400, "unable to upgrade: unable to negotiate protocol: " + VERSION + " is missing");
        var chosen = offered.stream().filter(served::contains).findFirst();
        if (chosen.isEmpty()) {
            var why = "unable to upgrade: unable to negotiate protocol: client supports " + shown(offered)
                    + ", server accepts " + shown(served);
            return Optional.of(
                    new Refused(403, why, Map.of("X-Accepted-Stream-Protocol-Versions", String.join(", ", served))));
        }
        var headers = Map.of("Connection", "Upgrade", "Upgrade", SPDY, VERSION, chosen.get());
        begin(upgrade, headers, leaving(made.user(chosen.get()), leave), leave);
        return Optional.empty();
    }

    private static UpgradedConnection.User leaving(UpgradedConnection.User user, Runnable leave) {
        return client -> {
            try {
                user.use(client);
            } finally {
                leave.run();
            }
        };
    }

    private void begin(Upgrade upgrade, Map<String, String> headers, UpgradedConnection.User user, Runnable leave) {
        var callback = Callback.from(upgrade.callback()::succeeded, problem -> {
            leave.run();
            upgrade.callback().failed(problem);
        });
        UpgradedConnection.begin(upgrade.request(), upgrade.response(), callback, headers, idle, user);
    }

    private static String shown(List<String> names) {
        return "[" + String.join(" ", names) + "]";
    }

    private interface OfProtocol {
        MessageSocket.User user(ChannelProtocol protocol);
    }

    private Optional<Refused> socket(Upgrade upgrade, List<ChannelProtocol> served, OfProtocol made, Runnable leave) {
        var offered = upgrade.list("Sec-WebSocket-Protocol");
        var chosen = ChannelProtocol.chosen(offered, served);
        if (chosen.isEmpty())
            return Refused.of(
                    400,
                    "unable to upgrade: unable to negotiate protocol: client supports " + shown(offered)
                            + ", server accepts "
                            + shown(served.stream()
                                    .map(ChannelProtocol::subprotocol)
                                    .toList()));
        return accept(upgrade, chosen.get().subprotocol(), made.user(chosen.get()), leave);
    }

    private Optional<Refused> accept(Upgrade upgrade, String subprotocol, MessageSocket.User user, Runnable leave) {
        var socket = new MessageSocket(idle, opened -> {
            try {
                user.use(opened);
            } finally {
                leave.run();
            }
        });
        var accepted = sockets.upgrade(
                (_, response, _) -> {
                    if (!subprotocol.isEmpty()) response.setAcceptedSubProtocol(subprotocol);
                    return socket;
                },
                upgrade.request(),
                upgrade.response(),
                Callback.from(upgrade.callback()::succeeded, problem -> {
                    leave.run();
                    upgrade.callback().failed(problem);
                }));
        return accepted ? Optional.empty() : Refused.of(400, "this is no handshake of a WebSocket");
    }

    /** The runtime and the client agree on a protocol; the node understands nothing of it. */
    private Optional<Refused> passOn(Upgrade upgrade, URI address, Runnable leave) throws IOException {
        var runtime = dial(address);
        try {
            UpgradeRequest.send(runtime, upgrade.request().getMethod(), address, fields(upgrade));
            var head = ResponseHead.read(runtime.input());
            if (head.status() != 101) {
                var length = head.find("content-length").map(Integer::parseInt).orElse(0);
                var why = new String(
                        runtime.input().readNBytes(Math.clamp(length, 0, 4096)),
                        java.nio.charset.StandardCharsets.UTF_8);
                runtime.close();
                return Refused.of(head.status(), why);
            }
            var headers = new HashMap<String, String>();
            for (var field : head.fields()) headers.putIfAbsent(field.name(), field.value());
            begin(upgrade, headers, leaving(client -> Relay.run(client, runtime, idle), leave), () -> {
                runtime.close();
                leave.run();
            });
            return Optional.empty();
        } catch (NumberFormatException e) {
            runtime.close();
            throw new IOException("malformed HTTP response", e);
        } catch (IOException | RuntimeException e) {
            runtime.close();
            throw e;
        }
    }

    private static DuplexStream dial(URI address) throws IOException {
        var socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.connect(new InetSocketAddress(address.getHost(), address.getPort()), CONNECT_MILLIS);
            return new SocketStream(socket);
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    private static List<ResponseHead.Field> fields(Upgrade upgrade) {
        var fields = new ArrayList<ResponseHead.Field>();
        for (var field : upgrade.request().getHeaders()) {
            if (UpgradeRequest.isPassedOn(field.getName().toLowerCase(Locale.ROOT)) && field.getValue() != null)
                fields.add(new ResponseHead.Field(field.getName(), field.getValue()));
        }
        return fields;
    }
}
