package dev.plimsoll.nodeagent.simulated.text;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** One command of {@code sed}: {@code s/A/B/g}, {@code /A/d}, {@code /A/p}, {@code 3p} or {@code 3d}. */
public sealed interface SedProgram {
    Pattern LINE = Pattern.compile("([0-9]{1,9})([pd])");
    Pattern MATCHING = Pattern.compile("/(.*)/([pd])");

    /**
     * What it prints of an input.
     *
     * @param isQuiet whether only what is asked for is printed, as with {@code -n}
     */
    String run(String input, boolean isQuiet);

    /** Replaces. */
    record Substitution(Pattern pattern, String replacement, boolean isGlobal) implements SedProgram {
        @Override
        public String run(String input, boolean isQuiet) {
            if (isQuiet) return "";
            var output = new StringBuilder();
            input.lines().forEach(line -> {
                var matcher = pattern.matcher(line);
                output.append(isGlobal ? matcher.replaceAll(replacement) : matcher.replaceFirst(replacement))
                        .append('\n');
            });
            return output.toString();
        }
    }

    /**
     * Prints or leaves out lines.
     *
     * @param number of the line; 0 for all that match
     */
    record Choice(int number, Pattern pattern, boolean isPrint) implements SedProgram {
        @Override
        public String run(String input, boolean isQuiet) {
            var output = new StringBuilder();
            var at = 0;
            for (var line : input.lines().toList()) {
                at++;
                var isMeant = number > 0 ? at == number : pattern.matcher(line).find();
                if (!isQuiet && !(isMeant && !isPrint)) output.append(line).append('\n');
                if (isMeant && isPrint) output.append(line).append('\n');
            }
            return output.toString();
        }
    }

    /** Empty for a program in another form. */
    static Optional<SedProgram> parse(String text) {
        try {
            var line = LINE.matcher(text);
            if (line.matches())
                return Optional.of(new Choice(
                        Integer.parseInt(line.group(1)),
                        Pattern.compile(""),
                        line.group(2).equals("p")));
            var matching = MATCHING.matcher(text);
            if (matching.matches())
                return Optional.of(new Choice(
                        0, Pattern.compile(matching.group(1)), matching.group(2).equals("p")));
            if (text.length() < 4 || text.charAt(0) != 's') return Optional.empty();
            var parts = text.substring(2).split(Pattern.quote(text.substring(1, 2)), -1);
            if (parts.length != 3 || !parts[2].matches("g?")) return Optional.empty();
            // A group of the text is \1 there and $1 here.
            var replacement = Matcher.quoteReplacement(parts[1])
                    .replaceAll("\\\\\\\\([1-9])", "\\$$1")
                    .replace("&", "$0");
            return Optional.of(new Substitution(Pattern.compile(parts[0]), replacement, parts[2].equals("g")));
        } catch (PatternSyntaxException _) {
            return Optional.empty();
        }
    }
}
