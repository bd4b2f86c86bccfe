package dev.plimsoll.cli.clusters.records;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How clusters are called. */
public final class ClusterName {
    private static final Pattern VALID = Pattern.compile("[a-z0-9]([a-z0-9-]{0,48}[a-z0-9])?");

    private ClusterName() {}

    /** What is wrong with a name that somebody chose; empty if nothing is. */
    public static String problem(String name) {
        if (VALID.matcher(name).matches()) return "";
        return "--name " + name + ": a name has at most 50 letters a-z, digits and '-', such as team-a";
    }

    /** For a cluster that nobody named: by its folder, with a number if a cluster of another folder has that name. */
    public static String suggested(@Nullable Path dataOrNull, String otherwise, List<ClusterRecord> known) {
        var base = dataOrNull == null ? otherwise : fitting(dataOrNull, otherwise);
        var name = base;
        for (var number = 2; isTaken(name, dataOrNull, known); number++) name = base + "-" + number;
        return name;
    }

    private static String fitting(Path data, String otherwise) {
        var last = data.getFileName();
        if (last == null) return otherwise;
        var text = last.toString()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^-|-$", "");
        return VALID.matcher(text).matches() ? text : otherwise;
    }

    private static boolean isTaken(String name, @Nullable Path dataOrNull, List<ClusterRecord> known) {
        return known.stream()
                .anyMatch(record ->
                        record.name().equals(name) && (dataOrNull == null || !dataOrNull.equals(record.dataOrNull())));
    }
}
