package dev.plimsoll.nodeagent.cri;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.cri.Answer;
import dev.plimsoll.cri.ContainerConfig.Mount;
import dev.plimsoll.cri.Done;
import dev.plimsoll.linux.files.Mounts;
import dev.plimsoll.linux.files.OpenFolder;
import dev.plimsoll.nodeagent.volumes.AtomicWriter;
import dev.plimsoll.nodeagent.volumes.HostPath;
import dev.plimsoll.nodeagent.volumes.PayloadFile;
import dev.plimsoll.nodeagent.volumes.PodFolder;
import dev.plimsoll.nodeagent.volumes.SubPaths;
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
final class Volumes {
    private static final int FOR_ALL = 0_777;
    private static final int READABLE = 0_755;

    private final NodeSetup node;
    private final PayloadSources sources;
    private final Mounts mounts;
    private final AtomicWriter writer;

    Volumes(NodeSetup node, References references, Mounts mounts, InstantSource clock) {
        this.node = node;
        this.sources = new PayloadSources(references);
        this.mounts = mounts;
        this.writer = new AtomicWriter(clock);
    }

    /**
     * A volume that is there.
     *
     * @param readOnly whatever a container asks for
     * @param ofHost whether its path is an administrator's
     */
    record Prepared(Path path, boolean readOnly, boolean ofHost) {}

    /** Makes every volume of a pod that is not there yet, and writes what changed; by name. */
    Answer<Map<String, Prepared>> prepare(DownwardApi pod) {
        var volumes = new HashMap<String, Prepared>();
        for (var volume : pod.document().path("spec").path("volumes")) {
            var name = volume.path("name").asText();
            switch (one(pod, name, volume)) {
                case Answer.Ok<Prepared>(var prepared) -> volumes.put(name, prepared);
                case Answer.Failed<Prepared>(var code, var message) -> {
                    return new Answer.Failed<>(code, "volume \"" + name + "\": " + message);
                }
            }
        }
        return new Answer.Ok<>(volumes);
    }

    private Answer<Prepared> one(DownwardApi pod, String name, JsonNode volume) {
        if (volume.has("hostPath")) return hostPath(volume.path("hostPath"));
        if (volume.has("emptyDir")) {
            var medium = volume.path("emptyDir").path("medium").asText();
            if (!medium.isEmpty()) return ContainerConfigs.unsupported("emptyDir of medium " + medium);
            return done(() -> new Prepared(folder(pod).volume("empty-dir", name, FOR_ALL), false, false));
        }
        for (var kind : PayloadSources.KINDS) {
            if (volume.has(kind))
                return sources.files(pod, kind, volume.path(kind)).then(files -> payload(pod, kind, name, files));
        }
        var kinds = new ArrayList<String>();
        volume.fieldNames().forEachRemaining(kinds::add);
        kinds.remove("name");
        return ContainerConfigs.unsupported("volumes of kind " + String.join(", ", kinds));
    }

    /** Config maps may be on the disk; secrets and tokens are in memory only. */
    private Answer<Prepared> payload(DownwardApi pod, String kind, String name, Map<String, PayloadFile> files) {
        return done(() -> {
            var isSecret = kind.equals("secret") || kind.equals("projected");
            var path = isSecret
                    ? folder(pod).memoryVolume(kind, name, READABLE)
                    : folder(pod).volume(kind, name, READABLE);
            try (var volume = OpenFolder.open(path)) {
                writer.write(volume, files);
            }
            return new Prepared(path, true, false);
        });
    }

    private static Answer<Prepared> hostPath(JsonNode source) {
        var path = Path.of(source.path("path").asText());
        return done(() -> HostPath.check(path, source.path("type").asText()))
                .then(problem -> problem.<Answer<Prepared>>map(
                                why -> new Answer.Failed<>(Answer.Code.FAILED_PRECONDITION, why))
                        .orElseGet(() -> new Answer.Ok<>(new Prepared(path, false, true))));
    }

    private PodFolder folder(DownwardApi pod) {
        return folder(pod.document().path("metadata").path("uid").asText());
    }

    private PodFolder folder(String uid) {
        return new PodFolder(node.root(), uid, mounts);
    }

    /** What a container sees of the volumes. */
    Answer<List<Mount>> mounts(DownwardApi pod, JsonNode container, Environment variables) {
        return prepare(pod).then(volumes -> {
            var all = new ArrayList<Mount>();
            for (var asked : container.path("volumeMounts")) {
                switch (mount(pod, container, asked, all.size(), volumes, variables)) {
                    case Answer.Ok<Mount>(var mount) -> all.add(mount);
                    case Answer.Failed<Mount>(var code, var message) -> {
                        return new Answer.Failed<>(code, message);
                    }
                }
            }
            if (container.has("volumeDevices")) return ContainerConfigs.unsupported("volumeDevices");
            return new Answer.Ok<>(all);
        });
    }

    private Answer<Mount> mount(
            DownwardApi pod,
            JsonNode container,
            JsonNode asked,
            int index,
            Map<String, Prepared> volumes,
            Environment variables) {
        var name = asked.path("name").asText();
        var volume = volumes.get(name);
        if (volume == null)
            return new Answer.Failed<>(Answer.Code.INVALID_ARGUMENT, "there is no volume \"" + name + "\"");
        var isReadOnly = volume.readOnly() || asked.path("readOnly").asBoolean();
        var where = asked.path("mountPath").asText();
        var of = " subPath for volumeMount \"" + name + "\" of container \""
                + container.path("name").asText() + "\"";
        return subPath(asked, variables)
                .orElseFailed(why -> "failed to expand" + of + ": " + why)
                .then(part -> part.isEmpty()
                        ? new Answer.Ok<>(volume.path())
                        : bound(pod, container, name, index, volume, part)
                                .orElseFailed(why -> "failed to prepare" + of + ": " + why))
                .map(path -> new Mount(where, path.toString(), isReadOnly));
    }

    private static Answer<String> subPath(JsonNode mount, Environment variables) {
        var expression = mount.path("subPathExpr").asText();
        return expression.isEmpty()
                ? new Answer.Ok<>(mount.path("subPath").asText())
                : variables.expandedWhole(expression);
    }

    private Answer<Path> bound(
            DownwardApi pod, JsonNode container, String name, int index, Prepared volume, String part) {
        return done(() -> {
            var target = folder(pod).subPath(name, container.path("name").asText(), index);
            // Without a type the runtime would make the host's folder; a part of it needs it before.
            if (volume.ofHost() && !Files.exists(volume.path())) Files.createDirectories(volume.path());
            try (var folder =
                    volume.ofHost() ? OpenFolder.openTrusted(volume.path()) : OpenFolder.open(volume.path())) {
                new SubPaths(mounts).bind(folder, part, target);
            }
            return target;
        });
    }

    /** Removes what belonged to a pod alone. */
    Answer<Done> remove(String uid) {
        return done(() -> {
            folder(uid).remove();
            return Done.DONE;
        });
    }

    private interface Work<T> {
        T run() throws IOException;
    }

    private static <T> Answer<T> done(Work<T> work) {
        try {
            return new Answer.Ok<>(work.run());
        } catch (InvalidPathException e) {
            return new Answer.Failed<>(Answer.Code.INVALID_ARGUMENT, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return new Answer.Failed<>(Answer.Code.INTERNAL, reason(e));
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
