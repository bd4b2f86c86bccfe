package dev.plimsoll.core.model;

import dev.plimsoll.core.model.PodDetails.Toleration;
import java.util.List;

/** What keeps pods off a node unless they tolerate it. */
public record Taint(String key, String value, String effect) {
    public static final String NO_SCHEDULE = "NoSchedule";
    public static final String NO_EXECUTE = "NoExecute";
    public static final String PREFER_NO_SCHEDULE = "PreferNoSchedule";

    /** What a node that takes no new pods seems to have. */
    public static final Taint UNSCHEDULABLE = new Taint("node.kubernetes.io/unschedulable", "", NO_SCHEDULE);

    /** Whether it keeps pods away, rather than being a wish. */
    public boolean isHard() {
        return effect.equals(NO_SCHEDULE) || effect.equals(NO_EXECUTE);
    }

    public boolean isToleratedBy(List<Toleration> tolerations) {
        for (var toleration : tolerations) if (isToleratedBy(toleration)) return true;
        return false;
    }

    public boolean isToleratedBy(Toleration toleration) {
        if (!toleration.effect().isEmpty() && !toleration.effect().equals(effect)) return false;
        var exists = toleration.operator().equals("Exists");
        if (toleration.key().isEmpty()) return exists;
        if (!toleration.key().equals(key)) return false;
        return exists
                || ((toleration.operator().isEmpty() || toleration.operator().equals("Equal"))
                        && toleration.value().equals(value));
    }

    /** Whether all taints that keep pods away are tolerated. */
    public static boolean areTolerated(List<Taint> taints, List<Toleration> tolerations) {
        for (var taint : taints) if (taint.isHard() && !taint.isToleratedBy(tolerations)) return false;
        return true;
    }
}
