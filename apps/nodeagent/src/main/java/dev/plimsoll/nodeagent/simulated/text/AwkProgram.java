package dev.plimsoll.nodeagent.simulated.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * The part of {@code awk} that scripts use most: {@code /PATTERN/ {print $1, "text", $NF}}.
 *
 * @param pattern lines that do not match are left out
 * @param printed what is printed of each; empty for the whole line
 */
public record AwkProgram(Pattern pattern, List<String> printed) {
    private static final Pattern FORM =
            Pattern.compile("\\s*(?:/(.*?)/)?\\s*(?:\\{\\s*print\\s*(.*?)\\s*;?\\s*\\})?\\s*");
    private static final Pattern ITEM = Pattern.compile("\\s*(\\$[0-9]{1,3}|\\$NF|NF|NR|\"[^\"]*\"|,)");

    public AwkProgram {
        printed = List.copyOf(printed);
    }

    /** Empty for a program in another form. */
    public static Optional<AwkProgram> parse(String text) {
        var form = FORM.matcher(text);
        if (text.isBlank() || !form.matches()) return Optional.empty();
        var items = new ArrayList<String>();
        var list = Optional.ofNullable(form.group(2)).orElse("");
        var item = ITEM.matcher(list);
        var end = 0;
        while (end < list.length()) {
            if (!item.find(end) || item.start() != end) return Optional.empty();
            items.add(item.group(1));
            end = item.end();
        }
        try {
            var pattern = Pattern.compile(Optional.ofNullable(form.group(1)).orElse(""));
            return Optional.of(new AwkProgram(pattern, items));
        } catch (PatternSyntaxException _) {
            return Optional.empty();
        }
    }

    /**
     * What it prints of an input.
     *
     * @param separator between fields; empty for any white space
     */
    public String run(String input, String separator) {
        var output = new StringBuilder();
        var number = 0;
        for (var line : input.lines().toList()) {
            number++;
            if (!pattern.matcher(line).find()) continue;
            var fields = separator.isEmpty()
                    ? List.of(line.strip().split("\\s+", -1))
                    : List.of(line.split(Pattern.quote(separator), -1));
            if (printed.isEmpty()) output.append(line);
            for (var item : printed) output.append(value(item, line, fields, number));
            output.append('\n');
        }
        return output.toString();
    }

    private static String value(String item, String line, List<String> fields, int number) {
        if (item.equals(",")) return " ";
        if (item.startsWith("\"")) return item.substring(1, item.length() - 1);
        return switch (item) {
            case "NF" -> String.valueOf(fields.size());
            case "NR" -> String.valueOf(number);
            case "$0" -> line;
            case "$NF" -> fields.getLast();
            default -> {
                var index = Integer.parseInt(item.substring(1));
                yield index <= fields.size() ? fields.get(index - 1) : "";
            }
        };
    }
}
