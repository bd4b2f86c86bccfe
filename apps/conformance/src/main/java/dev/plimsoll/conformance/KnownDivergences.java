package dev.plimsoll.conformance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** The names under which docs/divergences.md explains a difference that a replay can show. */
public final class KnownDivergences {
    private static final Set<String> NAMES = read();

    private KnownDivergences() {}

    public static Set<String> names() {
        return NAMES;
    }

    private static Set<String> read() {
        var names = new TreeSet<String>();
        var resource = Objects.requireNonNull(KnownDivergences.class.getResourceAsStream("divergences.txt"));
        try (var lines = new BufferedReader(new InputStreamReader(resource, StandardCharsets.UTF_8))) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank() && !line.startsWith("#")) names.add(line.strip());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Set.copyOf(names);
    }
}
