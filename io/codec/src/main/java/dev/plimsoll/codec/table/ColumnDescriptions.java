package dev.plimsoll.codec.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The descriptions of columns, read from their file when the first Table is asked for. */
final class ColumnDescriptions {
    private static final String FILE = "descriptions.txt";
    private static final String COMMON = "any";

    private ColumnDescriptions() {}

    /** Read once, when first used. */
    private static final class Texts {
        static final Map<String, String> BY_SECTION_AND_COLUMN = read();

        private static Map<String, String> read() {
            var texts = new HashMap<String, String>();
            var section = "";
            for (var line : text().lines().toList()) {
                if (line.isEmpty() || line.startsWith("#")) continue;
                if (line.startsWith("[")) {
                    section = line.substring(1, line.length() - 1);
                    continue;
                }
                var colon = line.indexOf(": ");
                texts.put(
                        key(section, line.substring(0, colon)),
                        line.substring(colon + 2).replace("\\n", "\n"));
            }
            return Map.copyOf(texts);
        }

        private static String text() {
            try (var stream = ColumnDescriptions.class.getResourceAsStream(FILE)) {
                if (stream == null)
                    throw new IllegalStateException(FILE + " is missing from the archive of this class");
                return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static String key(String section, String column) {
        return section + "/" + column;
    }

    /** The description of a kind's column, or that of columns of that name; empty if there is none. */
    static String of(String section, String column) {
        var texts = Texts.BY_SECTION_AND_COLUMN;
        var own = texts.get(key(section, column));
        return own != null ? own : texts.getOrDefault(key(COMMON, column), "");
    }
}
