package dev.plimsoll.autoscaler.recommender;

import dev.plimsoll.autoscaler.cluster.UpdatesBlocked;
import dev.plimsoll.core.estimation.podlevel.Recommendation;
import dev.plimsoll.core.workloads.ConditionUpdate;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import dev.plimsoll.objects.autoscaling.vertical.VpaStatusDraft;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The status of a VerticalPodAutoscaler.
 *
 * @param unsupported why its target cannot be used; empty where it can
 * @param lack why nothing is recommended for pods that there are
 * @param notices what else people should know
 */
record Status(Recommendation recommendation, boolean matchesPods, String unsupported, Lack lack, List<Notice> notices) {
    private static final String NO_PODS = "NoPodsMatched";
    private static final String PROVIDED = "RecommendationProvided";

    Status {
        notices = List.copyOf(notices);
    }

    /** Why nothing is recommended. */
    record Lack(String reason, String message) {
        static final Lack OF_SAMPLES = new Lack("NoSamples", "the metrics API says nothing of these pods yet");
        static final Lack OF_RUNNING_PODS =
                new Lack("PodsPending", "none of these pods runs yet, and only pods that run are measured");

        static Lack ofMetrics(String problem) {
            return new Lack("NoMetrics", problem);
        }
    }

    /** A condition that is there while it is true. */
    record Notice(String type, String reason, String message) {}

    VpaStatusDraft draft(VpaObject vpa, Instant now) {
        var status = vpa.newStatus(now);
        conditions().forEach(status::condition);
        // The updater's; last, as its name is.
        return status.keepCondition(UpdatesBlocked.TYPE).recommendation(recommendation);
    }

    private List<ConditionUpdate> conditions() {
        var none = "No pods match this VPA object";
        var conditions = new ArrayList<ConditionUpdate>();
        var provided = !recommendation.containers().isEmpty();
        if (provided) conditions.add(new ConditionUpdate(PROVIDED, "True", "", ""));
        else if (!matchesPods) conditions.add(new ConditionUpdate(PROVIDED, "False", NO_PODS, none));
        else conditions.add(new ConditionUpdate(PROVIDED, "False", lack.reason(), lack.message()));
        for (var notice : notices) {
            conditions.add(new ConditionUpdate(notice.type(), "True", notice.reason(), notice.message()));
        }
        if (!matchesPods) conditions.add(new ConditionUpdate(NO_PODS, "True", NO_PODS, none));
        if (!unsupported.isEmpty()) conditions.add(new ConditionUpdate("ConfigUnsupported", "True", "", unsupported));
        conditions.sort(Comparator.comparing(ConditionUpdate::type));
        return conditions;
    }
}
