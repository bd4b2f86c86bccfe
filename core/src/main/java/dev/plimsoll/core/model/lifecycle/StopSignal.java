package dev.plimsoll.core.model.lifecycle;

import java.util.List;
import java.util.Set;

/** What follows from a signal of Linux by which a container is told to end. */
public final class StopSignal {
    public static final String DEFAULT = "SIGTERM";

    /** By their numbers on x86 and ARM, from 1 on. */
    private static final List<String> NUMBERED = List.of(
            "SIGHUP",
            "SIGINT",
            "SIGQUIT",
            "SIGILL",
            "SIGTRAP",
            "SIGABRT",
            "SIGBUS",
            "SIGFPE",
            "SIGKILL",
            "SIGUSR1",
            "SIGSEGV",
            "SIGUSR2",
            "SIGPIPE",
            "SIGALRM",
            "SIGTERM",
            "SIGSTKFLT",
            "SIGCHLD",
            "SIGCONT",
            "SIGSTOP",
            "SIGTSTP",
            "SIGTTIN",
            "SIGTTOU",
            "SIGURG",
            "SIGXCPU",
            "SIGXFSZ",
            "SIGVTALRM",
            "SIGPROF",
            "SIGWINCH",
            "SIGIO",
            "SIGPWR",
            "SIGSYS");

    /** Programs live on that have said nothing about them. */
    private static final Set<String> HARMLESS =
            Set.of("SIGCHLD", "SIGCLD", "SIGCONT", "SIGURG", "SIGWINCH", "SIGSTOP", "SIGTSTP", "SIGTTIN", "SIGTTOU");

    private static final int FIRST_OF_REAL_TIME = 34;
    private static final int LAST = 64;

    private StopSignal() {}

    /** Whether a program ends that has said nothing about the signal. */
    public static boolean endsPrograms(String name) {
        return !HARMLESS.contains(name);
    }

    /** The code with which a program ends that the signal has ended. */
    public static int exitCode(String name) {
        return 128 + number(name);
    }

    private static int number(String name) {
        if (name.startsWith("SIGRTMIN")) return FIRST_OF_REAL_TIME + offset(name.substring("SIGRTMIN".length()));
        if (name.startsWith("SIGRTMAX")) return LAST + offset(name.substring("SIGRTMAX".length()));
        var usual = switch (name) {
            case "SIGIOT" -> "SIGABRT";
            case "SIGPOLL" -> "SIGIO";
            case "SIGCLD" -> "SIGCHLD";
            default -> NUMBERED.contains(name) ? name : DEFAULT;
        };
        return NUMBERED.indexOf(usual) + 1;
    }

    /** {@code +3} or {@code -14}; nothing is 0. */
    private static int offset(String text) {
        return text.isEmpty() ? 0 : Integer.parseInt(text);
    }
}
