package dev.plimsoll.apiserver.proxy;

import dev.plimsoll.apiserver.nodes.NodeConnections;
import dev.plimsoll.apiserver.request.ApiReply;
import dev.plimsoll.apiserver.request.Parameters;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.verbs.Call;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.streams.ResponseHead;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** {@code pods/NAME/exec}, {@code attach} and {@code portforward}: the way to the node on which the pod is. */
public final class PodStreams {
    private final Registry registry;
    private final ProxyTargets targets;
    private final NodeConnections nodes;

    public PodStreams(Registry registry, Kinds kinds, NodeConnections nodes) {
        this.registry = registry;
        this.targets = new ProxyTargets(registry, kinds, new SplittableRandom());
        this.nodes = nodes;
    }

    public ApiReply open(Call call) {
        var pod = new PodObject(
                registry.get(call.kind(), call.namespace(), call.name()).tree());
        var path = switch (call.subresource()) {
            case "exec" -> "/exec/" + container(call, pod) + command(call.query(), true);
            case "attach" -> "/attach/" + container(call, pod) + command(call.query(), false);
            case "portforward" -> "/portForward/" + call.namespace() + "/" + call.name() + ports(call.query());
            default -> throw new RefusedException(new Refusal.NoResource());
        };
        var name = pod.nodeName();
        if (name.isEmpty()) throw bad("pod " + call.name() + " does not have a host assigned");
        if (!call.request().isUpgrade()) throw bad("Upgrade request required");
        var node = targets.kubelet(name);
        return UpgradeProxy.open(
                call.request(),
                URI.create(node.base() + path),
                List.of(new ResponseHead.Field(ProxyHeaders.NODE, node.node())),
                nodes::connect);
    }

    private static String container(Call call, PodObject pod) {
        var names = Stream.of(pod.initContainerNames(), pod.containerNames(), pod.ephemeralContainerNames())
                .flatMap(List::stream)
                .toList();
        var asked = call.query().text("container");
        if (asked.isEmpty() && names.size() > 1)
            throw bad("a container name must be specified for pod " + call.name() + ", choose one of: ["
                    + String.join(" ", names) + "]");
        var chosen = asked.isEmpty() ? names.getFirst() : asked;
        if (!names.contains(chosen)) throw bad("container " + chosen + " is not valid for pod " + call.name());
        return call.namespace() + "/" + call.name() + "/" + chosen;
    }

    /** In the node's words. */
    private static String command(Parameters query, boolean withCommand) {
        var stdin = query.flag("stdin");
        var tty = query.flag("tty");
        var stdout = !query.has("stdout") || query.flag("stdout");
        var stderr = (!query.has("stderr") || query.flag("stderr")) && !tty;
        if (!stdin && !stdout && !stderr) throw bad("you must specify at least 1 of stdin, stdout, stderr");
        var words = new ArrayList<String>();
        if (withCommand) for (var word : query.all("command")) words.add("command=" + encoded(word));
        if (stdin) words.add("input=1");
        if (stdout) words.add("output=1");
        if (stderr) words.add("error=1");
        if (tty) words.add("tty=1");
        return "?" + String.join("&", words);
    }

    private static String ports(Parameters query) {
        var words = new ArrayList<String>();
        for (var ports : query.all("ports")) {
            for (var port : ports.split(",", -1)) {
                if (SchemeNamePort.number(port).isEmpty()) throw bad("port \"" + port + "\" is not from 1 to 65535");
                words.add("port=" + port);
            }
        }
        return words.isEmpty() ? "" : "?" + String.join("&", words);
    }

    private static String encoded(String word) {
        return URLEncoder.encode(word, StandardCharsets.UTF_8);
    }

    private static RefusedException bad(String why) {
        return new RefusedException(new Refusal.BadRequest(why));
    }
}
