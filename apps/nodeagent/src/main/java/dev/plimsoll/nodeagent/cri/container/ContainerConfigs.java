package dev.plimsoll.nodeagent.cri.container;

import dev.plimsoll.codec.node.CreatedWith;
import dev.plimsoll.codec.topology.AssignedResources;
import dev.plimsoll.codec.topology.Checksum;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.Image;
import dev.plimsoll.cri.ImageCalls;
import dev.plimsoll.cri.config.ContainerConfig;
import dev.plimsoll.cri.config.IdMapping;
import dev.plimsoll.nodeagent.cri.cgroups.LinuxContainerResources;
import dev.plimsoll.nodeagent.cri.observation.CriLabels;
import dev.plimsoll.nodeagent.cri.observation.TerminationMessages;
import dev.plimsoll.nodeagent.payload.DownwardApi;
import dev.plimsoll.nodeagent.payload.Environment;
import dev.plimsoll.nodeagent.payload.NodeSetup;
import dev.plimsoll.nodeagent.payload.References;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.pod.spec.ContainerObject;
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
     * @param users that the pod has of its own
     */
    CriReply<ContainerConfig> of(
            Act.StartContainer act, Container container, PodObject pod, String podIp, List<IdMapping> users) {
        var own = pod.container(container.name()).orElse(ContainerObject.UNKNOWN);
        var downward = new DownwardApi(pod, act.pod().spec(), podIp, node);
        return Environment.of(container, downward, references)
                .then(environment -> volumes.mounts(downward, container, own, environment)
                        .then(mounts -> hosts.with(mounts, act, pod, podIp))
                        .then(mounts -> messages.with(mounts, act, own))
                        .map(mounts -> ownedBy(users, mounts))
                        .then(mounts -> ContainerSecurity.of(
                                        pod,
                                        act.pod().spec(),
                                        own,
                                        place(act),
                                        node.root().resolve("seccomp"),
                                        () -> images.find(container.image()),
                                        users)
                                .map(security -> new ContainerConfig(
                                        container.name(),
                                        act.restartCount(),
                                        container.image(),
                                        expanded(container.details().command(), environment),
                                        expanded(container.details().args(), environment),
                                        own.workingDir(),
                                        environment.variables(),
                                        mounts,
                                        labels(act),
                                        annotations(act, container, own, mounts),
                                        container.name() + "/" + act.restartCount() + ".log",
                                        resources.of(act),
                                        security,
                                        new ContainerConfig.StandardStreams(own.stdin(), own.stdinOnce(), own.tty()),
                                        container.lifecycle().stopSignal()))));
    }

    /** Files of the node have the owners that they would have without users of the pod's own. The runtime maps images itself. */
    private static List<ContainerConfig.Mount> ownedBy(List<IdMapping> users, List<ContainerConfig.Mount> mounts) {
        return mounts.stream()
                .map(mount -> mount.image().isEmpty() ? mount.withUsers(users) : mount)
                .toList();
    }

    private static String place(Act.StartContainer act) {
        var pod = act.pod().metadata();
        return "pod: \"" + pod.name() + "_" + pod.namespace() + "(" + pod.uid() + ")\", container: " + act.container();
    }

    private static List<String> expanded(List<String> texts, Environment environment) {
        return texts.stream().map(environment::expanded).toList();
    }

    private static Map<String, String> labels(Act.StartContainer act) {
        var labels = CriLabels.ofPod(act.pod().metadata());
        labels.put(CriLabels.CONTAINER, act.container());
        return labels;
    }

    /** The ids of images that are mounted, or their names where they are not known. */
    private List<String> mounted(List<ContainerConfig.Mount> mounts) {
        return mounts.stream()
                .map(ContainerConfig.Mount::image)
                .filter(image -> !image.isEmpty())
                .map(image -> images.find(image)
                        .ok()
                        .flatMap(found -> found.map(Image::id))
                        .orElse(image))
                .distinct()
                .toList();
    }

    private Map<String, String> annotations(
            Act.StartContainer act, Container container, ContainerObject own, List<ContainerConfig.Mount> mounts) {
        var annotations = new HashMap<String, String>();
        var mounted = mounted(mounts);
        if (!mounted.isEmpty()) annotations.put(CriLabels.MOUNTED_IMAGES, String.join(",", mounted));
        var hash = Checksum.of(container.name() + "\n" + container.image());
        annotations.put("io.kubernetes.container.hash", Long.toHexString(hash));
        annotations.put(CriLabels.RESTART_COUNT, Integer.toString(act.restartCount()));
        annotations.put(CriLabels.MESSAGE_PATH, own.terminationMessagePath());
        annotations.put(CriLabels.MESSAGE_POLICY, own.terminationMessagePolicy());
        own.portsNote().ifPresent(ports -> annotations.put("io.kubernetes.container.ports", ports));
        own.preStopNote().ifPresent(hook -> annotations.put("io.kubernetes.container.preStopHandler", hook));
        var grace = act.pod().spec().details().terminationGracePeriodSeconds();
        if (grace != PodPlacement.UNSET)
            annotations.put("io.kubernetes.pod.terminationGracePeriod", Long.toString(grace));
        // An ephemeral container has no resources.
        if (act.createdWith().isDeclared())
            annotations.put(CriLabels.CREATED_WITH, CreatedWith.text(act.createdWith()));
        annotations.put(CriLabels.OWN_RESOURCES, AssignedResources.note(act.own()));
        return annotations;
    }
}
