package dev.plimsoll.nodeagent.http;

import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.nodeagent.runtime.SessionRequest;
import dev.plimsoll.nodeagent.runtime.StreamTarget;
import dev.plimsoll.nodeagent.streams.SessionKind;
import dev.plimsoll.nodeagent.streams.SessionServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.util.Fields;

/** {@code /exec/NAMESPACE/POD[/UID]/CONTAINER}, {@code /attach/...} and {@code /portForward/NAMESPACE/POD[/UID]}. */
final class SessionPages {
    private final Map<String, NodeAgent> nodes;
    private final SessionServer sessions;

    SessionPages(Map<String, NodeAgent> nodes, SessionServer sessions) {
        this.nodes = nodes;
        this.sessions = sessions;
    }

    /** Which session a path is about; empty if about none. */
    static Optional<SessionKind> kind(List<String> parts) {
        for (var kind : SessionKind.values()) {
            var least = kind == SessionKind.PORT_FORWARD ? 3 : 4;
            if (parts.getFirst().equals(kind.path()) && (parts.size() == least || parts.size() == least + 1))
                return Optional.of(kind);
        }
        return Optional.empty();
    }

    /** Begins the session and completes the callback, or says why not. */
    Optional<SessionServer.Refused> open(
            String node, SessionKind kind, List<String> parts, Fields query, SessionServer.Upgrade upgrade)
            throws IOException {
        var agent = nodes.get(node);
        var name = parts.get(2);
        var pod = Optional.ofNullable(agent).flatMap(each -> LogPage.pod(each, parts.get(1), name));
        if (agent == null || pod.isEmpty()) return refused(404, "pod does not exist");
        var container = kind == SessionKind.PORT_FORWARD ? "" : parts.getLast();
        if (!container.isEmpty() && !LogPage.has(pod.get(), container))
            return refused(404, "container \"" + container + "\" not found in pod \"" + name + "\"");
        var request = request(query);
        var ports = new ArrayList<Integer>();
        for (var text : query.getValuesOrEmpty("port")) {
            if (!text.matches("[0-9]{1,5}") || Integer.parseInt(text) < 1 || Integer.parseInt(text) > 65_535)
                return refused(400, "unable to parse \"" + text + "\" as a port");
            ports.add(Integer.parseInt(text));
        }
        if (kind != SessionKind.PORT_FORWARD && !request.stdin() && !request.stdout() && !request.stderr())
            return refused(400, "you must specify at least 1 of stdin, stdout, stderr");
        var uid = pod.get().pod().metadata().uid();
        return sessions.open(
                upgrade,
                target(agent, kind, pod.get(), container, request),
                new SessionServer.Session(kind, name + ", uid " + uid, request, ports));
    }

    private static StreamTarget target(
            NodeAgent agent, SessionKind kind, PodRecord pod, String container, SessionRequest request)
            throws IOException {
        var uid = pod.pod().metadata().uid();
        return switch (kind) {
            case EXEC ->
                request.command().isEmpty()
                        ? new StreamTarget.Refused(400, "no command is given")
                        : agent.runtime().exec(uid, container, request);
            case ATTACH -> agent.runtime().attach(uid, container, request);
            case PORT_FORWARD -> agent.runtime().ports(uid);
        };
    }

    private static SessionRequest request(Fields query) {
        var tty = flag(query, "tty");
        return new SessionRequest(
                query.getValuesOrEmpty("command"),
                flag(query, "input"),
                flag(query, "output"),
                flag(query, "error") && !tty,
                tty);
    }

    private static boolean flag(Fields query, String name) {
        var value = query.getValue(name);
        return value != null && (value.equals("1") || value.equals("true"));
    }

    private static Optional<SessionServer.Refused> refused(int status, String why) {
        return Optional.of(new SessionServer.Refused(status, why, Map.of()));
    }
}
