package dev.plimsoll.nodeagent.cri.sessions;

import dev.plimsoll.cri.CriClient;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.Sandbox;
import dev.plimsoll.cri.StreamSelection;
import dev.plimsoll.nodeagent.cri.observation.CriLabels;
import dev.plimsoll.nodeagent.cri.observation.Observations;
import dev.plimsoll.nodeagent.runtime.SessionRequest;
import dev.plimsoll.nodeagent.runtime.StreamTarget;
import java.net.URI;
import java.util.List;

/** Sessions in containers: the runtime prepares them, and serves their streams at an address of its own. */
public final class RuntimeSessions {
    private final CriClient cri;
    private final ContainerCommands commands;

    public RuntimeSessions(CriClient cri, ContainerCommands commands) {
        this.cri = cri;
        this.commands = commands;
    }

    /** One that runs a command, or that has what runs already. */
    public StreamTarget session(String uid, String container, SessionRequest request) {
        return switch (commands.running(uid, container)) {
            case CriReply.Failed<String>(var code, var message) ->
                new StreamTarget.Refused(code == CriReply.Code.UNAVAILABLE ? 503 : 500, message);
            case CriReply.Ok<String>(var id) -> {
                var streams = new StreamSelection(request.stdin(), request.stdout(), request.stderr(), request.tty());
                yield new StreamTarget.Command(new RuntimeCommand(
                        () -> cri.session(id, request.command(), streams).then(RuntimeSessions::address), request));
            }
        };
    }

    public StreamTarget ports(String uid) {
        return switch (cri.sandboxes(CriLabels.selecting(uid))) {
            case CriReply.Failed<List<Sandbox>>(var code, var message) ->
                new StreamTarget.Refused(code == CriReply.Code.UNAVAILABLE ? 503 : 500, message);
            case CriReply.Ok<List<Sandbox>>(var sandboxes) -> {
                var sandbox = Observations.newest(sandboxes).filter(Sandbox::ready);
                if (sandbox.isEmpty()) yield new StreamTarget.Refused(404, "pod not found");
                var id = sandbox.get().id();
                yield new StreamTarget.Ports(new RuntimePorts(
                        port -> cri.portForward(id, List.of(port)).then(RuntimeSessions::address)));
            }
        };
    }

    private static CriReply<URI> address(String text) {
        try {
            return new CriReply.Ok<>(URI.create(text));
        } catch (IllegalArgumentException _) {
            return new CriReply.Failed<>(
                    CriReply.Code.INTERNAL, "the runtime serves streams at \"" + text + "\", which is no address");
        }
    }
}
