package dev.plimsoll.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A folder of /sys, whose files hold one value each and may be missing. */
record SysFolder(Path path) {
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

    /** A folder whose name ends with a number, such as {@code cpu12}. */
    record Numbered(int number, SysFolder folder) {}

    SysFolder folder(String name) {
        return new SysFolder(path.resolve(name));
    }

    boolean exists() {
        return Files.isDirectory(path);
    }

    /** Sub-folders {@code prefix<number>}, ascending. */
    List<Numbered> numbered(String prefix) throws IOException {
        var found = new ArrayList<Numbered>();
        if (!exists()) return found;
        try (var entries = Files.list(path)) {
            for (var entry : entries.toList()) {
                var name = String.valueOf(entry.getFileName());
                if (!name.startsWith(prefix)) continue;
                var number = name.substring(prefix.length());
                if (NUMBER.matcher(number).matches() && Files.isDirectory(entry)) {
                    found.add(new Numbered(Integer.parseInt(number), new SysFolder(entry)));
                }
            }
        }
        found.sort(Comparator.comparingInt(Numbered::number));
        return found;
    }

    /** The names of all sub-folders. */
    List<String> folders() throws IOException {
        if (!exists()) return List.of();
        try (var entries = Files.list(path)) {
            return entries.filter(Files::isDirectory)
                    .map(entry -> String.valueOf(entry.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    /** The content without the end of line; empty where there is no such file. */
    Optional<String> text(String name) throws IOException {
        var file = path.resolve(name);
        return Files.isReadable(file) && Files.isRegularFile(file)
                ? Optional.of(Files.readString(file).strip())
                : Optional.empty();
    }

    Optional<Integer> number(String name) throws IOException {
        return text(name).filter(text -> NUMBER.matcher(text).matches()).map(Integer::valueOf);
    }
}
