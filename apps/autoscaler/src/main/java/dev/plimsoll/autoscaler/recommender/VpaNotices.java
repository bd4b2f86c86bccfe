package dev.plimsoll.autoscaler.recommender;

import dev.plimsoll.autoscaler.cluster.AutoscaledPod;
import dev.plimsoll.autoscaler.cluster.ClusterState;
import dev.plimsoll.autoscaler.cluster.HorizontalRivals;
import dev.plimsoll.autoscaler.recommender.Status.Notice;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.core.estimation.policy.ContainerMode;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import java.util.ArrayList;
import java.util.List;

/** What people should know of an object that does nothing, or not what they expect. */
final class VpaNotices {
    private final ClusterState cluster;
    private final boolean podLevel;

    VpaNotices(ClusterState cluster, boolean podLevel) {
        this.cluster = cluster;
        this.podLevel = podLevel;
    }

    List<Notice> of(VpaObject vpa, List<AutoscaledPod> pods) {
        var notices = new ArrayList<Notice>();
        var older = cluster.older(vpa);
        if (older.isPresent()) {
            var text = "VerticalPodAutoscaler %s has the same target and is older"
                    .formatted(older.get().name().name());
            notices.add(new Notice("Ineffective", "AnotherVPA", text));
        } else if (!pods.isEmpty() && pods.stream().allMatch(pod -> isOff(vpa, pod))) {
            notices.add(new Notice("Ineffective", "AllContainersOff", "the policy of every container has mode Off"));
        }
        var others = cluster.scalersOf(vpa.name().namespace());
        if (!others.isEmpty()) {
            var rivals = HorizontalRivals.of(vpa, isPodLevel(vpa, pods), others);
            if (!rivals.isEmpty()) {
                notices.add(new Notice("HorizontalRival", "SameResource", String.join("; ", rivals)));
            }
        }
        return notices;
    }

    private static boolean isOff(VpaObject vpa, AutoscaledPod pod) {
        return pod.pod().spec().containers().stream()
                .allMatch(container -> vpa.policy().of(container.name()).mode() == ContainerMode.OFF);
    }

    private boolean isPodLevel(VpaObject vpa, List<AutoscaledPod> pods) {
        var mode = vpa.policy().podPolicies().mode();
        return podLevel
                && pods.stream()
                        .anyMatch(pod -> switch (ManagedLevel.of(pod.pod().spec(), mode)) {
                            case POD_AND_CONTAINERS, POD_ONLY -> true;
                            case CONTAINERS, WITHIN_POD, NOTHING -> false;
                        });
    }
}
