package dev.plimsoll.nodeagent.simulated;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code $(NAME)} in the command of a container. */
final class VariableReferences {
    private static final Pattern REFERENCE = Pattern.compile("\\$(?:\\$|\\(([^)]*)\\))");

    private VariableReferences() {}

    /** {@code $$} stands for a dollar; what is unknown stays as it is. */
    static String expanded(String text, Map<String, String> variables) {
        return REFERENCE.matcher(text).replaceAll(match -> {
            var name = match.group(1);
            var value = name == null ? "$" : variables.getOrDefault(name, match.group());
            return Matcher.quoteReplacement(value);
        });
    }
}
