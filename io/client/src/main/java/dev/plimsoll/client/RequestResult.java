package dev.plimsoll.client;

import java.util.Optional;
import java.util.function.Function;

/** What became of a request. */
public sealed interface RequestResult<T> {
    /** Done; the object as it is now, or what was asked for. */
    record Done<T>(T value) implements RequestResult<T> {}

    /** Status 404: the object, its namespace or the whole resource is not there. */
    record NotFound<T>(ApiStatus status) implements RequestResult<T> {}

    /** Status 409: somebody else wrote first, or the name is taken. */
    record Conflict<T>(ApiStatus status) implements RequestResult<T> {}

    /** Any other refusal. */
    record Refused<T>(ApiStatus status) implements RequestResult<T> {}

    /** No answer; a write may have happened or not. */
    record Unreachable<T>(String why) implements RequestResult<T> {}

    /** The value, if it was done. */
    default Optional<T> done() {
        return this instanceof Done<T>(var value) ? Optional.of(value) : Optional.empty();
    }

    /**
     * Of a deletion: whether the object is gone or on its way. A conflict does not say so: a server answers with one when another object
     * has the name by now, and as well when the request lost against other writers too often.
     */
    default boolean isDeleted() {
        return this instanceof Done<T> || this instanceof NotFound<T>;
    }

    /** Why it was not done, for people to read; empty if it was. */
    default String problem() {
        return switch (this) {
            case Done<T> _ -> "";
            case NotFound<T>(var status) -> status.message();
            case Conflict<T>(var status) -> status.message();
            case Refused<T>(var status) -> status.message();
            case Unreachable<T>(var why) -> why;
        };
    }

    /** The same with another value. */
    default <R> RequestResult<R> map(Function<? super T, ? extends R> change) {
        return switch (this) {
            case Done<T>(var value) -> new Done<>(change.apply(value));
            case NotFound<T>(var status) -> new NotFound<>(status);
            case Conflict<T>(var status) -> new Conflict<>(status);
            case Refused<T>(var status) -> new Refused<>(status);
            case Unreachable<T>(var why) -> new Unreachable<>(why);
        };
    }
}
