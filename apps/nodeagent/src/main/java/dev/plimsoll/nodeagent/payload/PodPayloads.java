package dev.plimsoll.nodeagent.payload;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ContainerDetails;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.nodeagent.volumes.PayloadFile;
import dev.plimsoll.nodeagent.volumes.SubPaths;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.pod.spec.PodVolume;
import dev.plimsoll.objects.pod.spec.ProjectedSource;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What of the API a container sees: its variables, and the files of volumes that are made of API objects. */
public final class PodPayloads {
    private final ApiClient client;
    private final References references;
    private final PayloadSources sources;
    private final NodeSetup node;

    public PodPayloads(ApiClient client, NodeSetup node, InstantSource clock) {
        this.client = client;
        this.references = new References(client, clock);
        this.sources = new PayloadSources(references);
        this.node = node;
    }

    /** The pod as the API has it. */
    public Optional<PodObject> find(ObjectMeta pod) {
        return client.get(ApiResource.PODS, new ObjectName(pod.namespace(), pod.name()))
                .done()
                .map(PodObject::new);
    }

    /** Those that can be found out; none where one refers to nothing. */
    public Map<String, String> environment(PodObject pod, PodSpec spec, String ip, Container container) {
        return made(pod, spec, ip, container).ok().map(Environment::byName).orElseGet(Map::of);
    }

    private CriReply<Environment> made(PodObject pod, PodSpec spec, String ip, Container container) {
        return Environment.of(container, new DownwardApi(pod, spec, ip, node), references);
    }

    /** Why a container cannot be made of what it refers to; empty if it can. */
    public Optional<String> containerProblem(PodObject pod, PodSpec spec, String ip, Container container) {
        return switch (made(pod, spec, ip, container)) {
            case CriReply.Failed<Environment>(var _, var why) -> Optional.of(why);
            case CriReply.Ok<Environment>(var environment) -> {
                for (var mount : container.details().volumeMounts()) {
                    var problem = subPathProblem(mount, container, environment);
                    if (problem.isPresent()) yield problem;
                }
                yield Optional.empty();
            }
        };
    }

    private static Optional<String> subPathProblem(
            ContainerDetails.VolumeMount mount, Container container, Environment environment) {
        if (mount.subPathExpr().isEmpty()) return Optional.empty();
        var of = " subPath for volumeMount \"" + mount.name() + "\" of container \"" + container.name() + "\": ";
        return switch (environment.expandedWhole(mount.subPathExpr())) {
            case CriReply.Failed<String>(var _, var why) -> Optional.of("failed to expand" + of + why);
            case CriReply.Ok<String>(var path) ->
                path.isEmpty() || SubPaths.isDescending(path)
                        ? Optional.empty()
                        : Optional.of("failed to prepare" + of + SubPaths.NOT_DESCENDING);
        };
    }

    /** Why the volumes of a pod cannot be made; empty if they can. */
    public Optional<String> volumeProblem(PodObject pod, PodSpec spec, String ip) {
        var about = new DownwardApi(pod, spec, ip, node);
        for (var volume : pod.volumes()) {
            if (files(about, volume) instanceof CriReply.Failed<Map<String, PayloadFile>>(var _, var why))
                return Optional.of(PayloadSources.mountFailure(volume.name(), why));
        }
        return Optional.empty();
    }

    /** Renews what ends, such as certificates of a pod. What goes wrong with it is told when the old one has ended. */
    public void renew(PodObject pod, PodSpec spec, String ip) {
        var about = new DownwardApi(pod, spec, ip, node);
        for (var volume : pod.volumes()) {
            if (volume.source() instanceof PodVolume.Source.Payload payload
                    && payload.sources().stream().anyMatch(ProjectedSource.PodCertificate.class::isInstance))
                files(about, volume);
        }
    }

    /** The path of the node that a claim of a pod is bound to; empty where it is not, or to something else. */
    public Optional<String> claimed(PodObject pod, String claim) {
        return references
                .claimed(pod.metadata().namespace(), claim, node.name())
                .ok()
                .map(claimed -> claimed.source().path());
    }

    /** By volume and by path; empty for a volume of another kind, and for one that refers to nothing. */
    public Map<String, Map<String, PayloadFile>> volumes(PodObject pod, PodSpec spec, String ip) {
        var about = new DownwardApi(pod, spec, ip, node);
        var volumes = new TreeMap<String, Map<String, PayloadFile>>();
        for (var volume : pod.volumes())
            volumes.put(volume.name(), files(about, volume).ok().orElseGet(Map::of));
        return volumes;
    }

    private CriReply<Map<String, PayloadFile>> files(DownwardApi pod, PodVolume volume) {
        return volume.source() instanceof PodVolume.Source.Payload payload
                ? sources.files(pod, volume.name(), payload)
                : new CriReply.Ok<>(Map.of());
    }
}
