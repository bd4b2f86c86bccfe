package dev.plimsoll.codec.jsonpath;

import dev.plimsoll.codec.jsonpath.JsonPath.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads a path from left to right. */
final class PathParser {
    private static final Pattern NAME = Pattern.compile("[^.\\[\\]\\s{}'\"=!]+");
    private static final Pattern QUOTED = Pattern.compile("'([^']*)'|\"([^\"]*)\"");
    private static final Pattern NUMBER = Pattern.compile("-?\\d+");
    private static final Pattern FILTER = Pattern.compile("\\?\\(@([^=!]*?)\\s*(==|!=)\\s*(.+)\\)");

    private final String text;
    private int at;

    PathParser(String text) {
        var bare = text.strip();
        this.text = bare.startsWith("{") && bare.endsWith("}") ? bare.substring(1, bare.length() - 1) : bare;
    }

    Optional<List<Step>> path() {
        var steps = new ArrayList<Step>();
        if (text.startsWith("$")) at = 1;
        while (at < text.length()) {
            var step = text.charAt(at) == '[' ? bracket() : member();
            if (step.isEmpty()) return Optional.empty();
            steps.add(step.get());
        }
        return steps.isEmpty() ? Optional.empty() : Optional.of(steps);
    }

    private Optional<Step> member() {
        if (text.charAt(at) == '.') at++;
        else if (at > 0) return Optional.empty();
        // A dot in a name is written with a backslash before it.
        var name = new StringBuilder();
        while (at < text.length()) {
            if (text.startsWith("\\.", at)) {
                name.append('.');
                at += 2;
                continue;
            }
            var matcher = NAME.matcher(text).region(at, at + 1);
            if (!matcher.lookingAt()) break;
            name.append(text.charAt(at++));
        }
        if (name.isEmpty()) return Optional.empty();
        return Optional.of(name.toString().equals("*") ? new Step.Every() : new Step.Member(name.toString()));
    }

    private Optional<Step> bracket() {
        var end = end();
        if (end < 0) return Optional.empty();
        var inside = text.substring(at + 1, end).strip();
        at = end + 1;
        if (inside.equals("*")) return Optional.of(new Step.Every());
        if (NUMBER.matcher(inside).matches()) return place(inside);
        var quoted = quoted(inside);
        if (quoted.isPresent()) return Optional.of(new Step.Member(quoted.get()));
        var filter = FILTER.matcher(inside);
        if (!filter.matches()) return Optional.empty();
        var value = filter.group(3).strip();
        var wanted = quoted(value).orElse(value);
        var equal = filter.group(2).equals("==");
        var path = filter.group(1).isBlank() ? Optional.of(List.<Step>of()) : new PathParser(filter.group(1)).path();
        return path.map(steps -> new Step.Where(steps, equal, wanted));
    }

    private static Optional<Step> place(String digits) {
        try {
            return Optional.of(new Step.Place(Integer.parseInt(digits)));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    private static Optional<String> quoted(String text) {
        var matcher = QUOTED.matcher(text);
        if (!matcher.matches()) return Optional.empty();
        return Optional.of(matcher.group(1) != null ? matcher.group(1) : matcher.group(2));
    }

    /** Where the bracket ends; brackets inside quotes or inside brackets do not end it. */
    private int end() {
        var depth = 0;
        var quote = (char) 0;
        for (var i = at; i < text.length(); i++) {
            var c = text.charAt(i);
            if (quote != 0) {
                if (c == quote) quote = 0;
            } else if (c == '\'' || c == '"') {
                quote = c;
            } else if (c == '[') {
                depth++;
            } else if (c == ']' && --depth == 0) {
                return i;
            }
        }
        return -1;
    }
}
