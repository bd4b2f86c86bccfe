package dev.plimsoll.nodeagent.simulated.shell;

import java.io.IOException;
import java.util.List;

/** A command that the shell knows. */
interface Program {
    /** Runs it; its exit code. */
    int run(Invocation call, Io io) throws IOException, InterruptedException;

    /**
     * Where and with what it is run.
     *
     * @param words with the name of the command first
     */
    record Invocation(Shell shell, List<String> words) {
        public Invocation {
            words = List.copyOf(words);
        }

        String name() {
            return words.getFirst();
        }

        List<String> arguments() {
            return words.subList(1, words.size());
        }

        ShellHost host() {
            return shell.host();
        }

        String path(String text) {
            return shell.path(text);
        }
    }
}
