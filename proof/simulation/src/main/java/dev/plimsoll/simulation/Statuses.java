package dev.plimsoll.simulation;

import dev.plimsoll.core.model.ContainerStatus;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.resize.state.StatusReport;
import java.util.Map;
import java.util.TreeMap;

/** What the API was told of pods, by uid. */
final class Statuses {
    private final Map<String, StatusReport> reports = new TreeMap<>();

    StatusReport of(String uid) {
        return reports.getOrDefault(uid, StatusReport.NONE);
    }

    void publish(String uid, StatusReport status) {
        reports.merge(uid, status, Statuses::published);
    }

    void remove(String uid) {
        reports.remove(uid);
    }

    /** As a restart reads it from the API. */
    PodStatus reported(String uid) {
        var status = reports.get(uid);
        if (status == null) return PodStatus.NONE;
        return new PodStatus(
                status.phase(),
                status.qosClass(),
                status.observedGeneration(),
                status.conditions(),
                status.containers().stream().map(Statuses::reported).toList(),
                status.initContainers().stream().map(Statuses::reported).toList(),
                status.resources(),
                status.allocatedResources());
    }

    /** As a node reports that knows nothing of resizes: not a word on what containers have. */
    void loseResources() {
        reports.replaceAll((uid, status) -> new StatusReport(
                status.phase(),
                status.reason(),
                status.message(),
                status.qosClass(),
                0,
                status.startTimeOrNull(),
                status.podIp(),
                status.conditions(),
                status.initContainers().stream().map(Statuses::plain).toList(),
                status.containers().stream().map(Statuses::plain).toList(),
                status.ephemeralContainers(),
                ResourceRequirements.ABSENT,
                ResourceAmounts.ABSENT,
                null));
    }

    private static StatusReport.OfContainer plain(StatusReport.OfContainer container) {
        return container.withResources(ResourceRequirements.ABSENT, ResourceAmounts.ABSENT);
    }

    private static ContainerStatus reported(StatusReport.OfContainer container) {
        return new ContainerStatus(
                container.name(),
                container.state() instanceof StatusReport.State.Running,
                container.resources(),
                container.allocatedResources());
    }

    /** A last word without containers leaves what was said of them. */
    private static StatusReport published(StatusReport before, StatusReport status) {
        if (!status.isTerminal() || !status.containers().isEmpty()) return status;
        return new StatusReport(
                status.phase(),
                status.reason(),
                status.message(),
                status.qosClass(),
                status.observedGeneration(),
                status.startTimeOrNull(),
                status.podIp(),
                status.conditions(),
                before.initContainers(),
                before.containers(),
                before.ephemeralContainers(),
                status.resources(),
                status.allocatedResources(),
                status.placementOrNull());
    }
}
