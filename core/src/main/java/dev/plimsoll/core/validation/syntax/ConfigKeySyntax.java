package dev.plimsoll.core.validation.syntax;

import java.util.ArrayList;
import java.util.List;

/** Keys of ConfigMaps and Secrets. Each becomes a file name in a volume, so none may lead out of its folder. */
public final class ConfigKeySyntax {
    private static final int LONGEST = 253;
    private static final String SHAPE =
            "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  "
                    + "or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";

    private ConfigKeySyntax() {}

    public static List<String> key(String key) {
        var problems = new ArrayList<String>();
        if (SyntaxText.isLongerThan(LONGEST, key)) problems.add("must be no more than " + LONGEST + " characters");
        if (key.isEmpty() || !key.chars().allMatch(c -> isKeyCharacter((char) c))) problems.add(SHAPE);
        if (key.equals(".")) problems.add("must not be '.'");
        else if (key.equals("..")) problems.add("must not be '..'");
        else if (key.startsWith("..")) problems.add("must not start with '..'");
        return problems;
    }

    private static boolean isKeyCharacter(char c) {
        return SyntaxText.isLetter(c) || SyntaxText.isDigit(c) || c == '-' || c == '_' || c == '.';
    }
}
