package dev.plimsoll.core.validation.general;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodDetails;
import dev.plimsoll.core.model.PodDetails.Toleration;
import dev.plimsoll.core.model.PodDetails.Volume;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.model.Unmodelled;
import dev.plimsoll.core.model.scheduling.NodeNeeds;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A pod in the making: sound as it is, so that a test only says what it breaks. */
final class PodDraft {
    String name = "web";
    String generateName = "";
    String namespace = "default";
    long generation = 0;
    Map<String, String> labels = Map.of();
    Map<String, String> annotations = Map.of();
    List<Container> containers = List.of(ContainerDraft.container(_ -> {}));
    List<Container> init = List.of();
    List<Container> ephemeral = List.of();
    List<Volume> volumes = List.of();
    List<String> resourceClaims = List.of();
    List<Toleration> tolerations = List.of();
    List<String> schedulingGates = List.of();
    Map<String, String> nodeSelector = Map.of();
    String restartPolicy = "Always";
    String dnsPolicy = "";
    String os = "";
    String nodeName = "";
    String priorityClassName = "";
    String serviceAccountName = "";
    String hostname = "";
    String subdomain = "";
    boolean hostNetwork = false;
    long activeDeadlineSeconds = PodPlacement.UNSET;
    long gracePeriodSeconds = PodPlacement.UNSET;

    static Pod pod(Consumer<PodDraft> change) {
        var draft = new PodDraft();
        change.accept(draft);
        return draft.build();
    }

    static Volume volume(String name, String... sources) {
        return new Volume(name, List.of(sources), Unmodelled.NOTHING);
    }

    /** Regular containers, each changed in one way. */
    static List<Container> containers(ContainerDraft.Change... changes) {
        return Arrays.stream(changes).map(ContainerDraft::container).toList();
    }

    private Pod build() {
        var metadata = new ObjectMeta(name, generateName, namespace, "", generation, labels, annotations, null);
        var placement = new PodPlacement(
                nodeName, priorityClassName, PodPlacement.UNSET, activeDeadlineSeconds, false, schedulingGates);
        var details = new PodDetails(
                volumes,
                resourceClaims,
                tolerations,
                nodeSelector,
                gracePeriodSeconds,
                dnsPolicy,
                hostNetwork,
                serviceAccountName,
                hostname,
                subdomain,
                NodeNeeds.NONE,
                Unmodelled.NOTHING);
        var spec = new PodSpec(
                containers,
                init,
                ephemeral,
                ResourceRequirements.ABSENT,
                ResourceAmounts.ABSENT,
                restartPolicy,
                os,
                placement,
                details);
        return new Pod(metadata, spec, PodStatus.NONE);
    }
}
