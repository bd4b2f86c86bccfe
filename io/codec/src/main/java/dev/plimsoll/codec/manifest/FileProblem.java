package dev.plimsoll.codec.manifest;

import dev.plimsoll.codec.manifest.problem.ManifestProblem;
import dev.plimsoll.codec.manifest.problem.ProblemText;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/** Says why a file or folder could not be read. */
final class FileProblem {
    private FileProblem() {}

    static ManifestProblem of(String source, IOException exception) {
        return new ManifestProblem.InSource(source, reason(exception));
    }

    private static String reason(IOException exception) {
        return switch (exception) {
            case NoSuchFileException _ -> ProblemText.NO_SUCH_FILE;
            case AccessDeniedException _ -> ProblemText.NO_PERMISSION;
            // The message of this one repeats the file's name; its reason does not.
            case FileSystemException broken -> ProblemText.unreadable(orUnknown(broken.getReason()));
            default -> ProblemText.unreadable(orUnknown(exception.getMessage()));
        };
    }

    private static String orUnknown(@Nullable String reason) {
        return reason == null || reason.isBlank() ? "the system gives no reason" : reason;
    }
}
