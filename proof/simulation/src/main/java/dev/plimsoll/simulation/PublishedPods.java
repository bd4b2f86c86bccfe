package dev.plimsoll.simulation;

import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodStatus;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Pods of one node as the API has them: what people asked for, and what the node has told of it. */
final class PublishedPods {
    private static final int GRACE_SECONDS = 30;

    private final Map<String, Pod> pods = new LinkedHashMap<>();
    private final Statuses statuses = new Statuses();

    static String uid(String name) {
        return "uid-" + name;
    }

    Statuses statuses() {
        return statuses;
    }

    List<String> names() {
        return pods.values().stream().map(pod -> pod.metadata().name()).sorted().toList();
    }

    /** With what the node has published of them. */
    List<Pod> all() {
        return pods.entrySet().stream()
                .map(entry -> entry.getValue().withStatus(statuses.reported(entry.getKey())))
                .toList();
    }

    /** Namespace and name; empty if there is no such pod. */
    String nameOf(String uid) {
        var pod = pods.get(uid);
        return pod == null
                ? ""
                : pod.metadata().namespace() + "/" + pod.metadata().name();
    }

    Pod add(String name, PodSpec spec) {
        var pod = new Pod(ObjectMeta.named(name).withUid(uid(name)).withGeneration(1), spec, PodStatus.NONE);
        pods.put(uid(name), pod);
        return pod;
    }

    /** The pod as it is now; empty if there is none. */
    Optional<Pod> resize(String name, UnaryOperator<PodSpec> change) {
        return changed(name, pod -> {
            var meta = pod.metadata();
            return pod.withSpec(change.apply(pod.spec())).withMetadata(meta.withGeneration(meta.generation() + 1));
        });
    }

    Optional<Pod> delete(String name, Instant now) {
        return changed(name, pod -> {
            var meta = pod.metadata();
            return pod.withMetadata(new ObjectMeta(
                    meta.name(),
                    "",
                    meta.namespace(),
                    meta.uid(),
                    meta.generation() + 1,
                    meta.labels(),
                    meta.annotations(),
                    new ObjectMeta.Deletion(now, GRACE_SECONDS)));
        });
    }

    private Optional<Pod> changed(String name, UnaryOperator<Pod> change) {
        return Optional.ofNullable(pods.computeIfPresent(uid(name), (_, pod) -> change.apply(pod)));
    }

    /** Whether it was there. */
    boolean remove(String uid) {
        statuses.remove(uid);
        return pods.remove(uid) != null;
    }
}
