package dev.plimsoll.nodeagent.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.ResourceList;
import dev.plimsoll.codec.view.PodWriter;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.runtime.metrics.MetricsText;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;

/** The pages of one node. */
final class NodePages {
    private static final Duration LONGEST_TURN = Duration.ofMinutes(5);
    /** What a kubelet has and this node does not. */
    private static final Set<String> OF_CONTAINERS = Set.of("run", "logs", "checkpoint");

    private final NodeAgent agent;
    private final NodeServer.Content content;

    NodePages(NodeAgent agent, NodeServer.Content content) {
        this.agent = agent;
        this.content = content;
    }

    private ApiClient client() {
        return content.client();
    }

    private InstantSource clock() {
        return content.clock();
    }

    private PrometheusRegistry registry() {
        return content.registry();
    }

    NodeReply page(String path, String query) {
        var parts = List.of(path.substring(1).split("/", -1));
        return switch (path) {
            case "/healthz", "/healthz/", "/healthz/ping", "/healthz/log", "/healthz/syncloop" -> health();
            case "/pods", "/pods/" -> pods((_, _) -> true);
            case "/runningpods", "/runningpods/" -> running();
            case "/stats/summary", "/stats/summary/" ->
                NodeReply.json(new StatsSummary(agent, clock().instant()).document());
            case "/metrics" -> NodeReply.metrics(MetricsText.of(registry()));
            case "/metrics/resource" -> NodeReply.metrics(new UsageMetrics(agent).resource());
            case "/metrics/cadvisor" -> NodeReply.metrics(new UsageMetrics(agent).cadvisor());
            case "/metrics/probes" -> NodeReply.metrics(ProbeMetrics.of(agent.probeCounts()));
            case "/configz" -> configuration();
            default -> {
                if (LogPage.isAt(parts)) yield new LogPage(agent, clock()).answer(parts, query);
                if (parts.getFirst().equals("allocatedPods") && content.servesAllocatedPods()) yield allocated(parts);
                yield OF_CONTAINERS.contains(parts.getFirst())
                        ? NodeReply.text(501, "/" + parts.getFirst() + " is not served by this node\n")
                        : NodeReply.notFound();
            }
        };
    }

    NodeReply health() {
        return agent.isResponsive(LONGEST_TURN)
                ? NodeReply.text(200, "ok")
                : NodeReply.text(
                        500,
                        "[+]ping ok\n[+]log ok\n[-]syncloop failed: a turn of node "
                                + agent.shape().name() + " takes longer than " + LONGEST_TURN.toMinutes()
                                + " minutes\nhealthz check failed\n");
    }

    private NodeReply configuration() {
        var document = ClientJson.object();
        document.set("kubeletconfig", content.configuration());
        return NodeReply.json(document);
    }

    /** As the API has them, which is where the desired specs are. */
    private NodeReply.Whole pods(BiPredicate<ObjectNode, ObjectNode> chosen) {
        var mine =
                ObjectSelection.ALL.withFields("spec.nodeName=" + agent.shape().name());
        return switch (client().list(ApiResource.PODS, mine, Page.ALL)) {
            case RequestResult.Done<ResourceList>(var list) -> {
                var document = podList();
                for (var pod : list.items()) {
                    if (chosen.test(pod, document)) document.withArray("/items").add(pod);
                }
                yield NodeReply.json(document);
            }
            case RequestResult<ResourceList> failed ->
                NodeReply.text(503, "the API cannot be asked: " + failed.problem() + "\n");
        };
    }

    private static ObjectNode podList() {
        var document = ClientJson.object().put("kind", "PodList").put("apiVersion", "v1");
        document.putObject("metadata");
        document.putArray("items");
        return document;
    }

    /** {@code /allocatedPods[/NAMESPACE/POD[/UID]]}: specs as promised, without a status. */
    private NodeReply allocated(List<String> parts) {
        var state = agent.state();
        var answer = pods((pod, _) -> {
            var metadata = pod.path("metadata");
            var record = state.pod(metadata.path("uid").asText());
            if (record == null || !record.isAllocated()) return false;
            var names = List.of("namespace", "name", "uid");
            for (var i = 1; i < Math.min(parts.size(), 4); i++) {
                if (!parts.get(i).equals(metadata.path(names.get(i - 1)).asText())) return false;
            }
            PodWriter.resources(pod, record.allocatedSpec());
            pod.putObject("status");
            return true;
        });
        return parts.size() < 3 ? answer : single(answer);
    }

    /** One pod that was asked for by name is not answered with a list. */
    private static NodeReply single(NodeReply.Whole answer) {
        if (answer.status() != 200) return answer;
        var items = ClientJson.read(answer.body()).orElseThrow().path("items");
        return items.isEmpty() ? NodeReply.text(404, "pod not found\n") : NodeReply.json(items.get(0));
    }

    private NodeReply running() {
        var document = podList();
        var state = agent.state();
        new TreeMap<>(agent.runtime().running()).forEach((uid, observed) -> {
            if (!observed.hasSandbox()) return;
            var pod = document.withArray("/items").addObject();
            var record = state.pod(uid);
            var metadata = pod.putObject("metadata");
            metadata.put("name", record == null ? uid : record.pod().metadata().name());
            if (record != null)
                metadata.put("namespace", record.pod().metadata().namespace());
            metadata.put("uid", uid);
            var containers = pod.putObject("spec").putArray("containers");
            observed.actual().containers().forEach((name, instance) -> {
                if (instance.isRunning())
                    containers.addObject().put("name", name).put("image", instance.image());
            });
            pod.putObject("status");
        });
        return NodeReply.json(document);
    }
}
