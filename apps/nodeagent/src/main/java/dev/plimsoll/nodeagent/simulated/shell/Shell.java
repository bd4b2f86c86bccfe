package dev.plimsoll.nodeagent.simulated.shell;

import dev.plimsoll.nodeagent.simulated.files.FileEntry;
import dev.plimsoll.nodeagent.simulated.files.FileProblemException;
import dev.plimsoll.nodeagent.simulated.files.FileTree;
import dev.plimsoll.nodeagent.simulated.shell.syntax.Arithmetic;
import dev.plimsoll.nodeagent.simulated.shell.syntax.Script;
import dev.plimsoll.nodeagent.simulated.shell.syntax.ShellParser;
import dev.plimsoll.nodeagent.simulated.shell.syntax.SyntaxException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs scripts and commands. One shell is one thread's. */
final class Shell {
    static final int NOT_FOUND = 127;
    static final int SYNTAX = 2;
    /** What one command hands to the next is kept until it has ended. */
    private static final int MOST_PIPED = 4 << 20;

    /** Of a loop that does not wait for anything; then it waits a little, so that it does not keep the machine busy. */
    private static final int MOST_ROUNDS = 10_000;

    private static final Duration PAUSE = Duration.ofSeconds(1);
    static final Duration FOR_EVER = Duration.ofDays(10_000);

    private final ShellHost host;
    private final Map<String, String> variables = new LinkedHashMap<>();
    private final List<String> positional;
    private String directory = "/";
    private int last;
    /** Set by {@code exit}. */
    private boolean exited;
    /** How many loops are being left. */
    private int leaving;
    /** Whether the loop that is left last goes on with its next round. */
    private boolean isContinued;

    private boolean endsAtFailure;
    /** How many conditions are around what runs. */
    private int conditions;

    Shell(ShellHost host, List<String> positional) {
        this.host = host;
        this.positional = List.copyOf(positional);
        variables.putAll(host.environment());
    }

    /** As it was called, which is how its messages begin. */
    String name() {
        var called = positional.isEmpty() ? "" : positional.getFirst();
        return called.matches("(.*/)?(sh|ash|bash|dash)") ? called : "sh";
    }

    ShellHost host() {
        return host;
    }

    Map<String, String> variables() {
        return variables;
    }

    String directory() {
        return directory;
    }

    void changeDirectory(String changed) {
        directory = changed;
    }

    String path(String text) {
        return FileTree.absolute(directory, text);
    }

    int last() {
        return last;
    }

    void exit() {
        exited = true;
    }

    /** {@code set -e}. */
    void endAtFailure(boolean isOn) {
        endsAtFailure = isOn;
    }

    /** {@code break} and {@code continue}. */
    void leaveLoops(int count, boolean goesOn) {
        leaving = count;
        isContinued = goesOn;
    }

    boolean hasExited() {
        return exited;
    }

    /** A shell as this one is, whose changes nobody sees. */
    private Shell copy() {
        return within(host.time());
    }

    /** The same on another clock. */
    Shell within(ShellHost.Time time) {
        var copy = new Shell(host.withTime(time), positional);
        copy.variables.clear();
        copy.variables.putAll(variables);
        copy.directory = directory;
        copy.last = last;
        copy.endsAtFailure = endsAtFailure;
        copy.conditions = conditions;
        return copy;
    }

    /** A script; one that cannot be read is told of. */
    int script(String text, Io io) throws IOException, InterruptedException {
        try {
            return run(ShellParser.parse(text), io);
        } catch (SyntaxException e) {
            last = SYNTAX;
            io.fail(name() + ": " + e.getMessage());
            return SYNTAX;
        }
    }

    /** A script as the whole of a program: with what it wants done at its end. */
    int program(String text, Io io) throws IOException, InterruptedException {
        var code = script(text, io);
        var atEnd = host.signals().takeExit(this);
        if (atEnd.isEmpty()) return code;
        exited = false;
        last = code;
        var other = script(atEnd.get(), io);
        return exited ? other : code;
    }

    private int run(Script script, Io io) throws IOException, InterruptedException {
        for (var chain : script.chains()) {
            try {
                last = chain(chain, io);
            } catch (InterruptedException e) {
                var handler = host.signals().take(this);
                if (handler.isEmpty()) throw e;
                last = 0;
                script(handler.get(), io);
            }
            if (exited || leaving > 0) return last;
        }
        return last;
    }

    private int chain(Script.Chain chain, Io io) throws IOException, InterruptedException {
        var links = chain.rest();
        // What decides whether the next one runs is a condition.
        last = links.isEmpty() ? pipeline(chain.first(), io) : condition(() -> pipeline(chain.first(), io));
        var isDecided = links.isEmpty() && !chain.first().isNegated();
        for (var i = 0; i < links.size() && !exited && leaving == 0; i++) {
            var link = links.get(i);
            isDecided = false;
            if (link.isAnd() != (last == 0)) continue;
            var isLast = i == links.size() - 1;
            last = isLast ? pipeline(link.pipeline(), io) : condition(() -> pipeline(link.pipeline(), io));
            isDecided = isLast && !link.pipeline().isNegated();
        }
        if (isDecided && last != 0 && endsAtFailure && conditions == 0) exited = true;
        return last;
    }

    private interface Step {
        int run() throws IOException, InterruptedException;
    }

    private int condition(Step step) throws IOException, InterruptedException {
        conditions++;
        try {
            return step.run();
        } finally {
            conditions--;
        }
    }

    private int pipeline(Script.Pipeline pipeline, Io io) throws IOException, InterruptedException {
        if (Thread.interrupted()) throw new InterruptedException();
        var commands = pipeline.commands();
        var code = 0;
        if (commands.size() == 1) {
            code = command(commands.getFirst(), io);
        } else {
            var input = io.in();
            for (var i = 0; i < commands.size(); i++) {
                var isLast = i == commands.size() - 1;
                var piped = new Bounded();
                var stage = io.withIn(input).withOut(isLast ? io.out() : piped);
                var shell = copy();
                try {
                    code = shell.command(commands.get(i), stage);
                } catch (Bounded.FullException _) {
                    code = 141; // as if the next one had gone
                }
                input = new ByteArrayInputStream(piped.toByteArray());
            }
        }
        return pipeline.isNegated() ? (code == 0 ? 1 : 0) : code;
    }

    /** What waits between two commands. */
    private static final class Bounded extends OutputStream {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        static final class FullException extends IOException {
            private static final long serialVersionUID = 1;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
            if (bytes.size() + length > MOST_PIPED) throw new FullException();
            bytes.write(from, offset, length);
        }

        byte[] toByteArray() {
            return bytes.toByteArray();
        }
    }

    private int command(Script.Command command, Io io) throws IOException, InterruptedException {
        return switch (command) {
            case Script.Command.Simple simple -> simple(simple, io);
            case Script.Command.If(var condition, var then, var otherwise) -> {
                var isTrue = condition(() -> run(condition, io)) == 0;
                if (exited || leaving > 0) yield last;
                var chosen = isTrue ? then : otherwise;
                yield chosen.chains().isEmpty() ? 0 : run(chosen, io);
            }
            case Script.Command.While(var condition, var body, var isUntil) -> loop(condition, body, isUntil, io);
            case Script.Command.For(var variable, var words, var body) -> {
                var code = 0;
                for (var value : expanded(words, io)) {
                    variables.put(variable, value);
                    code = run(body, io);
                    if (exited || isLoopLeft()) break;
                }
                yield code;
            }
            case Script.Command.Group(var body, var isSubshell, var redirections) ->
                redirected(redirections, io, inner -> (isSubshell ? copy() : this).run(body, inner));
        };
    }

    private int loop(Script condition, Script body, boolean isUntil, Io io) throws IOException, InterruptedException {
        var code = 0;
        var since = host.time().now();
        for (var round = 1; !exited; round++) {
            if ((condition(() -> run(condition, io)) == 0) == isUntil || exited || isLoopLeft()) break;
            code = run(body, io);
            if (isLoopLeft()) break;
            if (round < MOST_ROUNDS) continue;
            if (since.equals(host.time().now())) host.time().sleep(PAUSE);
            since = host.time().now();
            round = 0;
        }
        return exited ? last : code;
    }

    /** Whether the loop that asks ends; one of those that are left has been. */
    private boolean isLoopLeft() {
        if (leaving == 0) return false;
        leaving--;
        return leaving > 0 || !isContinued;
    }

    private int simple(Script.Command.Simple simple, Io io) throws IOException, InterruptedException {
        var words = expanded(simple.words(), io);
        var assigned = new LinkedHashMap<String, String>();
        for (var assignment : simple.assignments()) assigned.put(assignment.name(), text(assignment.value(), io));
        if (words.isEmpty()) {
            variables.putAll(assigned);
            return redirected(simple.redirections(), io, _ -> 0);
        }
        var before = new LinkedHashMap<>(variables);
        variables.putAll(assigned);
        try {
            return redirected(simple.redirections(), io, inner -> execute(words, inner));
        } finally {
            if (!assigned.isEmpty()) {
                variables.clear();
                variables.putAll(before);
            }
        }
    }

    /** One command by its words; a path leads to the command of its last part, if it is where commands are. */
    int execute(List<String> words, Io io) throws IOException, InterruptedException {
        var name = words.getFirst();
        var program = Programs.named(name);
        if (program.isEmpty()) return unknown(name, io);
        return program.get().run(new Program.Invocation(this, words), io);
    }

    private int unknown(String name, Io io) throws IOException, InterruptedException {
        return switch (host.unknown()) {
            case NOT_FOUND -> {
                io.fail(name() + ": " + name + ": not found");
                yield NOT_FOUND;
            }
            case RUNS_ON -> {
                if (conditions == 0) host.time().sleep(FOR_EVER);
                yield 0;
            }
            case SUCCEEDS -> 0;
        };
    }

    private interface Body {
        int run(Io io) throws IOException, InterruptedException;
    }

    /** With its redirections; what is written to a file is there when the command has ended. */
    private int redirected(List<Script.Redirection> redirections, Io io, Body body)
            throws IOException, InterruptedException {
        var inner = io;
        var files = new LinkedHashMap<String, Bounded>();
        for (var each : redirections) {
            var target = text(each.target(), io);
            switch (each.kind()) {
                case COPY ->
                    inner = each.stream() == 2
                            ? inner.withErr(target.equals("1") ? inner.out() : inner.err())
                            : inner.withOut(target.equals("2") ? inner.err() : inner.out());
                case READ -> {
                    try {
                        inner = inner.withIn(
                                new ByteArrayInputStream(host.files().read(path(target))));
                    } catch (FileProblemException e) {
                        return io.fail(name() + ": can't open " + target + ": " + e.problem());
                    }
                }
                case WRITE, APPEND -> {
                    var path = path(target);
                    try {
                        var output = opened(path, each.kind() == Script.Redirection.Kind.APPEND);
                        if (output instanceof Bounded kept) files.put(path, kept);
                        inner = each.stream() == 2 ? inner.withErr(output) : inner.withOut(output);
                    } catch (FileProblemException e) {
                        return io.fail(name() + ": can't create " + target + ": " + e.problem());
                    }
                }
            }
        }
        var code = body.run(inner);
        for (var file : files.entrySet()) {
            try {
                host.files().write(file.getKey(), file.getValue().toByteArray(), 0_644);
            } catch (FileProblemException e) {
                code = io.fail(name() + ": write error: " + e.problem());
            }
        }
        return code;
    }

    private OutputStream opened(String path, boolean isAppended) throws FileProblemException, IOException {
        var known = host.files().find(path);
        if (known.orElse(null) instanceof FileEntry.Device) return OutputStream.nullOutputStream();
        var kept = new Bounded();
        if (isAppended && known.isPresent()) kept.write(host.files().read(path));
        // So that a place that cannot be written is known before the command runs.
        host.files().write(path, kept.toByteArray(), 0_644);
        return kept;
    }

    private List<String> expanded(List<Script.Word> words, Io io) throws IOException, InterruptedException {
        var all = new ArrayList<String>();
        for (var word : words) {
            for (var field : fields(word, io)) all.addAll(field.isPattern() ? matching(field) : List.of(field.text()));
        }
        return all;
    }

    /** A word after all else was done, with the places where a star is only a star. */
    private record Field(String text, String pattern, boolean isPattern) {}

    private List<String> matching(Field field) {
        var found = Glob.matches(host.files(), directory, field.pattern());
        return found.isEmpty() ? List.of(field.text()) : found;
    }

    /** What is not quoted falls apart at blanks; what is empty and not quoted is not there. */
    private List<Field> fields(Script.Word word, Io io) throws IOException, InterruptedException {
        var fields = new ArrayList<Field>();
        var text = new StringBuilder();
        var pattern = new StringBuilder();
        var isPattern = false;
        var isThere = false;
        for (var part : word.parts()) {
            var value = value(part, io);
            if (part.isQuoted()) {
                isThere = true;
                text.append(value);
                pattern.append(Glob.quoted(value));
                continue;
            }
            var isLiteral = part instanceof Script.Part.Text;
            for (var i = 0; i < value.length(); i++) {
                var c = value.charAt(i);
                if (!isLiteral && Character.isWhitespace(c)) {
                    if (isThere) fields.add(new Field(text.toString(), pattern.toString(), isPattern));
                    text.setLength(0);
                    pattern.setLength(0);
                    isPattern = false;
                    isThere = false;
                    continue;
                }
                isThere = true;
                isPattern |= "*?[".indexOf(c) >= 0;
                text.append(c);
                pattern.append(c);
            }
        }
        if (isThere) fields.add(new Field(text.toString(), pattern.toString(), isPattern));
        return fields;
    }

    /** A word as one text, as it is after an equals sign or a redirection. */
    private String text(Script.Word word, Io io) throws IOException, InterruptedException {
        var text = new StringBuilder();
        for (var part : word.parts()) text.append(value(part, io));
        return text.toString();
    }

    private String value(Script.Part part, Io io) throws IOException, InterruptedException {
        return switch (part) {
            case Script.Part.Text(var text, var _) -> text;
            case Script.Part.Variable(var name, var otherwise, var _) -> {
                var value = variable(name);
                yield value.isEmpty() ? otherwise : value;
            }
            case Script.Part.Arithmetic(var expression, var _) ->
                String.valueOf(Arithmetic.value(text(expression, io), variables));
            case Script.Part.Output(var script, var _) -> {
                var out = new Bounded();
                var inner = copy();
                last = inner.run(script, io.withOut(out));
                yield new String(out.toByteArray(), StandardCharsets.UTF_8).replaceAll("\n+$", "");
            }
        };
    }

    private String variable(String name) {
        return switch (name) {
            case "?" -> String.valueOf(last);
            case "$" -> "7";
            case "#" -> String.valueOf(Math.max(0, positional.size() - 1));
            case "@", "*" -> String.join(" ", positional.subList(Math.min(1, positional.size()), positional.size()));
            default -> {
                if (name.length() != 1 || !Character.isDigit(name.charAt(0))) yield variables.getOrDefault(name, "");
                var index = name.charAt(0) - '0';
                yield index < positional.size() ? positional.get(index) : "";
            }
        };
    }
}
