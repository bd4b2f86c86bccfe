package dev.plimsoll.nodeagent.simulated.shell;

import dev.plimsoll.nodeagent.simulated.files.FileEntry;
import dev.plimsoll.nodeagent.simulated.files.FileProblemException;
import dev.plimsoll.nodeagent.simulated.shell.options.Options;
import dev.plimsoll.nodeagent.simulated.shell.syntax.ShellParser;
import dev.plimsoll.nodeagent.simulated.shell.syntax.SyntaxException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Commands that are the shell's own affair. */
final class ShellPrograms {
    private ShellPrograms() {}

    static Map<String, Program> all() {
        var all = new TreeMap<String, Program>();
        all.put("true", (_, _) -> 0);
        all.put(":", (_, _) -> 0);
        all.put("trap", (call, _) -> trap(call));
        all.put("set", (call, _) -> set(call));
        all.put("break", (call, _) -> leave(call, false));
        all.put("continue", (call, _) -> leave(call, true));
        all.put("wait", (_, _) -> 0);
        all.put("false", (_, _) -> 1);
        all.put("cd", ShellPrograms::cd);
        all.put("pwd", (call, io) -> {
            io.line(call.shell().directory());
            return 0;
        });
        all.put("return", ShellPrograms::leaveFunction);
        all.put("local", (call, _) -> local(call));
        all.put("shift", (call, _) -> shift(call));
        all.put("eval", (call, io) -> call.shell().script(String.join(" ", call.arguments()), io));
        all.put(".", ShellPrograms::source);
        all.put("source", ShellPrograms::source);
        all.put("exit", ShellPrograms::exit);
        all.put("exec", ShellPrograms::exec);
        all.put("command", ShellPrograms::command);
        all.put("which", ShellPrograms::which);
        all.put("export", (call, _) -> export(call));
        all.put("unset", (call, _) -> {
            call.arguments().forEach(call.shell().variables()::remove);
            return 0;
        });
        all.put("read", ShellPrograms::read);
        all.put("echo", ShellPrograms::echo);
        all.put("printf", (call, io) -> Printf.run(call.arguments(), io));
        for (var name : List.of("sh", "ash", "bash", "dash")) all.put(name, ShellPrograms::sh);
        return all;
    }

    /** {@code trap SCRIPT SIGNAL...}; a dash or nothing but signals brings back what happens without. */
    private static int trap(Program.Invocation call) {
        var words = call.arguments();
        if (words.isEmpty()) return 0;
        var isReset = words.getFirst().equals("-") || words.size() == 1;
        for (var word : words.size() == 1 ? words : words.subList(1, words.size())) {
            var signal = signal(word);
            if (isReset) call.host().signals().reset(signal);
            else call.host().signals().trap(signal, call.shell(), words.getFirst());
        }
        return 0;
    }

    private static String signal(String word) {
        var name = word.toUpperCase(Locale.ROOT);
        return switch (name) {
            case "0" -> Signals.EXIT;
            case "1" -> "HUP";
            case "2" -> "INT";
            case "15" -> "TERM";
            default -> name.startsWith("SIG") ? name.substring(3) : name;
        };
    }

    /** Of all that can be set only {@code -e}, {@code +e} and what follows {@code --} matter here. */
    private static int set(Program.Invocation call) {
        for (var word : call.arguments()) {
            if ((!word.startsWith("-") && !word.startsWith("+") && !word.equals("pipefail")) || word.equals("--")) {
                var rest = call.arguments().indexOf(word) + (word.equals("--") ? 1 : 0);
                call.shell()
                        .calls()
                        .positional(
                                call.arguments().subList(rest, call.arguments().size()));
                return 0;
            }
            if (word.matches("[-+][a-z]*e[a-z]*")) call.shell().endAtFailure(word.startsWith("-"));
        }
        return 0;
    }

    private static int leaveFunction(Program.Invocation call, Io io) throws IOException {
        var code = call.arguments().isEmpty()
                ? String.valueOf(call.shell().last())
                : call.arguments().getFirst();
        if (!call.shell().calls().leave()) call.shell().exit();
        return code.matches("[0-9]{1,3}")
                ? Integer.parseInt(code) & 0xff
                : io.fail("sh: return: Illegal number: " + code);
    }

    private static int local(Program.Invocation call) {
        for (var word : call.arguments()) {
            var equals = word.indexOf('=');
            var name = equals < 0 ? word : word.substring(0, equals);
            call.shell().calls().hide(name);
            call.shell().variables().put(name, equals < 0 ? "" : word.substring(equals + 1));
        }
        return 0;
    }

    private static int shift(Program.Invocation call) {
        var positional = call.shell().calls().positional();
        var word = call.arguments().isEmpty() ? "1" : call.arguments().getFirst();
        var count = word.matches("[0-9]{1,4}") ? Integer.parseInt(word) : 1;
        if (count > positional.size() - 1) return 1;
        call.shell().calls().positional(positional.subList(1 + count, positional.size()));
        return 0;
    }

    /** Runs a file as if it stood in the script. */
    private static int source(Program.Invocation call, Io io) throws IOException, InterruptedException {
        if (call.arguments().isEmpty()) return io.fail("sh: .: filename argument required");
        var path = call.path(call.arguments().getFirst());
        if (call.host().files().mayHave(path)) return 0; // what it would say is not known
        try {
            var file = call.host().files().read(path);
            return call.shell().script(new String(file, StandardCharsets.UTF_8), io);
        } catch (FileProblemException e) {
            io.fail("sh: .: can't open '" + call.arguments().getFirst() + "': " + e.problem());
            return Shell.SYNTAX;
        }
    }

    private static int leave(Program.Invocation call, boolean goesOn) {
        var count = call.arguments().isEmpty() ? "1" : call.arguments().getFirst();
        call.shell().leaveLoops(count.matches("[1-9][0-9]{0,3}") ? Integer.parseInt(count) : 1, goesOn);
        return 0;
    }

    private static int cd(Program.Invocation call, Io io) throws IOException {
        var to = call.arguments().isEmpty()
                ? call.shell().variables().getOrDefault("HOME", "/")
                : call.arguments().getFirst();
        var path = call.path(to);
        var files = call.host().files();
        if (!(files.find(path).orElse(null) instanceof FileEntry.Directory) && !files.mayHave(path)) {
            io.fail("sh: cd: can't cd to " + to + ": No such file or directory");
            return 2;
        }
        call.shell().changeDirectory(path);
        return 0;
    }

    private static int exit(Program.Invocation call, Io io) throws IOException {
        call.shell().exit();
        if (call.arguments().isEmpty()) return call.shell().last();
        try {
            return Integer.parseInt(call.arguments().getFirst()) & 0xff;
        } catch (NumberFormatException _) {
            io.fail("sh: exit: Illegal number: " + call.arguments().getFirst());
            return Shell.SYNTAX;
        }
    }

    private static int exec(Program.Invocation call, Io io) throws IOException, InterruptedException {
        if (call.arguments().isEmpty()) return 0;
        var code = call.shell().execute(call.arguments(), io);
        call.shell().exit();
        return code;
    }

    private static int command(Program.Invocation call, Io io) throws IOException, InterruptedException {
        var words = call.arguments();
        if (!words.isEmpty() && words.getFirst().equals("-v")) return located(words.subList(1, words.size()), io);
        return words.isEmpty() ? 0 : call.shell().execute(words, io);
    }

    private static int which(Program.Invocation call, Io io) throws IOException {
        return located(call.arguments(), io);
    }

    private static int located(List<String> names, Io io) throws IOException {
        var code = 0;
        for (var name : names) {
            if (Programs.find(name).isPresent()) io.line("/bin/" + name);
            else code = 1;
        }
        return code;
    }

    private static int export(Program.Invocation call) {
        for (var word : call.arguments()) {
            var equals = word.indexOf('=');
            if (equals > 0) call.shell().variables().put(word.substring(0, equals), word.substring(equals + 1));
        }
        return 0;
    }

    /** One line of the input, its words to the variables, the rest to the last. */
    private static int read(Program.Invocation call, Io io) throws IOException {
        var line = new java.io.ByteArrayOutputStream();
        var next = io.in().read();
        if (next < 0) return 1;
        for (; next >= 0 && next != '\n'; next = io.in().read()) line.write(next);
        var names = Options.of(call.arguments(), "r").rest();
        var text = line.toString(StandardCharsets.UTF_8).strip();
        var words = text.split("\\s+", Math.max(1, names.size()));
        for (var i = 0; i < names.size(); i++)
            call.shell().variables().put(names.get(i), i < words.length ? words[i] : "");
        return 0;
    }

    private static int echo(Program.Invocation call, Io io) throws IOException {
        var words = new ArrayList<>(call.arguments());
        var isLine = true;
        var isEscaped = false;
        while (!words.isEmpty() && words.getFirst().matches("-[neE]+")) {
            var options = words.removeFirst();
            if (options.contains("n")) isLine = false;
            if (options.contains("e")) isEscaped = true;
        }
        var text = String.join(" ", words);
        io.print((isEscaped ? Printf.unescaped(text) : text) + (isLine ? "\n" : ""));
        return 0;
    }

    /** {@code sh -c TEXT [NAME ARGUMENTS]}, {@code sh FILE}, or what comes in. */
    private static int sh(Program.Invocation call, Io io) throws IOException, InterruptedException {
        var words = new ArrayList<>(call.arguments());
        var endsAtFailure = false;
        while (!words.isEmpty()
                && words.getFirst().startsWith("-")
                && words.getFirst().length() > 1) {
            var option = words.removeFirst();
            endsAtFailure |= option.matches("-[a-z]*e[a-z]*");
            if (!option.contains("c") || option.startsWith("--")) continue;
            if (words.isEmpty()) {
                io.fail("sh: -c requires an argument");
                return Shell.SYNTAX;
            }
            var text = words.removeFirst();
            var positional = words.isEmpty() ? List.of(call.name()) : List.copyOf(words);
            var shell = nested(call, positional);
            shell.endAtFailure(endsAtFailure);
            return shell.program(text, io);
        }
        if (words.isEmpty()) return lines(nested(call, List.of(call.name())), io);
        var path = call.path(words.getFirst());
        if (call.host().files().mayHave(path)) return call.shell().unknown(words.getFirst(), io);
        try {
            var file = call.host().files().read(path);
            return nested(call, words).program(new String(file, StandardCharsets.UTF_8), io);
        } catch (FileProblemException e) {
            io.fail("sh: can't open '" + words.getFirst() + "': " + e.problem());
            return Shell.SYNTAX;
        }
    }

    private static Shell nested(Program.Invocation call, List<String> positional) {
        var shell = new Shell(call.host(), positional);
        shell.variables().clear();
        shell.variables().putAll(call.shell().variables());
        shell.changeDirectory(call.shell().directory());
        return shell;
    }

    /** Line by line, as it comes: somebody may be typing. A line that is not whole yet waits for the next. */
    private static int lines(Shell shell, Io io) throws IOException, InterruptedException {
        var whole = new StringBuilder();
        var line = new java.io.ByteArrayOutputStream();
        var code = 0;
        for (var next = io.in().read();
                next >= 0 && !shell.hasExited();
                next = io.in().read()) {
            if (next != '\n') {
                line.write(next);
                continue;
            }
            whole.append(line.toString(StandardCharsets.UTF_8)).append('\n');
            line.reset();
            if (isUnfinished(whole.toString())) continue;
            code = shell.script(whole.toString(), io);
            whole.setLength(0);
            if (shell.hasExited()) return code;
        }
        whole.append(line.toString(StandardCharsets.UTF_8));
        return whole.toString().isBlank() ? code : shell.script(whole.toString(), io);
    }

    private static boolean isUnfinished(String text) {
        try {
            ShellParser.parse(text);
            return false;
        } catch (SyntaxException e) {
            var why = String.valueOf(e.getMessage());
            return why.endsWith("end of file") || why.endsWith("unterminated quoted string");
        }
    }
}
