package dev.plimsoll.nodeagent.handlers;

import java.util.Map;

/** Text with {@code $(NAME)} in it. */
final class VariableText {
    private VariableText() {}

    /** {@code $$} stands for a dollar; what is unknown stays as it is. */
    static String expanded(String text, Map<String, String> variables) {
        var result = new StringBuilder();
        for (var i = 0; i < text.length(); i++) {
            var c = text.charAt(i);
            var next = i + 1 < text.length() ? text.charAt(i + 1) : ' ';
            var end = next == '(' ? text.indexOf(')', i) : -1;
            if (c == '$' && next == '$') {
                result.append('$');
                i++;
            } else if (c == '$' && end > 0) {
                result.append(variables.getOrDefault(text.substring(i + 2, end), text.substring(i, end + 1)));
                i = end;
            } else {
                result.append(c);
            }
        }
        return result.toString();
    }
}
