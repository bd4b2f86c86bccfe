package dev.plimsoll.autoscaler.recommender;

import dev.plimsoll.autoscaler.cluster.ControllerCache.Target;
import dev.plimsoll.autoscaler.prometheus.PastPod;
import dev.plimsoll.autoscaler.prometheus.PrometheusHistory;
import dev.plimsoll.runtime.ErrorReporter;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Fills histories from Prometheus, each namespace once. What Prometheus does not answer is asked for again in the next round;
 * recommendations are made meanwhile from what is seen.
 */
final class PastUse {
    private final PrometheusHistory history;
    private final ErrorReporter reporter;
    private final Set<String> done = new HashSet<>();

    PastUse(PrometheusHistory history, ErrorReporter reporter) {
        this.history = history;
        this.reporter = reporter;
    }

    void fill(Collection<TrackedVpa> objects, long now) {
        var byNamespace = new HashMap<String, Map<TrackedVpa, Target.Selects>>();
        for (var object : objects) {
            var namespace = object.vpa.name().namespace();
            if (!done.contains(namespace) && object.target instanceof Target.Selects selects) {
                byNamespace.computeIfAbsent(namespace, _ -> new HashMap<>()).put(object, selects);
            }
        }
        for (var entry : byNamespace.entrySet()) {
            var namespace = entry.getKey();
            try {
                for (var pod : PastPod.of(history.of(namespace))) {
                    entry.getValue().forEach((object, selects) -> {
                        if (selects.selector().matches(pod.labels())) replay(object, pod, now);
                    });
                }
                done.add(namespace);
            } catch (IOException e) {
                reporter.tell("history of " + namespace + ": " + e.getMessage());
                return;
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt(); // closing
                return;
            }
        }
    }

    private static void replay(TrackedVpa object, PastPod pod, long now) {
        for (var container : pod.containers()) object.history.replay(object.vpa, container, now);
        object.history.replayWhole(object.vpa, pod);
    }
}
