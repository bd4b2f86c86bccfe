package dev.plimsoll.cli.simulate.cluster;

import dev.plimsoll.cli.resize.RequestedResize;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.codec.manifest.Manifest;
import java.util.ArrayList;
import java.util.List;

/**
 * What somebody wants to do to a cluster.
 *
 * @param namespace of objects that name none
 * @param manifests objects that are applied
 * @param drained names of nodes
 * @param removed names of nodes that go without being drained
 * @param removedCount how many more nodes go, those first of which least is asked for
 */
public record RequestedChanges(
        String namespace,
        List<Manifest> manifests,
        List<Scale> scales,
        List<Resize> resizes,
        List<String> drained,
        List<AddedNodes> added,
        List<String> removed,
        int removedCount) {
    public static final RequestedChanges NONE =
            new RequestedChanges("default", List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), 0);

    /** Another number of pods. */
    public record Scale(ApiResource kind, ObjectName name, int replicas) {}

    /**
     * Other resources of a pod, or of all pods of a workload.
     *
     * @param container empty for the only one, or for the pod as a whole where it has resources of its own
     */
    public record Resize(ApiResource kind, ObjectName name, String container, List<RequestedResize> amounts) {
        public Resize {
            amounts = List.copyOf(amounts);
        }
    }

    /** So many nodes like this one. */
    public record AddedNodes(int count, Manifest node) {}

    public RequestedChanges {
        manifests = List.copyOf(manifests);
        scales = List.copyOf(scales);
        resizes = List.copyOf(resizes);
        drained = List.copyOf(drained);
        added = List.copyOf(added);
        removed = List.copyOf(removed);
    }

    /** Each change in a few words, as a title has it. */
    public List<String> words() {
        var words = new ArrayList<String>();
        if (!manifests.isEmpty())
            words.add("apply "
                    + (manifests.size() == 1
                            ? manifests.getFirst().kind() + " "
                                    + ObjectName.of(manifests.getFirst().document())
                                            .name()
                            : manifests.size() + " objects"));
        for (var scale : scales)
            words.add("scale " + scale.kind().kind() + " " + scale.name() + " to " + scale.replicas());
        for (var resize : resizes) words.add("resize " + resize.kind().kind() + " " + resize.name());
        for (var node : drained) words.add("drain " + node);
        for (var nodes : added) words.add("add " + nodes.count() + (nodes.count() == 1 ? " node" : " nodes"));
        for (var node : removed) words.add("remove " + node);
        if (removedCount > 0) words.add("remove " + removedCount + (removedCount == 1 ? " node" : " nodes"));
        return words;
    }
}
