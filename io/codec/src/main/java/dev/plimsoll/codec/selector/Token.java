package dev.plimsoll.codec.selector;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A piece of a label selector. */
record Token(Kind kind, String text) {
    enum Kind {
        IDENTIFIER,
        COMMA,
        OPEN,
        CLOSE,
        NOT,
        EQUALS,
        DOUBLE_EQUALS,
        NOT_EQUALS,
        GREATER,
        LESS,
        IN,
        NOT_IN,
        END
    }

    private static final String SYMBOLS = "=!(),<>";
    private static final Map<String, Kind> KINDS = Map.ofEntries(
            Map.entry(",", Kind.COMMA),
            Map.entry("(", Kind.OPEN),
            Map.entry(")", Kind.CLOSE),
            Map.entry("!", Kind.NOT),
            Map.entry("=", Kind.EQUALS),
            Map.entry("==", Kind.DOUBLE_EQUALS),
            Map.entry("!=", Kind.NOT_EQUALS),
            Map.entry(">", Kind.GREATER),
            Map.entry("<", Kind.LESS),
            Map.entry("in", Kind.IN),
            Map.entry("notin", Kind.NOT_IN));

    /** All tokens; the last one is the end. Symbols take as many characters as they can. */
    static List<Token> all(String text) {
        var tokens = new ArrayList<Token>();
        for (var at = 0; at < text.length(); ) {
            if (isSpace(text.charAt(at))) {
                at++;
                continue;
            }
            var end = isSymbol(text.charAt(at)) ? endOfSymbol(text, at) : endOfWord(text, at);
            var piece = text.substring(at, end);
            tokens.add(new Token(KINDS.getOrDefault(piece, Kind.IDENTIFIER), piece));
            at = end;
        }
        tokens.add(new Token(Kind.END, ""));
        return tokens;
    }

    private static int endOfSymbol(String text, int start) {
        var two = start + 2;
        return two <= text.length() && KINDS.containsKey(text.substring(start, two)) ? two : start + 1;
    }

    private static int endOfWord(String text, int start) {
        var end = start;
        while (end < text.length() && !isSymbol(text.charAt(end)) && !isSpace(text.charAt(end))) end++;
        return end;
    }

    private static boolean isSymbol(char c) {
        return SYMBOLS.indexOf(c) >= 0;
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n';
    }
}
