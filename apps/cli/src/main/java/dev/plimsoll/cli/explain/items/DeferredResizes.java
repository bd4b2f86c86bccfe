package dev.plimsoll.cli.explain.items;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.ResourceList;
import dev.plimsoll.codec.view.PodReader;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Condition;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.resize.ReportedState;
import dev.plimsoll.core.resize.admission.Holders;
import dev.plimsoll.core.resize.admission.MissingText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds out what a deferred resize waits for. The condition says how much is missing and how many pods hold it; which ones is read
 * from the pods of the node with the user's own rights: all of them, or those of the pod's namespace where the user may see no more.
 */
public final class DeferredResizes {
    private static final int FORBIDDEN = 403;

    private final ApiClient client;
    private final ReportedState reported;
    private final List<String> notes;

    /**
     * With the rights of this client.
     *
     * @param notes gets what could not be read
     */
    public DeferredResizes(ApiClient client, FeatureGates gates, List<String> notes) {
        this.client = client;
        this.reported = ReportedState.under(gates);
        this.notes = notes;
    }

    private record Seen(List<Pod> pods, boolean areAll) {}

    /** Empty where no resize of the pod waits for room. */
    public Optional<DeferredResize> of(Pod pod) {
        var missing = pod.status().conditions().stream()
                .filter(condition -> condition.type().equals(Condition.POD_RESIZE_PENDING)
                        && condition.reason().equals(Condition.DEFERRED))
                .flatMap(condition -> MissingText.read(condition.message()).stream())
                .toList();
        var node = pod.spec().placement().nodeName();
        if (missing.isEmpty() || node.isEmpty()) return Optional.empty();
        var seen = seen(node, pod.metadata().namespace());
        var state = reported.of(node, seen.pods());
        var parts = new ArrayList<DeferredResize.Part>();
        for (var each : missing) {
            var holders = Holders.of(state, pod.metadata().uid(), each.resource());
            var hidden = seen.areAll() ? 0 : Math.max(0, each.holders() - holders.count());
            parts.add(new DeferredResize.Part(each.amount(), holders, hidden));
        }
        return Optional.of(new DeferredResize(node, parts));
    }

    private Seen seen(String node, String namespace) {
        var fields = "spec.nodeName=" + node;
        return switch (client.list(ApiResource.PODS, ObjectSelection.ALL.withFields(fields), Page.ALL)) {
            case RequestResult.Done<ResourceList>(var list) -> new Seen(pods(list), true);
            case RequestResult.Refused<ResourceList>(var status)
            when status.code() == FORBIDDEN ->
                switch (client.list(
                        ApiResource.PODS, ObjectSelection.inNamespace(namespace).withFields(fields), Page.ALL)) {
                    case RequestResult.Done<ResourceList>(var list) -> new Seen(pods(list), false);
                    case RequestResult<ResourceList> failed -> unseen(node, failed);
                };
            case RequestResult<ResourceList> failed -> unseen(node, failed);
        };
    }

    private Seen unseen(String node, RequestResult<ResourceList> failed) {
        notes.add("without the pods of node " + node + ": " + failed.problem());
        return new Seen(List.of(), false);
    }

    private List<Pod> pods(ResourceList list) {
        var pods = new ArrayList<Pod>();
        for (var item : list.items()) {
            switch (PodReader.read(item)) {
                case Read.Ok<Pod>(var pod) -> pods.add(pod);
                case Read.Malformed<Pod>(var problems) -> notes.add("left out a pod: " + problems);
            }
        }
        return pods;
    }
}
