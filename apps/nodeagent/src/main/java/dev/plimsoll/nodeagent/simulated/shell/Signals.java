package dev.plimsoll.nodeagent.simulated.shell;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The signals of one program: what it wants to do about them ({@code trap}), and the one that was sent.
 *
 * <p>A shell in the foreground waits for its command before it looks at a signal. Here the command is cut short, so that nobody waits
 * for a sleep that the program would only have thrown away.
 */
public final class Signals {
    /** Told at the end of a script. */
    static final String EXIT = "EXIT";

    private record Trap(Shell owner, String script) {}

    private final Map<String, Trap> traps = new HashMap<>();
    private String pending = "";
    private @Nullable Thread thread;

    /** The thread that runs the program. */
    synchronized void runOn(Thread running) {
        thread = running;
    }

    /** An empty script means that the signal is ignored. */
    synchronized void trap(String signal, Shell owner, String script) {
        traps.put(signal, new Trap(owner, script));
    }

    synchronized void reset(String signal) {
        traps.remove(signal);
    }

    /** Whether the program itself decides what follows from a signal, such as {@code TERM}; else the signal ends it. */
    public synchronized boolean isTrapped(String signal) {
        return traps.containsKey(signal);
    }

    /** Sends a signal that is trapped. */
    public synchronized void send(String signal) {
        var trap = traps.get(signal);
        if (trap == null || trap.script().isEmpty()) return;
        pending = signal;
        if (thread != null) thread.interrupt();
    }

    /** What this shell is to do because of a signal that was sent; only once. */
    synchronized Optional<String> take(Shell shell) {
        var trap = traps.get(pending);
        if (trap == null || trap.owner() != shell) return Optional.empty();
        pending = "";
        return Optional.of(trap.script());
    }

    /** What this shell is to do at its end; only once. */
    synchronized Optional<String> takeExit(Shell shell) {
        var trap = traps.get(EXIT);
        if (trap == null || trap.owner() != shell) return Optional.empty();
        traps.remove(EXIT);
        return Optional.of(trap.script());
    }
}
