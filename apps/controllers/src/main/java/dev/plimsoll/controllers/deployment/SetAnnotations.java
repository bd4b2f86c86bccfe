package dev.plimsoll.controllers.deployment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.controllers.objects.Workload;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What a deployment writes down on its replica sets. */
final class SetAnnotations {
    static final String REVISION = "deployment.kubernetes.io/revision";
    private static final String HISTORY = "deployment.kubernetes.io/revision-history";
    private static final String DESIRED = "deployment.kubernetes.io/desired-replicas";
    private static final String MOST = "deployment.kubernetes.io/max-replicas";
    private static final Set<String> NOT_COPIED =
            Set.of("kubectl.kubernetes.io/last-applied-configuration", REVISION, HISTORY, DESIRED, MOST);

    private SetAnnotations() {}

    static long revision(Workload object) {
        return number(object, REVISION);
    }

    static int mostReplicas(Workload set) {
        return (int) number(set, MOST);
    }

    /** Whether the set was last scaled for another number of replicas than this. */
    static boolean isForOther(Workload set, int replicas) {
        var annotated = set.meta().annotation(DESIRED);
        return !annotated.isEmpty() && number(set, DESIRED) != replicas;
    }

    private static long number(Workload object, String key) {
        try {
            return Long.parseLong(object.meta().annotation(key));
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    static long nextRevision(List<SetView> old) {
        return old.stream().mapToLong(each -> revision(each.set())).max().orElse(0) + 1;
    }

    /** The annotations of the set of the current template: those of the deployment, and its number among the revisions. */
    static Map<String, String> current(Workload deployment, Map<String, String> before, long nextRevision) {
        var annotations = new TreeMap<>(before);
        deployment.meta().annotations().forEach((key, value) -> {
            if (!NOT_COPIED.contains(key)) annotations.put(key, value);
        });
        var known = annotations.getOrDefault(REVISION, "");
        var number = known.isEmpty() ? 0 : parsed(known);
        if (number < nextRevision) {
            annotations.put(REVISION, Long.toString(nextRevision));
            if (!known.isEmpty()) annotations.merge(HISTORY, known, (all, one) -> all + "," + one);
        }
        return annotations;
    }

    private static long parsed(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    static void writeSizes(ObjectNode metadata, RollingBounds bounds) {
        var annotations =
                metadata.get("annotations") instanceof ObjectNode known ? known : metadata.putObject("annotations");
        annotations.put(DESIRED, Integer.toString(bounds.replicas()));
        annotations.put(MOST, Integer.toString(bounds.most()));
    }

    static boolean haveSizes(Workload set, RollingBounds bounds) {
        return set.meta().annotation(DESIRED).equals(Integer.toString(bounds.replicas()))
                && set.meta().annotation(MOST).equals(Integer.toString(bounds.most()));
    }
}
