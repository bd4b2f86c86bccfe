package dev.plimsoll.kinds.expressions;

import java.util.Set;
import java.util.regex.Pattern;

/** Names of fields as expressions write them: what a name of the language cannot have is spelled out. */
final class CelNames {
    private static final Pattern PLAIN = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");
    private static final Pattern ALLOWED = Pattern.compile("[a-zA-Z_.\\-/][a-zA-Z0-9_.\\-/]*");
    private static final Set<String> RESERVED = Set.of(
            "true",
            "false",
            "null",
            "in",
            "as",
            "break",
            "const",
            "continue",
            "else",
            "for",
            "function",
            "if",
            "import",
            "let",
            "loop",
            "package",
            "namespace",
            "return",
            "var",
            "void",
            "while");

    private CelNames() {}

    /** Empty if expressions cannot name the field at all. */
    static String escaped(String name) {
        if (RESERVED.contains(name)) return "__" + name + "__";
        if (PLAIN.matcher(name).matches() && !name.contains("__")) return name;
        if (!ALLOWED.matcher(name).matches()) return "";
        return name.replace("__", "__underscores__")
                .replace(".", "__dot__")
                .replace("-", "__dash__")
                .replace("/", "__slash__");
    }
}
