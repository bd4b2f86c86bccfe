package dev.plimsoll.cri;

import dev.plimsoll.cri.CriReply.Code;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/** Makes calls, and values of their failures. */
final class CriCalls {
    private CriCalls() {}

    static <T> CriReply<T> answer(Supplier<T> call) {
        try {
            return new CriReply.Ok<>(call.get());
        } catch (StatusRuntimeException e) {
            return failed(e.getStatus());
        } catch (RejectedExecutionException _) {
            return new CriReply.Failed<>(Code.CANCELLED, "the client was closed");
        }
    }

    static <T> CriReply.Failed<T> failed(Status status) {
        var description = status.getDescription();
        var cause = status.getCause();
        var text = description == null ? "" : description;
        if (cause != null && cause.getMessage() != null)
            text = text.isEmpty() ? cause.getMessage() : text + ": " + cause.getMessage();
        return new CriReply.Failed<>(
                code(status), text.isEmpty() ? status.getCode().name() : text);
    }

    private static Code code(Status status) {
        return switch (status.getCode()) {
            case OK, UNKNOWN -> Code.UNKNOWN;
            case CANCELLED -> Code.CANCELLED;
            case INVALID_ARGUMENT -> Code.INVALID_ARGUMENT;
            case DEADLINE_EXCEEDED -> Code.DEADLINE_EXCEEDED;
            case NOT_FOUND -> Code.NOT_FOUND;
            case ALREADY_EXISTS -> Code.ALREADY_EXISTS;
            case PERMISSION_DENIED -> Code.PERMISSION_DENIED;
            case RESOURCE_EXHAUSTED -> Code.RESOURCE_EXHAUSTED;
            case FAILED_PRECONDITION -> Code.FAILED_PRECONDITION;
            case ABORTED -> Code.ABORTED;
            case OUT_OF_RANGE -> Code.OUT_OF_RANGE;
            case UNIMPLEMENTED -> Code.UNIMPLEMENTED;
            case INTERNAL -> Code.INTERNAL;
            case UNAVAILABLE -> Code.UNAVAILABLE;
            case DATA_LOSS -> Code.DATA_LOSS;
            case UNAUTHENTICATED -> Code.UNAUTHENTICATED;
        };
    }
}
