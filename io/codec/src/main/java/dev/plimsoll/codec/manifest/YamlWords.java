package dev.plimsoll.codec.manifest;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Texts that a reader of some YAML version takes for something else: kubectl reads {@code Off} without quotes as a boolean. */
public final class YamlWords {
    private static final Set<String> WORDS = Set.of("y", "n", "yes", "no", "on", "off", "true", "false", "null", "~");
    /** Numbers with underscores, in binary or in base 60, and dates. */
    private static final Pattern OLD_SCALARS =
            Pattern.compile("[-+]?(0b[01_]+|[0-9][0-9_,]*(:[0-5]?[0-9])*(\\.[0-9_]*)?)"
                    + "|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt \\t].*)?");

    private YamlWords() {}

    /** Whether the text is a word for a boolean or for nothing. */
    public static boolean isWord(String text) {
        return WORDS.contains(text.toLowerCase(Locale.ROOT));
    }

    /** Whether the text needs quotes to stay a text. */
    public static boolean needsQuotes(String text) {
        return isWord(text) || OLD_SCALARS.matcher(text).matches();
    }
}
