package dev.plimsoll.autoscaler.recommender;

import dev.plimsoll.autoscaler.cluster.AutoscaledPod;
import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.autoscaler.cluster.ClusterState;
import dev.plimsoll.autoscaler.cluster.HorizontalRivals;
import dev.plimsoll.autoscaler.recommender.Status.Notice;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.core.estimation.policy.ContainerMode;
import dev.plimsoll.objects.autoscaling.HorizontalPodAutoscalerObject;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What people should know of an object that does nothing, or not what they expect. */
final class VpaNotices {
    private static final Duration REFRESH = Duration.ofMinutes(5);
    private static final int PAGE = 500;

    private final ApiClient client;
    private final ClusterState cluster;
    private final boolean podLevel;
    private Map<String, List<HorizontalPodAutoscalerObject>> scalers = Map.of();
    private Instant refreshed = Instant.MIN;

    VpaNotices(ApiClient client, ClusterState cluster, boolean podLevel) {
        this.client = client;
        this.cluster = cluster;
        this.podLevel = podLevel;
    }

    /** Looks for HorizontalPodAutoscalers now and then: they may come after the object. */
    void refresh(Instant now) {
        if (now.isBefore(refreshed.equals(Instant.MIN) ? Instant.MIN : refreshed.plus(REFRESH))) return;
        refreshed = now;
        client.listAll(AutoscalerResources.HPAS, ObjectSelection.ALL, PAGE)
                .done()
                .ifPresent(list -> scalers = list.items().stream()
                        .map(HorizontalPodAutoscalerObject::new)
                        .collect(Collectors.groupingBy(scaler -> scaler.name().namespace())));
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
        var others = scalers.getOrDefault(vpa.name().namespace(), List.of());
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
