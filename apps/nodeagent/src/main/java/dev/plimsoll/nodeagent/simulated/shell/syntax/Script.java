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

        /** Of several branches the first that matches. */
        record Case(Word subject, List<Branch> branches) implements Command {
            public Case {
                branches = List.copyOf(branches);
            }

            /** What runs where one of the patterns matches. */
            public record Branch(List<Word> patterns, Script body) {
                public Branch {
                    patterns = List.copyOf(patterns);
                }
            }
        }

        /** Gives a command a name. */
        record Function(String name, Command body) implements Command {}

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
            /** From a text that stands in the script. */
            HERE,
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
         * A variable, or what is made of it.
         *
         * @param operand that it is used with
         */
        record Variable(String name, Use use, Word operand, boolean isQuoted) implements Part {
            /** Nothing but its value. */
            public static Variable plain(String name, boolean isQuoted) {
                return new Variable(name, Use.VALUE, new Word(List.of()), isQuoted);
            }

            /** How it is used. */
            public enum Use {
                VALUE(""),
                LENGTH("#"),
                OR_IF_EMPTY(":-"),
                OR_IF_UNSET("-"),
                SET_IF_EMPTY(":="),
                SET_IF_UNSET("="),
                FAIL_IF_EMPTY(":?"),
                FAIL_IF_UNSET("?"),
                IF_NOT_EMPTY(":+"),
                IF_SET("+"),
                WITHOUT_END("%"),
                WITHOUT_LONGEST_END("%%"),
                WITHOUT_BEGINNING("#"),
                WITHOUT_LONGEST_BEGINNING("##");

                private final String sign;

                Use(String sign) {
                    this.sign = sign;
                }

                static Use of(String sign) {
                    for (var each : values()) if (each != LENGTH && each.sign.equals(sign)) return each;
                    throw new IllegalArgumentException("a sign of ours: " + sign);
                }
            }
        }

        /** The value of an expression of whole numbers. */
        public record Arithmetic(Word expression, boolean isQuoted) implements Part {}

        /** What a script prints. */
        record Output(Script script, boolean isQuoted) implements Part {}
    }
}
