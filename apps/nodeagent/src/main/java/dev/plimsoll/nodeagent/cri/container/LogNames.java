package dev.plimsoll.nodeagent.cri.container;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** A file in the folder of a container's logs, of the instance before which so many others were. */
record LogNames(Path path, int restartCount) {
    /** {@code 2.log}, and what it was put aside as: {@code 2.log.20260102-030405.gz}. */
    private static final Pattern NAME = Pattern.compile("(\\d{1,9})\\.log(\\..*)?");

    /** All of them; none where there is no such folder. */
    static List<LogNames> in(Path folder) throws IOException {
        var files = new ArrayList<LogNames>();
        try (var paths = Files.newDirectoryStream(folder)) {
            for (var path : paths) {
                var name = NAME.matcher(String.valueOf(path.getFileName()));
                if (name.matches()) files.add(new LogNames(path, Integer.parseInt(name.group(1))));
            }
        } catch (NoSuchFileException _) {
            return List.of();
        }
        return files;
    }

    /** The last instance that has a log. */
    static OptionalInt newest(Path folder) throws IOException {
        return in(folder).stream().mapToInt(LogNames::restartCount).max();
    }
}
