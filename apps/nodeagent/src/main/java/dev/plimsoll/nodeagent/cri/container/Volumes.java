package dev.plimsoll.nodeagent.cri.container;

import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ContainerDetails.VolumeMount;
import dev.plimsoll.core.model.PodDetails;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.Done;
import dev.plimsoll.cri.config.ContainerConfig.Mount;
import dev.plimsoll.linux.files.Mounts;
import dev.plimsoll.linux.files.OpenFolder;
import dev.plimsoll.nodeagent.payload.DownwardApi;
import dev.plimsoll.nodeagent.payload.Environment;
import dev.plimsoll.nodeagent.payload.NodeSetup;
import dev.plimsoll.nodeagent.payload.PayloadSources;
import dev.plimsoll.nodeagent.payload.References;
import dev.plimsoll.nodeagent.payload.UnsupportedFeature;
import dev.plimsoll.nodeagent.volumes.AtomicWriter;
import dev.plimsoll.nodeagent.volumes.FolderSize;
import dev.plimsoll.nodeagent.volumes.HostPath;
import dev.plimsoll.nodeagent.volumes.PayloadFile;
import dev.plimsoll.nodeagent.volumes.PodFolder;
import dev.plimsoll.nodeagent.volumes.SubPaths;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.pod.spec.ContainerObject;
import dev.plimsoll.objects.pod.spec.PodVolume;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The volumes of pods as folders of the machine, and what of them a container gets. */
public final class Volumes {
    private static final int FOR_ALL = 0_777;
    private static final int READABLE = 0_755;
    private static final String FOLDER_OF_EMPTY = "empty-dir";

    private final NodeSetup node;
    private final PodDemand demand;
    private final References references;
    private final PayloadSources sources;
    private final Mounts mounts;
    private final AtomicWriter writer;
    private final ClaimFolders folders;

    public Volumes(
            NodeSetup node,
            PodDemand demand,
            References references,
            Mounts mounts,
            ClaimFolders folders,
            InstantSource clock) {
        this.folders = folders;
        this.node = node;
        this.demand = demand;
        this.references = references;
        this.sources = new PayloadSources(references);
        this.mounts = mounts;
        this.writer = new AtomicWriter(clock);
    }

    /**
     * A volume that is there.
     *
     * @param readOnly whatever a container asks for
     * @param ofHost whether its path is an administrator's
     * @param image that the runtime mounts in place of the path; empty for none
     */
    record Prepared(Path path, boolean readOnly, boolean ofHost, String image) {
        Prepared(Path path, boolean readOnly, boolean ofHost) {
            this(path, readOnly, ofHost, "");
        }

        static Prepared ofImage(String image) {
            return new Prepared(Path.of(""), true, false, image);
        }
    }

    /** Makes every volume of a pod that is not there yet, and writes what changed; by name. */
    CriReply<Map<String, Prepared>> prepare(DownwardApi pod) {
        var volumes = new HashMap<String, Prepared>();
        for (var volume : pod.pod().volumes()) {
            var name = volume.name();
            switch (one(pod, volume)) {
                case CriReply.Ok<Prepared>(var prepared) -> volumes.put(name, prepared);
                case CriReply.Failed<Prepared>(var code, var message) -> {
                    return new CriReply.Failed<>(code, PayloadSources.mountFailure(name, message));
                }
            }
        }
        return new CriReply.Ok<>(volumes);
    }

    /** Writes what has changed of the volumes that are made of API objects, tokens that are renewed included; what went wrong. */
    public List<String> refresh(DownwardApi pod) {
        var problems = new ArrayList<String>();
        for (var volume : pod.pod().volumes()) {
            if (volume.source() instanceof PodVolume.Source.Payload
                    && one(pod, volume) instanceof CriReply.Failed<Prepared>(var _, var why))
                problems.add(PayloadSources.mountFailure(volume.name(), why));
        }
        return problems;
    }

    /** Makes the volumes before the pod has an address. */
    CriReply<Map<String, Prepared>> prepare(PodObject pod, PodSpec spec) {
        return prepare(new DownwardApi(pod, spec, "", node));
    }

    private CriReply<Prepared> one(DownwardApi pod, PodVolume volume) {
        var name = volume.name();
        return switch (volume.source()) {
            case PodVolume.Source.HostPath source -> hostPath(source);
            case PodVolume.Source.EmptyDir(var medium) -> {
                if (medium.equals(PodDetails.EmptyDir.MEMORY)) yield inMemory(pod, name);
                if (!medium.isEmpty()) yield UnsupportedFeature.failure("emptyDir of medium " + medium);
                yield done(() -> new Prepared(folder(pod).volume(FOLDER_OF_EMPTY, name, FOR_ALL), false, false));
            }
            case PodVolume.Source.Payload source ->
                sources.files(pod, name, source).then(files -> payload(pod, source, name, files));
            case PodVolume.Source.Claim(var claim, var isReadOnly) ->
                references
                        .claimed(pod.pod().metadata().namespace(), claim, node.name())
                        .then(claimed -> folders.use(claimed).then(_ -> hostPath(claimed.source())))
                        .map(made -> new Prepared(made.path(), made.readOnly() || isReadOnly, made.ofHost()));
            case PodVolume.Source.Image(var reference, var _) -> new CriReply.Ok<>(Prepared.ofImage(reference));
            case PodVolume.Source.Other(var kinds) ->
                UnsupportedFeature.failure("volumes of kind " + String.join(", ", kinds));
        };
    }

    private CriReply<Prepared> inMemory(DownwardApi pod, String name) {
        return done(() ->
                new Prepared(folder(pod).memoryVolume(FOLDER_OF_EMPTY, name, FOR_ALL, size(pod, name)), false, false));
    }

    /** As allocated; no more than the pod may have of memory, or else the node gives. */
    private long size(DownwardApi pod, String name) {
        var limit = demand.limits(pod.spec()).amount(ResourceName.MEMORY);
        var most =
                limit.isZero() ? node.allocatable().amount(ResourceName.MEMORY).value() : limit.value();
        for (var volume : pod.spec().details().volumes()) {
            var emptyDir = volume.emptyDirOrNull();
            var size = emptyDir == null ? null : emptyDir.sizeLimitOrNull();
            if (volume.name().equals(name) && size != null && !size.isZero()) return Math.min(most, size.value());
        }
        return most;
    }

    /** Gives a volume in memory another size. */
    public CriReply<Done> resize(String uid, String name, long bytes) {
        return done(() -> {
            var path = folder(uid).volumePath(FOLDER_OF_EMPTY, name);
            if (mounts.below(path).isEmpty())
                throw new FileSystemException(
                        path.toString(), null, "volume " + name + " is not yet mounted; deferring resize");
            mounts.resizeTmpfs(path, bytes);
            return Done.DONE;
        });
    }

    /** Config maps may be on the disk; secrets and tokens are in memory only. */
    private CriReply<Prepared> payload(
            DownwardApi pod, PodVolume.Source.Payload source, String name, Map<String, PayloadFile> files) {
        return done(() -> {
            var path = source.isSecret()
                    ? folder(pod).memoryVolume(source.kind(), name, READABLE)
                    : folder(pod).volume(source.kind(), name, READABLE);
            try (var volume = OpenFolder.open(path)) {
                writer.write(volume, files);
            }
            return new Prepared(path, true, false);
        });
    }

    private static CriReply<Prepared> hostPath(PodVolume.Source.HostPath source) {
        var path = Path.of(source.path());
        return done(() -> HostPath.check(path, source.type()))
                .then(problem -> problem.<CriReply<Prepared>>map(
                                why -> new CriReply.Failed<>(CriReply.Code.FAILED_PRECONDITION, why))
                        .orElseGet(() -> new CriReply.Ok<>(new Prepared(path, false, true))));
    }

    private PodFolder folder(DownwardApi pod) {
        return folder(pod.pod().uid());
    }

    private PodFolder folder(String uid) {
        return new PodFolder(node.root(), uid, mounts);
    }

    /** What a container sees of the volumes. */
    CriReply<List<Mount>> mounts(DownwardApi pod, Container container, ContainerObject own, Environment variables) {
        return prepare(pod).then(volumes -> {
            var all = new ArrayList<Mount>();
            for (var asked : container.details().volumeMounts()) {
                switch (mount(pod, container, asked, all.size(), volumes, variables)) {
                    case CriReply.Ok<Mount>(var mount) -> all.add(mount);
                    case CriReply.Failed<Mount>(var code, var message) -> {
                        return new CriReply.Failed<>(code, message);
                    }
                }
            }
            if (own.hasVolumeDevices()) return UnsupportedFeature.failure("volumeDevices");
            return new CriReply.Ok<>(all);
        });
    }

    private CriReply<Mount> mount(
            DownwardApi pod,
            Container container,
            VolumeMount asked,
            int index,
            Map<String, Prepared> volumes,
            Environment variables) {
        var name = asked.name();
        var volume = volumes.get(name);
        if (volume == null)
            return new CriReply.Failed<>(CriReply.Code.INVALID_ARGUMENT, "there is no volume \"" + name + "\"");
        var isReadOnly = volume.readOnly() || asked.readOnly();
        var of = " subPath for volumeMount \"" + name + "\" of container \"" + container.name() + "\"";
        var expanded = subPath(asked, variables).orElseFailed(why -> "failed to expand" + of + ": " + why);
        if (!volume.image().isEmpty())
            return expanded.map(part -> Mount.ofImage(asked.mountPath(), volume.image(), part));
        return expanded.then(part -> part.isEmpty()
                        ? new CriReply.Ok<>(volume.path())
                        : bound(pod, container, name, index, volume, part)
                                .orElseFailed(why -> "failed to prepare" + of + ": " + why))
                .map(path -> new Mount(asked.mountPath(), path.toString(), isReadOnly));
    }

    private static CriReply<String> subPath(VolumeMount mount, Environment variables) {
        return mount.subPathExpr().isEmpty()
                ? new CriReply.Ok<>(mount.subPath())
                : variables.expandedWhole(mount.subPathExpr());
    }

    private CriReply<Path> bound(
            DownwardApi pod, Container container, String name, int index, Prepared volume, String part) {
        return done(() -> {
            var target = folder(pod).subPath(name, container.name(), index);
            // Without a type the runtime would make the host's folder; a part of it needs it before.
            if (volume.ofHost() && !Files.exists(volume.path())) Files.createDirectories(volume.path());
            try (var folder =
                    volume.ofHost() ? OpenFolder.openTrusted(volume.path()) : OpenFolder.open(volume.path())) {
                new SubPaths(mounts).bind(folder, part, target);
            }
            return target;
        });
    }

    /** How many bytes are in the volumes of kind {@code emptyDir}, by name; those that cannot be read are missing. */
    Map<String, Long> sizes(PodObject pod) {
        var sizes = new HashMap<String, Long>();
        for (var volume : pod.volumes()) {
            if (!(volume.source() instanceof PodVolume.Source.EmptyDir)) continue;
            var name = volume.name();
            done(() -> FolderSize.of(folder(pod.uid()).volumePath(FOLDER_OF_EMPTY, name)))
                    .ok()
                    .ifPresent(bytes -> sizes.put(name, bytes));
        }
        return sizes;
    }

    /** Removes what belonged to a pod alone. */
    CriReply<Done> remove(String uid) {
        return done(() -> {
            folder(uid).remove();
            return Done.DONE;
        });
    }

    private interface Work<T> {
        T run() throws IOException;
    }

    private static <T> CriReply<T> done(Work<T> work) {
        try {
            return new CriReply.Ok<>(work.run());
        } catch (InvalidPathException e) {
            return new CriReply.Failed<>(CriReply.Code.INVALID_ARGUMENT, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return new CriReply.Failed<>(CriReply.Code.INTERNAL, reason(e));
        }
    }

    /** Messages that name paths of the machine are for its log; what is said to the pod's owner is what is wrong. */
    private static String reason(IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> "no such file or directory";
            case NotDirectoryException _ -> "a file is in the way of a folder";
            case FileSystemException failure when failure.getReason() != null -> failure.getReason();
            default -> e.getClass().getSimpleName();
        };
    }
}
