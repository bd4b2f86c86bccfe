package dev.plimsoll.nodeagent.cri.container;

import dev.plimsoll.core.resize.resources.ContainerInstance;
import dev.plimsoll.core.resize.state.PodObservation;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.nodeagent.api.NodePodDocuments;
import dev.plimsoll.nodeagent.cri.observation.Observations;
import dev.plimsoll.nodeagent.logs.ContainerLog;
import dev.plimsoll.nodeagent.logs.CriLogFile;
import dev.plimsoll.nodeagent.volumes.FolderSize;
import dev.plimsoll.objects.pod.PodObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/** The files into which the runtime writes what containers say. */
public final class LogFiles {
    private final Path folder;
    private final NodePodDocuments documents;
    private final Observations observations;

    public LogFiles(Path folder, NodePodDocuments documents, Observations observations) {
        this.folder = folder;
        this.documents = documents;
        this.observations = observations;
    }

    public Optional<ContainerLog> open(String uid, String container, boolean previous) throws IOException {
        var instance = instance(uid, container);
        var pod = documents.find(uid);
        if (pod.isEmpty()) return Optional.empty();
        var folder = folder(pod.get(), container);
        // Of a pod that has ended the runtime knows nothing any more.
        var latest = instance.isPresent() ? OptionalInt.of(instance.get().restartCount()) : LogNames.newest(folder);
        if (latest.isEmpty()) return Optional.empty();
        var file = folder.resolve((latest.getAsInt() - (previous ? 1 : 0)) + ".log");
        if (!Files.exists(file)) return Optional.empty();
        var id = instance.map(ContainerInstance::id).orElse("");
        return Optional.of(CriLogFile.open(file, () -> !previous && isRunning(uid, container, id)));
    }

    /** How many bytes all instances of a container have logged. */
    long size(String uid, String container) throws IOException {
        var pod = documents.find(uid);
        return pod.isEmpty() ? 0 : FolderSize.of(folder(pod.get(), container));
    }

    private Path folder(PodObject pod, String container) {
        var metadata = pod.metadata();
        return folder(folder, metadata.namespace(), metadata.name(), metadata.uid(), container);
    }

    /** Where the logs of a container are. */
    static Path folder(Path top, String namespace, String pod, String uid, String container) {
        return top.resolve(namespace + "_" + pod + "_" + uid).resolve(container);
    }

    private boolean isRunning(String uid, String container, String id) {
        return instance(uid, container)
                .filter(now -> now.id().equals(id) && now.isRunning())
                .isPresent();
    }

    private Optional<ContainerInstance> instance(String uid, String container) {
        return switch (observations.of(uid)) {
            case CriReply.Ok<PodObservation>(var observed) ->
                Optional.ofNullable(observed.actual().containers().get(container));
            case CriReply.Failed<PodObservation> _ -> Optional.empty();
        };
    }
}
