package dev.plimsoll.nodeagent.http;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.ResourceList;
import dev.plimsoll.core.workloads.ObjectMetadata;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.objects.kubelet.KubeletConfigurationDraft;
import dev.plimsoll.objects.kubelet.PodListDraft;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.runtime.metrics.MetricsText;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

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
            case "/pods", "/pods/" -> pods();
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
                if (parts.getFirst().equals("actuatedPods")) yield ActuatedPods.page(agent, parts);
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
        return NodeReply.json(KubeletConfigurationDraft.page(content.configuration()));
    }

    /** As the API has them, which is where the desired specs are. */
    private NodeReply pods() {
        return listed(pods -> {
            var list = new PodListDraft();
            pods.forEach(list::add);
            return NodeReply.json(list.document());
        });
    }

    private NodeReply listed(Function<List<PodObject>, NodeReply> reply) {
        var mine =
                ObjectSelection.ALL.withFields("spec.nodeName=" + agent.shape().name());
        return switch (client().list(ApiResource.PODS, mine, Page.ALL)) {
            case RequestResult.Done<ResourceList>(var list) ->
                reply.apply(list.items().stream().map(PodObject::new).toList());
            case RequestResult<ResourceList> failed ->
                NodeReply.text(503, "the API cannot be asked: " + failed.problem() + "\n");
        };
    }

    /**
     * {@code /allocatedPods[/NAMESPACE/POD[/UID]]}: specs as promised, without a status. One pod that was asked for by name is not
     * answered with a list.
     */
    private NodeReply allocated(List<String> parts) {
        var kept = kept();
        return kept.isPresent() ? allocated(kept.get(), parts) : listed(pods -> allocated(pods, parts));
    }

    /** Documents of all pods that something was promised to, which the node has itself; empty where it keeps none, or not all. */
    private Optional<List<PodObject>> kept() {
        var kept = new ArrayList<PodObject>();
        for (var record : agent.state().pods().values()) {
            if (!record.isAllocated()) continue;
            var document = agent.runtime().document(record.uid());
            if (document.isEmpty()) return Optional.empty();
            kept.add(document.get());
        }
        kept.sort(Comparator.comparing((PodObject pod) -> pod.metadata().namespace())
                .thenComparing(pod -> pod.metadata().name()));
        return Optional.of(kept);
    }

    private NodeReply allocated(List<PodObject> pods, List<String> parts) {
        var list = new PodListDraft();
        for (var pod : pods) {
            if (!isAsked(pod.metadata(), parts)) continue;
            var record = agent.state().pod(pod.uid());
            if (record == null || !record.isAllocated() || !record.stage().holdsResources()) continue;
            var allocated = pod.withResources(record.allocatedSpec()).draft().emptyStatus();
            if (parts.size() >= 3) return NodeReply.json(allocated.document());
            list.add(new PodObject(allocated.document()));
        }
        return parts.size() < 3 ? NodeReply.json(list.document()) : NodeReply.text(404, "pod not found\n");
    }

    private static boolean isAsked(ObjectMetadata pod, List<String> parts) {
        var names = List.of(pod.namespace(), pod.name(), pod.uid());
        for (var i = 1; i < Math.min(parts.size(), 4); i++) if (!parts.get(i).equals(names.get(i - 1))) return false;
        return true;
    }

    private NodeReply running() {
        var list = new PodListDraft();
        var state = agent.state();
        new TreeMap<>(agent.runtime().running()).forEach((uid, observed) -> {
            if (!observed.hasSandbox()) return;
            var record = state.pod(uid);
            list.addRunning(
                    record == null ? "" : record.pod().metadata().namespace(),
                    record == null ? uid : record.pod().metadata().name(),
                    uid,
                    observed.actual().containers());
        });
        return NodeReply.json(list.document());
    }
}
