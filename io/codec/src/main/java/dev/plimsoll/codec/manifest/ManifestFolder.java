package dev.plimsoll.codec.manifest;

import dev.plimsoll.codec.manifest.problem.ManifestProblem;
import dev.plimsoll.codec.manifest.problem.ProblemText;
import dev.plimsoll.codec.manifest.yaml.ReadResult;
import dev.plimsoll.codec.manifest.yaml.ReadResult.Done;
import dev.plimsoll.codec.manifest.yaml.ReadResult.Failed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** The manifests of a folder: its own files by their endings, not those of folders within it. */
final class ManifestFolder {
    private static final List<String> ENDINGS = List.of(".yaml", ".yml", ".json");

    private ManifestFolder() {}

    static ReadResult<List<Path>> files(Path folder) {
        try (var entries = Files.list(folder)) {
            var files = entries.filter(ManifestFolder::isManifest)
                    .sorted(Comparator.comparing(file -> file.getFileName().toString()))
                    .toList();
            if (files.isEmpty())
                return new Failed<>(new ManifestProblem.InSource(folder.toString(), ProblemText.EMPTY_FOLDER));
            return new Done<>(files);
        } catch (IOException exception) {
            return new Failed<>(FileProblem.of(folder.toString(), exception));
        } catch (UncheckedIOException exception) {
            // Thrown when the listing breaks off midway.
            return new Failed<>(FileProblem.of(folder.toString(), Objects.requireNonNull(exception.getCause())));
        }
    }

    private static boolean isManifest(Path file) {
        var name = file.getFileName().toString();
        return ENDINGS.stream().anyMatch(name::endsWith) && Files.isRegularFile(file);
    }
}
