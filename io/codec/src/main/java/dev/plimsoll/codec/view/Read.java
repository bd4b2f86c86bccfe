package dev.plimsoll.codec.view;

import java.util.List;

/** What reading a document as a view gave: the view, or everything that has the wrong type. */
public sealed interface Read<T> {
    record Ok<T>(T value) implements Read<T> {}

    record Malformed<T>(List<Problem> problems) implements Read<T> {
        public Malformed {
            problems = List.copyOf(problems);
        }
    }

    /** One field that cannot be what it is: where it stands and what is wrong with it. */
    record Problem(String field, String reason) {
        @Override
        public String toString() {
            return field.isEmpty() ? reason : field + ": " + reason;
        }
    }

    /** The view; for documents that are known to be well formed. */
    default T orThrow() {
        return switch (this) {
            case Ok<T>(var value) -> value;
            case Malformed<T>(var problems) -> throw new IllegalArgumentException(problems.toString());
        };
    }
}
