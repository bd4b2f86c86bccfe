package dev.plimsoll.core.workloads.deployment;

import dev.plimsoll.core.workloads.ObjectMetadata;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The annotations that a deployment writes on its replica sets. */
public final class SetAnnotations {
    public static final String REVISION = "deployment.kubernetes.io/revision";
    private static final String HISTORY = "deployment.kubernetes.io/revision-history";
    private static final String DESIRED = "deployment.kubernetes.io/desired-replicas";
    private static final String MOST = "deployment.kubernetes.io/max-replicas";
    private static final Set<String> NOT_COPIED =
            Set.of("kubectl.kubernetes.io/last-applied-configuration", REVISION, HISTORY, DESIRED, MOST);

    private SetAnnotations() {}

    public static long revision(ObjectMetadata object) {
        return number(object, REVISION);
    }

    static int mostReplicas(ObjectMetadata set) {
        return (int) number(set, MOST);
    }

    /** Whether the set was last scaled for another number of replicas than this. */
    static boolean isForOther(ObjectMetadata set, int replicas) {
        var annotated = set.annotation(DESIRED);
        return !annotated.isEmpty() && number(set, DESIRED) != replicas;
    }

    private static long number(ObjectMetadata object, String key) {
        try {
            return Long.parseLong(object.annotation(key));
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    static long nextRevision(List<OwnedReplicaSet> old) {
        return old.stream().mapToLong(each -> revision(each.meta())).max().orElse(0) + 1;
    }

    /** The annotations of the set of the current template: those of the deployment, and its number among the revisions. */
    static Map<String, String> current(ObjectMetadata deployment, Map<String, String> before, long nextRevision) {
        var annotations = new TreeMap<>(before);
        deployment.annotations().forEach((key, value) -> {
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

    /** For which size of the deployment a set was scaled. */
    static Map<String, String> sizes(RollingBounds bounds) {
        return Map.of(DESIRED, Integer.toString(bounds.replicas()), MOST, Integer.toString(bounds.most()));
    }

    static boolean haveSizes(ObjectMetadata set, RollingBounds bounds) {
        return set.annotations().entrySet().containsAll(sizes(bounds).entrySet());
    }
}
