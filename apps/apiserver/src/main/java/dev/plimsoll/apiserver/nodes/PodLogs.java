package dev.plimsoll.apiserver.nodes;

import dev.plimsoll.apiserver.request.ApiReply;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.verbs.Call;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.objects.node.NodeObject;
import dev.plimsoll.objects.pod.PodObject;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** {@code GET pods/NAME/log}: what a container wrote, as its node has it. */
public final class PodLogs {
    private static final String TEXT = "text/plain";
    private static final int LONGEST_REFUSAL = 2048;

    private final Registry registry;
    private final Kinds kinds;
    private final NodeConnections nodes;

    public PodLogs(Registry registry, Kinds kinds, NodeConnections nodes) {
        this.registry = registry;
        this.kinds = kinds;
        this.nodes = nodes;
    }

    public ApiReply read(Call call) {
        var options = PodLogOptions.of(call.query());
        var pod = new PodObject(
                registry.get(call.kind(), call.namespace(), call.name()).tree());
        var container = container(pod, call.name(), options.container());
        var node = pod.nodeName();
        // Nothing ran yet, so nothing was written.
        if (node.isEmpty()) return ApiReply.Whole.of(200, TEXT, new byte[0]);
        var page = page(
                node, "/containerLogs/" + call.namespace() + "/" + call.name() + "/" + container + options.query());
        return opened(page, options);
    }

    private URI page(String node, String path) {
        var document = registry.find(kinds.named("", "Node"), "", node)
                .orElseThrow(() -> new RefusedException(new Refusal.NotFound("", "nodes", node)))
                .tree();
        return switch (NodeEndpoint.of(new NodeObject(document))) {
            case NodeEndpoint.At(var base) -> base.resolve(path);
            case NodeEndpoint.Missing _ ->
                throw internal("node " + node + " does not serve logs: its status names no kubelet endpoint");
            case NodeEndpoint.Unreadable(var address) ->
                throw new RefusedException(new Refusal.Unavailable("node " + node
                        + " cannot be reached: its status names the address \"" + address
                        + "\", which is none"));
        };
    }

    /** The one that was named, or the only one that there is. */
    private static String container(PodObject pod, String name, String asked) {
        var containers = pod.containerNames();
        var init = pod.initContainerNames();
        var ephemeral = pod.ephemeralContainerNames();
        if (!asked.isEmpty()) {
            if (containers.contains(asked) || init.contains(asked) || ephemeral.contains(asked)) return asked;
            throw new RefusedException(new Refusal.BadRequest("container " + asked + " is not valid for pod " + name));
        }
        if (containers.size() == 1) return containers.getFirst();
        var choice = "a container name must be specified for pod " + name + ", choose one of: " + listed(containers);
        if (!init.isEmpty()) choice += " or one of the init containers: " + listed(init);
        if (!ephemeral.isEmpty()) choice += " or one of the ephemeral containers: " + listed(ephemeral);
        throw new RefusedException(new Refusal.BadRequest(choice));
    }

    private static String listed(List<String> names) {
        return "[" + String.join(" ", names) + "]";
    }

    /** Whether the node has it is known before the reply begins. */
    private ApiReply opened(URI page, PodLogOptions options) {
        try {
            var answer = nodes.open(page, !options.skipsVerification());
            if (answer.statusCode() != 200) throw new RefusedException(refusal(answer));
            return new ApiReply.Streaming(TEXT, new NodeStream(answer.body(), options.limitBytes()));
        } catch (IOException e) {
            throw internal("Get \"" + page + "\": " + (e.getMessage() == null ? "no answer" : e.getMessage()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new RefusedException(new Refusal.Unavailable("the server is stopping"));
        }
    }

    private static Refusal refusal(HttpResponse<InputStream> answer) throws IOException {
        try (var body = answer.body()) {
            var text = new String(body.readNBytes(LONGEST_REFUSAL), StandardCharsets.UTF_8).strip();
            return switch (answer.statusCode()) {
                case 400 -> new Refusal.BadRequest(text);
                case 404 -> new Refusal.NoResource();
                default -> new Refusal.Internal(text.isEmpty() ? "the node answered " + answer.statusCode() : text);
            };
        }
    }

    private static RefusedException internal(String why) {
        return new RefusedException(new Refusal.Internal(why));
    }
}
