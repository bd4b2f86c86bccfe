package dev.plimsoll.cli.explain.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.ResourceList;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.fit.Amounts;
import dev.plimsoll.core.fit.InsufficientResource;
import dev.plimsoll.core.fit.NodeCapacity;
import dev.plimsoll.core.fit.NodeFit;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.resize.ReportedState;
import dev.plimsoll.core.resize.state.Held;
import dev.plimsoll.objects.node.NodeObject;
import dev.plimsoll.objects.pod.PodObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A node and what its pods hold of it, as the API tells it.
 *
 * @param node the object
 * @param pods those that have not ended, the largest by cpu first
 * @param isWhole whether all its pods may be seen
 */
public record NodeHoldings(NodeObject node, List<Holding> pods, boolean isWhole) {
    private static final ReportedState REPORTED = ReportedState.under(FeatureGates.DEFAULT);

    public NodeHoldings {
        pods = List.copyOf(pods);
    }

    /** A pod and what the node keeps for it, as the node counts it. */
    public record Holding(Pod pod, Held held) {
        public long units(ResourceName resource) {
            if (resource.equals(ResourceName.CPU)) return held.cpu();
            if (resource.equals(ResourceName.MEMORY)) return held.memory();
            return resource.equals(ResourceName.PODS) ? 1 : Amounts.units(held.amounts(), resource);
        }

        public String qualifiedName() {
            return pod.metadata().namespace() + "/" + pod.metadata().name();
        }
    }

    /** What came of asking for it. */
    public sealed interface Asked {
        record Known(NodeHoldings holdings) implements Asked {}

        record Unknown(String why) implements Asked {}
    }

    /** Asks for a node and its pods; who may not see the pods of all namespaces gets those of one. */
    public static Asked ask(ApiClient client, String name, String namespace) {
        return switch (client.get(ApiResource.NODES, new ObjectName("", name))) {
            case RequestResult.Done<ObjectNode>(var node) -> {
                var onNode = "spec.nodeName=" + name;
                var all = client.list(ApiResource.PODS, ObjectSelection.ALL.withFields(onNode), Page.ALL);
                if (all instanceof RequestResult.Done<ResourceList>(var list))
                    yield new Asked.Known(new NodeHoldings(new NodeObject(node), holdings(name, list), true));
                var some = client.list(
                        ApiResource.PODS, ObjectSelection.inNamespace(namespace).withFields(onNode), Page.ALL);
                yield some instanceof RequestResult.Done<ResourceList>(var list)
                        ? new Asked.Known(new NodeHoldings(new NodeObject(node), holdings(name, list), false))
                        : new Asked.Unknown("the pods of node " + name + " cannot be read: " + all.problem()
                                + "; try as a user who may list pods");
            }
            case RequestResult<ObjectNode> failed -> new Asked.Unknown(failed.problem());
        };
    }

    private static List<Holding> holdings(String node, ResourceList list) {
        var pods = new ArrayList<Pod>();
        for (var item : list.items()) {
            if (new PodObject(item).view() instanceof Read.Ok<Pod>(var pod)
                    && !pod.status().isTerminal()) pods.add(pod);
        }
        var state = REPORTED.of(node, pods);
        var holdings = new ArrayList<Holding>();
        for (var pod : pods) {
            var record = state.pod(pod.metadata().uid());
            if (record != null) holdings.add(new Holding(pod, record.held()));
        }
        holdings.sort(Comparator.comparingLong((Holding each) -> each.units(ResourceName.CPU))
                .reversed()
                .thenComparing(Holding::qualifiedName));
        return holdings;
    }

    public String name() {
        return node.metadata().name();
    }

    /** What all hold of a resource; of pods, how many they are. */
    public long used(ResourceName resource) {
        return usedByOthers(resource, "");
    }

    private long usedByOthers(ResourceName resource, String uid) {
        return pods.stream()
                .filter(each -> !each.pod().metadata().uid().equals(uid))
                .mapToLong(each -> each.units(resource))
                .sum();
    }

    /** What a pod of this node would lack if it asked for more than before. */
    public List<InsufficientResource> shortages(Pod pod, ResourceAmounts before, ResourceAmounts requests) {
        var uid = pod.metadata().uid();
        return NodeFit.insufficientForGrowth(
                before, requests, NodeCapacity.of(node.allocatable(), name -> usedByOthers(name, uid)));
    }

    /** The few others that hold most of a resource, as a list for people; empty if nobody holds any. */
    public String holders(Pod pod, ResourceName resource) {
        var largest = pods.stream()
                .filter(each ->
                        !each.pod().metadata().uid().equals(pod.metadata().uid()) && each.units(resource) > 0)
                .sorted(Comparator.comparingLong((Holding each) -> each.units(resource))
                        .reversed())
                .limit(3)
                .map(each -> each.qualifiedName() + " " + InsufficientResource.amount(resource, each.units(resource)))
                .toList();
        return String.join(", ", largest);
    }
}
