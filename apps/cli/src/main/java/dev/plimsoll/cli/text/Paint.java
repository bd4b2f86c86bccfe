package dev.plimsoll.cli.text;

/** Colours, where the reader wants them. */
public enum Paint {
    PLAIN,
    COLOURED;

    /** What the user asked for with {@code --color}. */
    public enum Choice {
        auto,
        always,
        never
    }

    /** Colours on a terminal only, unless asked otherwise; {@code NO_COLOR} is respected. */
    public static Paint chosen(Choice choice, boolean isTerminal, boolean noColorIsSet) {
        return switch (choice) {
            case always -> COLOURED;
            case never -> PLAIN;
            case auto -> isTerminal && !noColorIsSet ? COLOURED : PLAIN;
        };
    }

    public String bold(String text) {
        return wrapped("1", text);
    }

    public String good(String text) {
        return wrapped("32", text);
    }

    public String bad(String text) {
        return wrapped("31", text);
    }

    public String note(String text) {
        return wrapped("36", text);
    }

    public String faint(String text) {
        return wrapped("2", text);
    }

    /** The row that keys act on. */
    public String marked(String text) {
        return wrapped("7", text);
    }

    private String wrapped(String code, String text) {
        return this == PLAIN || text.isEmpty() ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
    }
}
