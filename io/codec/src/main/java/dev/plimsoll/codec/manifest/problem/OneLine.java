package dev.plimsoll.codec.manifest.problem;

/** Text from outside made fit for a message: control characters become visible, long text is cut. */
public final class OneLine {
    private static final int LONGEST_NAME = 60;
    private static final int LONGEST_SENTENCE = 200;

    private OneLine() {}

    /** The text with every line break, tab and other control character written as an escape. */
    static String of(String text) {
        var line = new StringBuilder(text.length());
        text.codePoints().forEach(c -> append(line, c));
        return line.toString();
    }

    /** A name, cut after a length at which it is still recognised. */
    static String shortened(String name) {
        return cut(name, LONGEST_NAME);
    }

    /** A sentence of someone else's, cut where it has surely begun to quote the input. */
    public static String sentence(String text) {
        return cut(text, LONGEST_SENTENCE);
    }

    /** The text in double quotes, cut likewise. */
    static String quoted(String text) {
        return '"' + shortened(text) + '"';
    }

    private static String cut(String text, int longest) {
        var length = text.codePointCount(0, text.length());
        return length <= longest ? of(text) : of(text.substring(0, text.offsetByCodePoints(0, longest))) + "...";
    }

    private static void append(StringBuilder line, int c) {
        switch (c) {
            case '\n' -> line.append("\\n");
            case '\r' -> line.append("\\r");
            case '\t' -> line.append("\\t");
            default -> {
                if (isInvisible(c)) line.append("\\u%04X".formatted(c));
                else line.appendCodePoint(c);
            }
        }
    }

    private static boolean isInvisible(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> true;
            default -> false;
        };
    }
}
