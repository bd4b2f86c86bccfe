package dev.plimsoll.nodeagent.cri.container;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.topology.AssignedResources;
import dev.plimsoll.codec.topology.Checksum;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.ImageCalls;
import dev.plimsoll.cri.config.ContainerConfig;
import dev.plimsoll.nodeagent.cri.cgroups.LinuxContainerResources;
import dev.plimsoll.nodeagent.cri.observation.CreatedWith;
import dev.plimsoll.nodeagent.cri.observation.CriLabels;
import dev.plimsoll.nodeagent.cri.observation.TerminationMessages;
import dev.plimsoll.nodeagent.payload.DownwardApi;
import dev.plimsoll.nodeagent.payload.Environment;
import dev.plimsoll.nodeagent.payload.NodeSetup;
import dev.plimsoll.nodeagent.payload.References;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How a container is made, from the pod as the API has it. What cannot be done is said, and nothing is started. */
public final class ContainerConfigs {
    private final NodeSetup node;
    private final References references;
    private final Volumes volumes;
    private final LinuxContainerResources resources;
    private final TerminationMessages messages;
    private final HostsFiles hosts;
    private final ImageCalls images;

    public ContainerConfigs(
            NodeSetup node,
            References references,
            Volumes volumes,
            LinuxContainerResources resources,
            TerminationMessages messages,
            HostsFiles hosts,
            ImageCalls images) {
        this.messages = messages;
        this.hosts = hosts;
        this.images = images;
        this.node = node;
        this.references = references;
        this.volumes = volumes;
        this.resources = resources;
    }

    static Optional<Container> find(PodSpec spec, String name) {
        for (var list : List.of(spec.containers(), spec.initContainers(), spec.ephemeralContainers())) {
            for (var container : list) if (container.name().equals(name)) return Optional.of(container);
        }
        return Optional.empty();
    }

    /**
     * The container that an act is about.
     *
     * @param podIp what the sandbox got
     */
    CriReply<ContainerConfig> of(Act.StartContainer act, Container container, ObjectNode document, String podIp) {
        var downward = new DownwardApi(document, act.pod().spec(), podIp, node);
        var own = downward.container(container.name());
        return Environment.of(own, container, downward, references)
                .then(environment -> volumes.mounts(downward, own, environment)
                        .then(mounts -> hosts.with(mounts, act, document, podIp))
                        .then(mounts -> messages.with(mounts, act, own))
                        .then(mounts -> ContainerSecurity.of(
                                        document.path("spec"), own, place(act), () -> images.find(container.image()))
                                .map(security -> new ContainerConfig(
                                        container.name(),
                                        act.restartCount(),
                                        container.image(),
                                        expanded(own.path("command"), environment),
                                        expanded(own.path("args"), environment),
                                        own.path("workingDir").asText(),
                                        environment.variables(),
                                        mounts,
                                        labels(act),
                                        annotations(act, container, own, document),
                                        container.name() + "/" + act.restartCount() + ".log",
                                        resources.of(act),
                                        security,
                                        streams(own)))));
    }

    private static String place(Act.StartContainer act) {
        var pod = act.pod().metadata();
        return "pod: \"" + pod.name() + "_" + pod.namespace() + "(" + pod.uid() + ")\", container: " + act.container();
    }

    private static ContainerConfig.StandardStreams streams(JsonNode own) {
        return new ContainerConfig.StandardStreams(
                own.path("stdin").asBoolean(),
                own.path("stdinOnce").asBoolean(),
                own.path("tty").asBoolean());
    }

    private static List<String> expanded(JsonNode texts, Environment environment) {
        var expanded = new ArrayList<String>();
        for (var text : texts) expanded.add(environment.expanded(text.asText()));
        return expanded;
    }

    private static Map<String, String> labels(Act.StartContainer act) {
        var labels = CriLabels.ofPod(act.pod().metadata());
        labels.put(CriLabels.CONTAINER, act.container());
        return labels;
    }

    private static Map<String, String> annotations(
            Act.StartContainer act, Container container, JsonNode own, ObjectNode document) {
        var annotations = new HashMap<String, String>();
        var hash = Checksum.of(container.name() + "\n" + container.image());
        annotations.put("io.kubernetes.container.hash", Long.toHexString(hash));
        annotations.put(CriLabels.RESTART_COUNT, Integer.toString(act.restartCount()));
        annotations.put(
                CriLabels.MESSAGE_PATH, own.path("terminationMessagePath").asText("/dev/termination-log"));
        annotations.put(
                CriLabels.MESSAGE_POLICY, own.path("terminationMessagePolicy").asText("File"));
        if (own.has("ports"))
            annotations.put("io.kubernetes.container.ports", own.path("ports").toString());
        var hook = own.path("lifecycle").path("preStop");
        if (!hook.isMissingNode()) annotations.put("io.kubernetes.container.preStopHandler", hook.toString());
        var grace = document.path("spec").path("terminationGracePeriodSeconds");
        if (!grace.isMissingNode()) annotations.put("io.kubernetes.pod.terminationGracePeriod", grace.asText());
        // An ephemeral container has no resources.
        if (act.createdWith().isDeclared())
            annotations.put(CriLabels.CREATED_WITH, CreatedWith.text(act.createdWith()));
        annotations.put(CriLabels.OWN_RESOURCES, AssignedResources.note(act.own()));
        return annotations;
    }
}
