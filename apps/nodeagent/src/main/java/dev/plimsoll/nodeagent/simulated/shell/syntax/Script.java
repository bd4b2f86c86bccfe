package dev.plimsoll.nodeagent.simulated.shell.syntax;

import java.util.List;

/** What a text of the shell means. */
public record Script(List<Chain> chains) {
    public Script {
        chains = List.copyOf(chains);
    }

    /** Pipelines of which each runs if the last ended as it should have. */
    public record Chain(Pipeline first, List<Link> rest) {
        public Chain {
            rest = List.copyOf(rest);
        }
    }

    public record Link(boolean isAnd, Pipeline pipeline) {}

    public record Pipeline(boolean isNegated, List<Command> commands) {
        public Pipeline {
            commands = List.copyOf(commands);
        }
    }

    public sealed interface Command {
        record Simple(List<Assignment> assignments, List<Word> words, List<Redirection> redirections)
                implements Command {
            public Simple {
                assignments = List.copyOf(assignments);
                words = List.copyOf(words);
                redirections = List.copyOf(redirections);
            }
        }

        record If(Script condition, Script then, Script otherwise) implements Command {}

        record While(Script condition, Script body, boolean isUntil) implements Command {}

        record For(String variable, List<Word> words, Script body) implements Command {
            public For {
                words = List.copyOf(words);
            }
        }

        /** In braces, or in parentheses: then nothing that it sets is seen outside. */
        record Group(Script body, boolean isSubshell, List<Redirection> redirections) implements Command {
            public Group {
                redirections = List.copyOf(redirections);
            }
        }
    }

    public record Assignment(String name, Word value) {}

    /**
     * Where input comes from or output goes.
     *
     * @param stream 0, 1 or 2
     */
    public record Redirection(int stream, Kind kind, Word target) {
        public enum Kind {
            READ,
            WRITE,
            APPEND,
            /** To where another stream goes. */
            COPY
        }
    }

    public record Word(List<Part> parts) {
        public Word {
            parts = List.copyOf(parts);
        }
    }

    public sealed interface Part {
        boolean isQuoted();

        record Text(String text, boolean isQuoted) implements Part {}

        /**
         * A variable.
         *
         * @param otherwise what stands for it where it is empty
         */
        record Variable(String name, String otherwise, boolean isQuoted) implements Part {}

        /** The value of an expression of whole numbers. */
        public record Arithmetic(Word expression, boolean isQuoted) implements Part {}

        /** What a script prints. */
        record Output(Script script, boolean isQuoted) implements Part {}
    }
}
