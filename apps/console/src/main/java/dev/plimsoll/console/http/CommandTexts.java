package dev.plimsoll.console.http;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.prediction.PodOutcome;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the commands of plimsoll say and do, each as the user of a client. Given by whoever starts the console, so that the page and the command line say
 * the same.
 */
public interface CommandTexts {
    /** {@code plimsoll explain pod/NAME}. */
    String explain(ApiClient client, ObjectName pod);

    /** {@code plimsoll resize --dry-run=server}: what would become of a resize. */
    ResizeAnswer preview(ApiClient client, ObjectName pod, ResizeWish wish);

    /** {@code plimsoll resize}, without waiting for its end. */
    ResizeAnswer resize(ApiClient client, ObjectName pod, ResizeWish wish);

    /** {@code plimsoll simulate -f} on the cluster as it is now. */
    String simulate(ApiClient client, String manifests);

    /** Why pods have no node, by class of node: what {@code plimsoll simulate} says of the cluster as it is now. */
    Refusals refusals(ApiClient client);

    /**
     * Pods that no node takes.
     *
     * @param problem why nothing is known; empty where it is
     * @param pods by namespace and name, with a slash between them
     */
    record Refusals(String problem, SortedMap<String, List<PodOutcome.ClassRefusal>> pods) {
        public static Refusals unknown(String why) {
            return new Refusals(why, new TreeMap<>());
        }
    }

    /**
     * What somebody asks for.
     *
     * @param container empty for the pod level
     * @param cpu a request, or request and limit as in {@code 1:2}; empty to leave it
     * @param memory the same
     */
    record ResizeWish(String container, String cpu, String memory) {}

    /**
     * What is said to it.
     *
     * @param outcome a word: done, deferred, infeasible, refused, sent or unknown
     */
    record ResizeAnswer(String outcome, List<String> reasons) {
        public ResizeAnswer {
            reasons = List.copyOf(reasons);
        }

        public static ResizeAnswer refused(String why) {
            return new ResizeAnswer("refused", List.of(why));
        }
    }
}
