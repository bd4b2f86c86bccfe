package dev.plimsoll.core.prediction;

import dev.plimsoll.core.model.Pod;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/** Resizes that nodes have to judge, in their order, and what became of each. */
final class ResizeRequests {
    private final Map<String, Pod> open = new LinkedHashMap<>();
    private final Map<String, ResizeFate> fates = new TreeMap<>();
    /** Pods whose resizes somebody wants to know about. */
    private final Set<String> asked = new HashSet<>();

    /**
     * Takes over what was under way before, and what is asked for now.
     *
     * @param underWay pods whose node has not made what they ask for
     */
    void begin(List<PredictedPod> underWay, List<Pod> requested, PredictedCluster cluster) {
        var wanted = new HashMap<String, Pod>();
        for (var pod : underWay) wanted.put(pod.uid(), pod.pod());
        for (var desired : requested) {
            var uid = desired.metadata().uid();
            if (!cluster.contains(uid)) continue;
            asked.add(cluster.pod(uid).qualifiedName());
            wanted.put(uid, desired);
        }
        wanted.values().stream()
                .sorted(Comparator.comparing(
                        desired -> cluster.pod(desired.metadata().uid()), PredictedPod.QUEUE))
                .forEach(this::add);
    }

    void add(Pod desired) {
        open.put(desired.metadata().uid(), desired);
    }

    /** What a pod asks for: by a resize that waits, or as it is. */
    Pod desired(PredictedPod pod) {
        return open.getOrDefault(pod.uid(), pod.pod());
    }

    /** By uid; a copy, since each may end while the others are looked at. */
    List<Map.Entry<String, Pod>> open() {
        return List.copyOf(open.entrySet());
    }

    void close(String uid) {
        open.remove(uid);
    }

    /** Whether this is the first that its node says. */
    boolean answered(PredictedPod pod, ResizeFate fate) {
        return fates.put(pod.qualifiedName(), fate) == null;
    }

    ResizeFate fate(PredictedPod pod) {
        return Objects.requireNonNull(fates.get(pod.qualifiedName()));
    }

    /** Of all that were asked for, by name. */
    List<ResizeFate> told() {
        return fates.values().stream()
                .filter(fate -> asked.contains(fate.namespace() + "/" + fate.name()))
                .toList();
    }
}
