package dev.plimsoll.apiserver.audit;

import dev.plimsoll.files.FileModes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the audit log goes.
 *
 * @param mostBytes when a file has so many, the next is begun
 * @param backups how many full files are kept
 */
public record AuditFile(Path path, long mostBytes, int backups) {
    /** The full file of an age; 1 is the last. */
    Path aged(int age) {
        return path.resolveSibling(path.getFileName() + "." + age);
    }

    /** Closes files of earlier starts to others; a sentence for each that was open. */
    public List<String> mendModes() throws IOException {
        var told = new ArrayList<>(FileModes.mend(path));
        for (var age = 1; age <= backups; age++) told.addAll(FileModes.mend(aged(age)));
        return told;
    }
}
