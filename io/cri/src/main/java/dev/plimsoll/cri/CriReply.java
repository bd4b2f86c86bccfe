package dev.plimsoll.cri;

import java.util.Optional;
import java.util.function.Function;

/** What a runtime answered. */
public sealed interface CriReply<T> {
    record Ok<T>(T value) implements CriReply<T> {}

    /** It did not; with {@link Code#UNAVAILABLE} and {@link Code#DEADLINE_EXCEEDED} nobody knows whether it will have. */
    record Failed<T>(Code code, String message) implements CriReply<T> {}

    /** The codes of gRPC. */
    enum Code {
        CANCELLED,
        UNKNOWN,
        INVALID_ARGUMENT,
        DEADLINE_EXCEEDED,
        NOT_FOUND,
        ALREADY_EXISTS,
        PERMISSION_DENIED,
        RESOURCE_EXHAUSTED,
        FAILED_PRECONDITION,
        ABORTED,
        OUT_OF_RANGE,
        UNIMPLEMENTED,
        INTERNAL,
        UNAVAILABLE,
        DATA_LOSS,
        UNAUTHENTICATED
    }

    default Optional<T> ok() {
        return this instanceof Ok<T>(var value) ? Optional.of(value) : Optional.empty();
    }

    /** Whether it failed with this code. */
    default boolean failedWith(Code expected) {
        return this instanceof Failed<T>(var code, var _) && code == expected;
    }

    default <R> CriReply<R> map(Function<? super T, ? extends R> change) {
        return switch (this) {
            case Ok<T>(var value) -> new Ok<>(change.apply(value));
            case Failed<T>(var code, var message) -> new Failed<>(code, message);
        };
    }

    /** Goes on with the value; a failure stays what it is. */
    default <R> CriReply<R> then(Function<? super T, CriReply<R>> next) {
        return switch (this) {
            case Ok<T>(var value) -> next.apply(value);
            case Failed<T>(var code, var message) -> new Failed<>(code, message);
        };
    }

    /** A failure in other words; a value stays what it is. */
    default CriReply<T> orElseFailed(Function<String, String> words) {
        return this instanceof Failed<T>(var code, var message) ? new Failed<>(code, words.apply(message)) : this;
    }

    /** As done where it failed with this code: what is gone need not be removed. */
    default CriReply<T> orElseOn(Code expected, T value) {
        return failedWith(expected) ? new Ok<>(value) : this;
    }
}
