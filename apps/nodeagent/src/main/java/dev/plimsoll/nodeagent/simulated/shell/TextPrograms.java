package dev.plimsoll.nodeagent.simulated.shell;

import dev.plimsoll.nodeagent.simulated.files.FileEntry;
import dev.plimsoll.nodeagent.simulated.files.FileProblemException;
import dev.plimsoll.nodeagent.simulated.shell.options.Options;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Commands that read and write text. */
final class TextPrograms {
    private TextPrograms() {}

    static Map<String, Program> all() {
        var all = new TreeMap<String, Program>();
        all.put("cat", TextPrograms::cat);
        all.put("head", TextPrograms::head);
        all.put("tail", TextPrograms::tail);
        all.put("wc", TextPrograms::wc);
        all.put("grep", GrepProgram::run);
        all.put("cut", TextPrograms::cut);
        all.put("sort", TextPrograms::sort);
        all.put("uniq", TextPrograms::uniq);
        all.put("tr", TextPrograms::tr);
        all.put("tee", TextPrograms::tee);
        all.put("xargs", TextPrograms::xargs);
        all.put("seq", TextPrograms::seq);
        all.put("basename", (call, io) -> {
            var text = call.arguments().isEmpty() ? "" : call.arguments().getFirst();
            io.line(text.substring(text.lastIndexOf('/') + 1));
            return 0;
        });
        all.put("dirname", (call, io) -> {
            var text = call.arguments().isEmpty() ? "" : call.arguments().getFirst();
            var slash = text.lastIndexOf('/');
            io.line(slash < 0 ? "." : slash == 0 ? "/" : text.substring(0, slash));
            return 0;
        });
        return all;
    }

    /** What is done with each input of a command. */
    interface Each {
        void of(String name, byte[] content) throws IOException, InterruptedException;
    }

    /** Each file that is named, or the input; the code of those that are not there. */
    static int inputs(Program.Invocation call, List<String> names, Io io, Each each)
            throws IOException, InterruptedException {
        if (names.isEmpty()) {
            each.of("", io.in().readAllBytes());
            return 0;
        }
        var code = 0;
        for (var name : names) {
            try {
                each.of(
                        name,
                        name.equals("-")
                                ? io.in().readAllBytes()
                                : call.host().files().read(call.path(name)));
            } catch (FileProblemException e) {
                code = io.fail(call.name() + ": " + name + ": " + e.problem());
            }
        }
        return code;
    }

    static List<String> lines(byte[] content) {
        var text = new String(content, StandardCharsets.UTF_8);
        if (text.isEmpty()) return List.of();
        var lines = new ArrayList<>(Arrays.asList(text.split("\n", -1)));
        if (lines.getLast().isEmpty()) lines.removeLast();
        return lines;
    }

    /** What comes in is passed on as it comes: somebody may be typing. */
    private static int cat(Program.Invocation call, Io io) throws IOException, InterruptedException {
        var options = Options.of(call.arguments(), "nvetAE");
        var names = options.rest().isEmpty() ? List.of("-") : options.rest();
        var code = 0;
        for (var name : names) {
            if (name.equals("-")) {
                io.in().transferTo(io.out());
                continue;
            }
            var path = call.path(name);
            if (call.host().files().find(path).orElse(null) instanceof FileEntry.Device(var _, var isEndless)
                    && isEndless) {
                code = io.fail("cat: " + name + ": it has no end; use head -c");
                continue;
            }
            try {
                var content = call.host().files().read(path);
                if (!options.has('n')) {
                    io.out().write(content);
                    continue;
                }
                var number = 1;
                for (var line : lines(content)) io.line(String.format("%6d\t%s", number++, line));
            } catch (FileProblemException e) {
                code = io.fail("cat: "
                        + (e.problem().equals(FileProblemException.MISSING) ? "can't open '" + name + "'" : name) + ": "
                        + e.problem());
            }
        }
        return code;
    }

    private static List<String> counted(List<String> arguments) {
        var words = new ArrayList<String>();
        // The old way to say how many.
        for (var word : arguments) {
            if (word.matches("-[0-9]+")) words.addAll(List.of("-n", word.substring(1)));
            else words.add(word);
        }
        return words;
    }

    private static int head(Program.Invocation call, Io io) throws IOException, InterruptedException {
        var options = Options.of(counted(call.arguments()), "n:c:q");
        if (!options.unknown().isEmpty()) return io.fail("head: unrecognized option '" + options.unknown() + "'");
        return inputs(call, options.rest(), io, (name, content) -> {
            if (options.rest().size() > 1 && !options.has('q')) io.line("==> " + name + " <==");
            if (options.values().containsKey('c')) {
                io.out().write(content, 0, Math.clamp(options.number('c', 0), 0, content.length));
                return;
            }
            var left = options.number('n', 10);
            var end = 0;
            while (end < content.length && left > 0) if (content[end++] == '\n') left--;
            io.out().write(content, 0, end);
        });
    }

    private static int tail(Program.Invocation call, Io io) throws IOException, InterruptedException {
        var options = Options.of(counted(call.arguments()), "n:c:fFq");
        if (!options.unknown().isEmpty()) return io.fail("tail: unrecognized option '" + options.unknown() + "'");
        var code = inputs(call, options.rest(), io, (name, content) -> {
            if (options.values().containsKey('c')) {
                var size = Math.clamp(options.number('c', 0), 0, content.length);
                io.out().write(content, content.length - size, size);
                return;
            }
            var lines = lines(content);
            var text = options.values().getOrDefault('n', "10");
            var from = text.startsWith("+")
                    ? options.number('n', 1) - 1
                    : lines.size() - Math.min(lines.size(), Math.abs(options.number('n', 10)));
            for (var line : lines.subList(Math.clamp(from, 0, lines.size()), lines.size())) io.line(line);
        });
        if (options.has('f') || options.has('F')) call.host().time().sleep(Shell.FOR_EVER);
        return code;
    }

    private static int wc(Program.Invocation call, Io io) throws IOException, InterruptedException {
        var options = Options.of(call.arguments(), "lwcm");
        if (!options.unknown().isEmpty()) return io.fail("wc: unrecognized option '" + options.unknown() + "'");
        return inputs(call, options.rest(), io, (name, content) -> {
            var ends = 0;
            for (var b : content) if (b == '\n') ends++;
            var text = new String(content, StandardCharsets.UTF_8).strip();
            var words = text.isEmpty() ? 0 : text.split("\\s+", -1).length;
            var shown = new ArrayList<String>();
            var isAll = options.flags().isEmpty();
            if (isAll || options.has('l')) shown.add(String.valueOf(ends));
            if (isAll || options.has('w')) shown.add(String.valueOf(words));
            if (isAll || options.has('c') || options.has('m')) shown.add(String.valueOf(content.length));
            if (!name.isEmpty()) shown.add(name);
            io.line(String.join(" ", shown));
        });
    }

    private static int cut(Program.Invocation call, Io io) throws IOException, InterruptedException {
        var options = Options.of(call.arguments(), "d:f:c:s");
        var list = options.values().getOrDefault('f', options.values().getOrDefault('c', ""));
        if (list.isEmpty() || !list.matches("[0-9,-]+"))
            return io.fail("cut: expected a list of bytes, characters, or fields");
        var delimiter = options.values().getOrDefault('d', "\t");
        return inputs(call, options.rest(), io, (_, content) -> {
            for (var line : lines(content)) {
                if (options.values().containsKey('c')) {
                    var text = new StringBuilder();
                    for (var i = 0; i < line.length(); i++) if (isIn(list, i + 1)) text.append(line.charAt(i));
                    io.line(text.toString());
                    continue;
                }
                var parts = line.split(Pattern.quote(delimiter), -1);
                if (parts.length == 1) {
                    if (!options.has('s')) io.line(line);
                    continue;
                }
                var chosen = new ArrayList<String>();
                for (var i = 0; i < parts.length; i++) if (isIn(list, i + 1)) chosen.add(parts[i]);
                io.line(String.join(delimiter, chosen));
            }
        });
    }

    private static boolean isIn(String list, int number) {
        for (var range : list.split(",", -1)) {
            var dash = range.indexOf('-');
            var from = dash < 0 ? range : range.substring(0, dash);
            var to = dash < 0 ? range : range.substring(dash + 1);
            var least = from.isEmpty() ? 1 : Integer.parseInt(from);
            var most = to.isEmpty() ? Integer.MAX_VALUE : Integer.parseInt(to);
            if (!range.isEmpty() && number >= least && number <= most) return true;
        }
        return false;
    }

    private static int sort(Program.Invocation call, Io io) throws IOException, InterruptedException {
        var options = Options.of(call.arguments(), "rnu");
        var all = new ArrayList<String>();
        var code = inputs(call, options.rest(), io, (_, content) -> all.addAll(lines(content)));
        Comparator<String> order =
                options.has('n') ? Comparator.comparingDouble(TextPrograms::leadingNumber) : Comparator.naturalOrder();
        all.sort(options.has('r') ? order.reversed() : order);
        for (var line : options.has('u') ? all.stream().distinct().toList() : all) io.line(line);
        return code;
    }

    private static double leadingNumber(String line) {
        var matcher = Pattern.compile("^\\s*(-?[0-9]+(\\.[0-9]+)?)").matcher(line);
        return matcher.find() ? Double.parseDouble(matcher.group(1)) : 0;
    }

    private static int uniq(Program.Invocation call, Io io) throws IOException, InterruptedException {
        var options = Options.of(call.arguments(), "c");
        return inputs(call, options.rest(), io, (_, content) -> {
            var lines = lines(content);
            for (var i = 0; i < lines.size(); ) {
                var end = i;
                while (end < lines.size() && lines.get(end).equals(lines.get(i))) end++;
                io.line((options.has('c') ? String.format("%7d ", end - i) : "") + lines.get(i));
                i = end;
            }
        });
    }

    private static int tr(Program.Invocation call, Io io) throws IOException {
        var options = Options.of(call.arguments(), "ds");
        var rest = options.rest();
        if (rest.isEmpty() || (rest.size() < 2 && !options.has('d'))) return io.fail("tr: missing operand");
        var from = set(Printf.unescaped(rest.get(0)));
        var to = rest.size() > 1 ? set(Printf.unescaped(rest.get(1))) : "";
        var text = new StringBuilder();
        for (var c : new String(io.in().readAllBytes(), StandardCharsets.UTF_8).toCharArray()) {
            var at = from.indexOf(c);
            if (at < 0) text.append(c);
            else if (!options.has('d') && !to.isEmpty()) text.append(to.charAt(Math.min(at, to.length() - 1)));
        }
        io.print(text.toString());
        return 0;
    }

    private static String set(String text) {
        var all = new StringBuilder();
        for (var i = 0; i < text.length(); i++) {
            if (i + 2 < text.length() && text.charAt(i + 1) == '-') {
                for (var c = text.charAt(i); c <= text.charAt(i + 2); c++) all.append(c);
                i += 2;
            } else {
                all.append(text.charAt(i));
            }
        }
        return all.toString();
    }

    private static int tee(Program.Invocation call, Io io) throws IOException {
        var options = Options.of(call.arguments(), "a");
        var content = io.in().readAllBytes();
        io.out().write(content);
        var code = 0;
        for (var name : options.rest()) {
            try {
                var path = call.path(name);
                var whole = new ByteArrayOutputStream();
                if (options.has('a') && call.host().files().find(path).isPresent())
                    whole.write(call.host().files().read(path));
                whole.write(content);
                call.host().files().write(path, whole.toByteArray(), 0_644);
            } catch (FileProblemException e) {
                code = io.fail("tee: " + name + ": " + e.problem());
            }
        }
        return code;
    }

    private static int xargs(Program.Invocation call, Io io) throws IOException, InterruptedException {
        var words = new ArrayList<>(call.arguments());
        if (words.isEmpty()) words.add("echo");
        var text = new String(io.in().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (!text.isEmpty()) words.addAll(List.of(text.split("\\s+", -1)));
        return call.shell().execute(words, io);
    }

    private static int seq(Program.Invocation call, Io io) throws IOException {
        try {
            var numbers = call.arguments().stream().map(Long::parseLong).toList();
            var first = numbers.size() > 1 ? numbers.getFirst() : 1;
            var step = numbers.size() > 2 ? numbers.get(1) : 1;
            if (numbers.isEmpty() || step == 0) return io.fail("seq: missing operand");
            for (var i = first; step > 0 ? i <= numbers.getLast() : i >= numbers.getLast(); i += step)
                io.line(String.valueOf(i));
            return 0;
        } catch (NumberFormatException _) {
            return io.fail("seq: invalid number");
        }
    }
}
