package dev.plimsoll.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How long things took, to be read by people after the run. */
final class Figures {
    private final Map<String, List<Duration>> took = new TreeMap<>();

    synchronized void add(String what, Duration duration) {
        took.computeIfAbsent(what, _ -> new ArrayList<>()).add(duration);
    }

    synchronized void write(Path file) throws IOException {
        var text = new StringBuilder();
        took.forEach((what, all) -> {
            var sorted = all.stream().sorted().toList();
            text.append("%s: %d times, %d to %d ms, half of them within %d ms%n"
                    .formatted(
                            what,
                            sorted.size(),
                            sorted.getFirst().toMillis(),
                            sorted.getLast().toMillis(),
                            sorted.get(sorted.size() / 2).toMillis()));
        });
        Files.writeString(file, text);
        System.out.print(text);
    }
}
