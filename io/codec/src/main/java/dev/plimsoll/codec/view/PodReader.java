package dev.plimsoll.codec.view;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.model.Condition;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ContainerStatus;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodDetails;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceClaim;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import java.util.Set;

/** Reads a v1 Pod document as the core sees it. */
public final class PodReader {
    private static final Set<String> READ_OF_SPEC = Set.of(
            "containers",
            "initContainers",
            "ephemeralContainers",
            "resources",
            "overhead",
            "restartPolicy",
            "os",
            "nodeName",
            "priorityClassName",
            "priority",
            "activeDeadlineSeconds",
            "schedulingGates",
            "volumes",
            "tolerations",
            "terminationGracePeriodSeconds",
            "nodeSelector");

    private PodReader() {}

    public static Read<Pod> read(JsonNode document) {
        return Cursor.read(document, PodReader::pod);
    }

    private static Pod pod(Cursor pod) {
        return new Pod(Metadata.of(pod.object("metadata")), spec(pod.object("spec")), status(pod.object("status")));
    }

    private static PodSpec spec(Cursor spec) {
        return new PodSpec(
                spec.list("containers", ContainerReader::container),
                spec.list("initContainers", ContainerReader::container),
                spec.list("ephemeralContainers", ContainerReader::container),
                requirements(spec.object("resources")),
                spec.amounts("overhead"),
                spec.has("restartPolicy") ? spec.text("restartPolicy") : Container.RESTART_ALWAYS,
                spec.object("os").text("name"),
                placement(spec),
                details(spec));
    }

    static ResourceRequirements requirements(Cursor resources) {
        if (!resources.isPresent()) return ResourceRequirements.ABSENT;
        return new ResourceRequirements(
                true,
                resources.amounts("requests"),
                resources.amounts("limits"),
                resources.has("claims"),
                resources.list("claims", claim -> new ResourceClaim(claim.text("name"), claim.text("request"))));
    }

    private static PodPlacement placement(Cursor spec) {
        return new PodPlacement(
                spec.text("nodeName"),
                spec.text("priorityClassName"),
                spec.integer("priority", PodPlacement.UNSET),
                spec.integer("activeDeadlineSeconds", PodPlacement.UNSET),
                CrossNamespaceAffinity.isUsedBy(spec.object("affinity")),
                spec.list("schedulingGates", gate -> gate.text("name")));
    }

    private static PodDetails details(Cursor spec) {
        return new PodDetails(
                spec.list("volumes", PodReader::volume),
                spec.list("resourceClaims", claim -> claim.text("name")),
                spec.list("tolerations", PodReader::toleration),
                spec.textMap("nodeSelector"),
                spec.integer("terminationGracePeriodSeconds", PodPlacement.UNSET),
                spec.text("dnsPolicy"),
                spec.flag("hostNetwork"),
                spec.text("serviceAccountName"),
                spec.text("hostname"),
                spec.text("subdomain"),
                NodeNeedsReader.needs(spec),
                spec.list("readinessGates", gate -> gate.text("conditionType")),
                spec.except(READ_OF_SPEC));
    }

    private static PodDetails.Volume volume(Cursor volume) {
        var sources =
                volume.names().stream().filter(name -> !name.equals("name")).toList();
        var emptyDir = volume.has("emptyDir") ? emptyDir(volume.object("emptyDir")) : null;
        return new PodDetails.Volume(volume.text("name"), sources, emptyDir, volume.except(Set.of("name", "emptyDir")));
    }

    private static PodDetails.EmptyDir emptyDir(Cursor emptyDir) {
        return new PodDetails.EmptyDir(emptyDir.text("medium"), emptyDir.amount("sizeLimit"));
    }

    private static PodDetails.Toleration toleration(Cursor toleration) {
        return new PodDetails.Toleration(
                toleration.text("key"),
                toleration.text("operator"),
                toleration.text("value"),
                toleration.text("effect"),
                toleration.integer("tolerationSeconds", PodPlacement.UNSET));
    }

    private static PodStatus status(Cursor status) {
        return new PodStatus(
                status.text("phase"),
                status.text("qosClass"),
                status.integer("observedGeneration", 0),
                status.list("conditions", PodReader::condition),
                status.list("containerStatuses", PodReader::containerStatus),
                status.list("initContainerStatuses", PodReader::containerStatus),
                requirements(status.object("resources")),
                status.amounts("allocatedResources"),
                status.time("startTime"));
    }

    private static Condition condition(Cursor condition) {
        return new Condition(
                condition.text("type"),
                condition.text("status"),
                condition.text("reason"),
                condition.text("message"),
                condition.integer("observedGeneration", 0),
                condition.text("lastTransitionTime"));
    }

    private static ContainerStatus containerStatus(Cursor status) {
        return new ContainerStatus(
                status.text("name"),
                status.object("state").has("running"),
                requirements(status.object("resources")),
                status.amounts("allocatedResources"),
                status.text("containerID"),
                status.flag("started"),
                status.flag("ready"));
    }
}
