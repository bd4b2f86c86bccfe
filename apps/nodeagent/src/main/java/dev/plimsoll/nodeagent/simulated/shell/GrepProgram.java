package dev.plimsoll.nodeagent.simulated.shell;

import dev.plimsoll.nodeagent.simulated.files.FileEntry;
import dev.plimsoll.nodeagent.simulated.shell.options.Options;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** {@code grep}: the lines of files or of the input that match an expression. */
final class GrepProgram {
    private GrepProgram() {}

    static int run(Program.Invocation call, Io io) throws IOException, InterruptedException {
        var options = Options.of(call.arguments(), "ivcqnEFolwhHrse:");
        if (!options.unknown().isEmpty()) {
            io.fail("grep: unrecognized option '" + options.unknown() + "'");
            return 2;
        }
        var rest = new ArrayList<>(options.rest());
        var text = options.values().containsKey('e')
                ? options.values().get('e')
                : rest.isEmpty() ? null : rest.removeFirst();
        if (text == null) {
            io.fail("grep: a pattern is missing");
            return 2;
        }
        Pattern pattern;
        try {
            pattern = pattern(text, options);
        } catch (PatternSyntaxException e) {
            io.fail("grep: bad regex '" + text + "': " + e.getDescription());
            return 2;
        }
        var names = options.has('r') ? filesBelow(call, rest.isEmpty() ? List.of(".") : rest) : rest;
        var found = new boolean[1];
        var isNamed = (names.size() > 1 || options.has('H') || options.has('r')) && !options.has('h');
        var code = TextPrograms.inputs(call, names, io, (name, content) -> {
            var number = 0;
            var count = 0;
            for (var line : TextPrograms.lines(content)) {
                number++;
                var matcher = pattern.matcher(line);
                if (matcher.find() == options.has('v')) continue;
                found[0] = true;
                count++;
                if (options.has('q') || options.has('c') || options.has('l')) continue;
                var prefix = (isNamed ? name + ":" : "") + (options.has('n') ? number + ":" : "");
                if (!options.has('o') || options.has('v')) {
                    io.line(prefix + line);
                    continue;
                }
                do io.line(prefix + matcher.group());
                while (matcher.find());
            }
            if (options.has('c') && !options.has('q')) io.line((isNamed ? name + ":" : "") + count);
            if (options.has('l') && count > 0) io.line(name);
        });
        return code != 0 ? 2 : found[0] ? 0 : 1;
    }

    private static Pattern pattern(String text, Options options) {
        var regex = options.has('F') ? Pattern.quote(text) : options.has('E') ? text : basic(text);
        if (options.has('w')) regex = "\\b(?:" + regex + ")\\b";
        return Pattern.compile(regex, options.has('i') ? Pattern.CASE_INSENSITIVE : 0);
    }

    private static List<String> filesBelow(Program.Invocation call, List<String> folders) {
        var files = call.host().files();
        var names = new ArrayList<String>();
        for (var folder : folders) {
            for (var path : files.below(call.path(folder)))
                if (files.find(path).orElse(null) instanceof FileEntry.Regular) names.add(path);
        }
        return names;
    }

    /** A basic expression in the other notation: there plain parentheses, braces, bars and pluses mean something. */
    private static String basic(String text) {
        var result = new StringBuilder();
        for (var i = 0; i < text.length(); i++) {
            var c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length()) {
                var next = text.charAt(++i);
                if ("(){}|+?".indexOf(next) >= 0) result.append(next);
                else result.append('\\').append(next);
            } else if ("(){}|+?".indexOf(c) >= 0) {
                result.append('\\').append(c);
            } else {
                result.append(c);
            }
        }
        return result.toString();
    }
}
