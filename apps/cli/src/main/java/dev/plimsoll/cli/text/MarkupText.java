package dev.plimsoll.cli.text;

import java.util.regex.Pattern;

/** Text inside of HTML, SVG and XML. */
public final class MarkupText {
    /** What no version of XML 1.0 may have, in whatever form. */
    private static final Pattern FORBIDDEN = Pattern.compile("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\ufffe\\uffff]");

    private MarkupText() {}

    /** As an attribute or as content. */
    public static String escaped(String text) {
        return FORBIDDEN
                .matcher(text.replace("&", "&amp;")
                        .replace("<", "&lt;")
                        .replace(">", "&gt;")
                        .replace("\"", "&quot;")
                        .replace("'", "&#39;"))
                .replaceAll("?");
    }
}
