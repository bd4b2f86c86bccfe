package dev.plimsoll.nodeagent.simulated.shell;

import dev.plimsoll.nodeagent.simulated.files.FileTree;
import dev.plimsoll.nodeagent.simulated.files.Glob;
import dev.plimsoll.nodeagent.simulated.files.PipeBuffer;
import dev.plimsoll.nodeagent.simulated.shell.syntax.Script;
import dev.plimsoll.nodeagent.simulated.shell.syntax.ShellParser;
import dev.plimsoll.nodeagent.simulated.shell.syntax.SyntaxException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs scripts and commands. One shell is one thread's. */
final class Shell {
    static final int NOT_FOUND = 127;
    private static final int NOT_EXECUTABLE = 126;
    static final int SYNTAX = 2;
    /** Of a loop that does not wait for anything; then it waits a little, so that it does not keep the machine busy. */
    private static final int MOST_ROUNDS = 10_000;

    private static final Duration PAUSE = Duration.ofSeconds(1);
    static final Duration FOR_EVER = Duration.ofDays(10_000);

    private final ShellHost host;
    private final Map<String, String> variables = new LinkedHashMap<>();
    private final FunctionCalls calls;
    private final WordExpansion words;
    private final Redirections redirections;
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
        this.calls = new FunctionCalls(this, positional);
        this.words = new WordExpansion(this);
        this.redirections = new Redirections(this, words);
        variables.putAll(host.environment());
    }

    /** As it was called, which is how its messages begin. */
    String name() {
        var positional = calls.positional();
        var called = positional.isEmpty() ? "" : positional.getFirst();
        return called.matches("(.*/)?(sh|ash|bash|dash)") ? called : "sh";
    }

    /** Functions, and what they and the script were called with. */
    FunctionCalls calls() {
        return calls;
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
        var copy = new Shell(host.withTime(time), calls.positional());
        copy.calls.know(calls);
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

    /** What a script writes; it runs in a shell of its own. */
    String output(Script script, Io io) throws IOException, InterruptedException {
        var out = new PipeBuffer();
        last = copy().run(script, io.withOut(out));
        return new String(out.toByteArray(), StandardCharsets.UTF_8);
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
            if (isLeft()) return last;
        }
        return last;
    }

    private int chain(Script.Chain chain, Io io) throws IOException, InterruptedException {
        var links = chain.rest();
        // What decides whether the next one runs is a condition.
        last = links.isEmpty() ? pipeline(chain.first(), io) : condition(() -> pipeline(chain.first(), io));
        var isDecided = links.isEmpty() && !chain.first().isNegated();
        for (var i = 0; i < links.size() && !isLeft(); i++) {
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
                var piped = new PipeBuffer();
                var stage = io.withIn(input).withOut(isLast ? io.out() : piped);
                var shell = copy();
                try {
                    code = shell.command(commands.get(i), stage);
                } catch (PipeBuffer.FullException _) {
                    code = 141; // as if the next one had gone
                }
                input = new ByteArrayInputStream(piped.toByteArray());
            }
        }
        return pipeline.isNegated() ? (code == 0 ? 1 : 0) : code;
    }

    private int command(Script.Command command, Io io) throws IOException, InterruptedException {
        return switch (command) {
            case Script.Command.Simple simple -> simple(simple, io);
            case Script.Command.If(var condition, var then, var otherwise) -> {
                var isTrue = condition(() -> run(condition, io)) == 0;
                if (isLeft()) yield last;
                var chosen = isTrue ? then : otherwise;
                yield chosen.chains().isEmpty() ? 0 : run(chosen, io);
            }
            case Script.Command.While(var condition, var body, var isUntil) -> loop(condition, body, isUntil, io);
            case Script.Command.For(var variable, var list, var body) -> {
                var code = 0;
                for (var value : words.expanded(list, io)) {
                    variables.put(variable, value);
                    code = run(body, io);
                    if (exited || calls.isReturning() || isLoopLeft()) break;
                }
                yield code;
            }
            case Script.Command.Case(var subject, var branches) -> {
                var value = words.text(subject, io);
                for (var branch : branches) {
                    if (!matches(value, branch.patterns(), io)) continue;
                    yield branch.body().chains().isEmpty() ? 0 : run(branch.body(), io);
                }
                yield 0;
            }
            case Script.Command.Function(var name, var body) -> {
                calls.define(name, body);
                yield 0;
            }
            case Script.Command.Group(var body, var isSubshell, var files) ->
                redirections.run(files, io, inner -> (isSubshell ? copy() : this).run(body, inner));
        };
    }

    private boolean matches(String value, List<Script.Word> patterns, Io io) throws IOException, InterruptedException {
        for (var pattern : patterns)
            if (Glob.pattern(words.pattern(pattern, io)).matcher(value).matches()) return true;
        return false;
    }

    private int loop(Script condition, Script body, boolean isUntil, Io io) throws IOException, InterruptedException {
        var code = 0;
        var since = host.time().now();
        for (var round = 1; !exited; round++) {
            if ((condition(() -> run(condition, io)) == 0) == isUntil || exited || calls.isReturning() || isLoopLeft())
                break;
            code = run(body, io);
            if (calls.isReturning() || isLoopLeft()) break;
            if (round < MOST_ROUNDS) continue;
            if (since.equals(host.time().now())) host.time().sleep(PAUSE);
            since = host.time().now();
            round = 0;
        }
        return exited ? last : code;
    }

    /** Whether what runs is not to go on with its next command. */
    private boolean isLeft() {
        return exited || leaving > 0 || calls.isReturning();
    }

    /** Whether the loop that asks ends; one of those that are left has been. */
    private boolean isLoopLeft() {
        if (leaving == 0) return false;
        leaving--;
        return leaving > 0 || !isContinued;
    }

    private int simple(Script.Command.Simple simple, Io io) throws IOException, InterruptedException {
        var command = words.expanded(simple.words(), io);
        var assigned = new LinkedHashMap<String, String>();
        for (var assignment : simple.assignments()) assigned.put(assignment.name(), words.text(assignment.value(), io));
        if (command.isEmpty()) {
            if (words.hasFailed()) return failed();
            variables.putAll(assigned);
            return redirections.run(simple.redirections(), io, _ -> 0);
        }
        if (words.hasFailed()) return failed();
        var before = new LinkedHashMap<>(variables);
        variables.putAll(assigned);
        try {
            return redirections.run(simple.redirections(), io, inner -> execute(command, inner));
        } finally {
            if (!assigned.isEmpty()) {
                variables.clear();
                variables.putAll(before);
            }
        }
    }

    /** A variable that must have a value has none, which ends the script. */
    private int failed() {
        exited = true;
        return SYNTAX;
    }

    /** One command by its words; a path leads to the command of its last part, if it is where commands are. */
    int execute(List<String> words, Io io) throws IOException, InterruptedException {
        var name = words.getFirst();
        var function = calls.find(name);
        if (function.isPresent()) return calls.call(words, io, inner -> command(function.get(), inner));
        var program = Programs.named(name);
        if (program.isEmpty()) return unknown(name, io);
        return program.get().run(new Program.Invocation(this, words), io);
    }

    /** One that nobody knows. */
    int unknown(String name, Io io) throws IOException, InterruptedException {
        return switch (host.unknown()) {
            case NOT_FOUND -> {
                if (name.contains("/") && host.files().find(path(name)).isPresent()) {
                    io.fail(name() + ": " + name + ": a simulated container has the file, and cannot run it");
                    yield NOT_EXECUTABLE;
                }
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
}
