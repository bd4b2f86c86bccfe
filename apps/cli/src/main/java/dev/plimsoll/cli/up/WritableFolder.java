package dev.plimsoll.cli.up;

import dev.plimsoll.cli.clusters.records.PathProblem;
import dev.plimsoll.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder that will be written to: made if it is missing, and tried out before anything depends on it. */
final class WritableFolder {
    private WritableFolder() {}

    /**
     * Makes and tries it.
     *
     * @param option that chooses another one
     * @throws IOException that says what is wrong and what to do
     */
    static void prepare(Path folder, String option) throws IOException {
        try {
            PrivateFiles.createDirectories(folder);
            Files.delete(PrivateFiles.createTempFile(folder, ".plimsoll", ".try"));
        } catch (IOException e) {
            throw new IOException(
                    "nothing can be written in " + folder + " (" + PathProblem.of(e) + "); choose another with "
                            + option,
                    e);
        }
    }
}
