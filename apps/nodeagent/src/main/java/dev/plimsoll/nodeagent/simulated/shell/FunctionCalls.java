package dev.plimsoll.nodeagent.simulated.shell;

import dev.plimsoll.nodeagent.simulated.shell.syntax.Script;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The functions of a shell, and what the script or the function that runs was called with. */
final class FunctionCalls {
    private static final int DEEPEST = 200;

    private final Shell shell;
    private final Map<String, Script.Command> functions = new HashMap<>();
    private List<String> positional;
    private int depth;
    private boolean isReturning;
    /** What variables were before the function that runs made them its own; what was not set is empty. */
    private Map<String, Optional<String>> hidden = new HashMap<>();

    /** @param positional the name of the script, and what it was called with */
    FunctionCalls(Shell shell, List<String> positional) {
        this.shell = shell;
        this.positional = List.copyOf(positional);
    }

    List<String> positional() {
        return positional;
    }

    /** {@code set --} and {@code shift}. */
    void positional(List<String> words) {
        var all = new ArrayList<String>();
        all.add(positional.isEmpty() ? "sh" : positional.getFirst());
        all.addAll(words);
        positional = List.copyOf(all);
    }

    /** A shell that another one has made knows its functions. */
    void know(FunctionCalls other) {
        functions.putAll(other.functions);
        depth = other.depth;
    }

    void define(String name, Script.Command body) {
        functions.put(name, body);
    }

    Optional<Script.Command> find(String name) {
        return Optional.ofNullable(functions.get(name));
    }

    boolean isReturning() {
        return isReturning;
    }

    /** Leaves the function that runs; false where none does. */
    boolean leave() {
        isReturning = depth > 0;
        return isReturning;
    }

    /** {@code local}: what the variable was comes back at the end of the function. */
    void hide(String variable) {
        hidden.putIfAbsent(variable, Optional.ofNullable(shell.variables().get(variable)));
    }

    int call(List<String> words, Io io, Redirections.Body body) throws IOException, InterruptedException {
        if (depth == DEEPEST) return io.fail("sh: " + words.getFirst() + ": called by itself too often");
        var before = positional;
        var outer = hidden;
        hidden = new HashMap<>();
        positional(words.subList(1, words.size()));
        depth++;
        try {
            return body.run(io);
        } finally {
            depth--;
            isReturning = false;
            positional = before;
            hidden.forEach((name, value) -> value.ifPresentOrElse(
                    text -> shell.variables().put(name, text),
                    () -> shell.variables().remove(name)));
            hidden = outer;
        }
    }
}
