package dev.plimsoll.nodeagent.cri;

import dev.plimsoll.core.resize.state.ContainerInstance;
import dev.plimsoll.core.resize.state.PodObservation;
import dev.plimsoll.cri.Answer;
import dev.plimsoll.nodeagent.logs.ContainerLog;
import dev.plimsoll.nodeagent.logs.CriLogFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The files into which the runtime writes what containers say. */
final class LogFiles {
    private final Path folder;
    private final PodDocuments documents;
    private final Observations observations;

    LogFiles(Path folder, PodDocuments documents, Observations observations) {
        this.folder = folder;
        this.documents = documents;
        this.observations = observations;
    }

    Optional<ContainerLog> open(String uid, String container, boolean previous) throws IOException {
        var instance = instance(uid, container);
        var pod = documents.find(uid);
        if (instance.isEmpty() || pod.isEmpty()) return Optional.empty();
        var count = instance.get().restartCount() - (previous ? 1 : 0);
        var metadata = pod.get().path("metadata");
        var file = folder.resolve(metadata.path("namespace").asText() + "_"
                        + metadata.path("name").asText() + "_" + uid)
                .resolve(container)
                .resolve(count + ".log");
        if (!Files.exists(file)) return Optional.empty();
        var id = instance.get().id();
        return Optional.of(CriLogFile.open(file, () -> !previous && isRunning(uid, container, id)));
    }

    private boolean isRunning(String uid, String container, String id) {
        return instance(uid, container)
                .filter(now -> now.id().equals(id) && now.isRunning())
                .isPresent();
    }

    private Optional<ContainerInstance> instance(String uid, String container) {
        return switch (observations.of(uid)) {
            case Answer.Ok<PodObservation>(var observed) ->
                Optional.ofNullable(observed.actual().containers().get(container));
            case Answer.Failed<PodObservation> _ -> Optional.empty();
        };
    }
}
