package dev.plimsoll.kinds.expressions.functions;

import static dev.plimsoll.kinds.expressions.functions.Parameter.ANYTHING_LIST;
import static dev.plimsoll.kinds.expressions.functions.Parameter.INT;
import static dev.plimsoll.kinds.expressions.functions.Parameter.TEXT;

import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import java.util.List;

/** Texts, beyond what the language's own extension has: regular expressions, and values put into a text. */
final class TextFunctions {
    private static final ListType TEXTS = ListType.create(SimpleType.STRING);

    private TextFunctions() {}

    static void addTo(FunctionLibrary library) {
        library.member("find", SimpleType.STRING, given -> Texts.find(text(given, 0), text(given, 1)), TEXT, TEXT)
                .member("findAll", TEXTS, given -> Texts.findAll(text(given, 0), text(given, 1), -1), TEXT, TEXT)
                .member(
                        "findAll",
                        TEXTS,
                        given -> Texts.findAll(text(given, 0), text(given, 1), (Long) given[2]),
                        TEXT,
                        TEXT,
                        INT)
                .member(
                        "format",
                        SimpleType.STRING,
                        given -> TextTemplate.filled(text(given, 0), (List<?>) given[1]),
                        TEXT,
                        ANYTHING_LIST);
    }

    private static String text(Object[] given, int at) {
        return (String) given[at];
    }
}
