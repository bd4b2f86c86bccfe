package dev.plimsoll.store.etcd;

import dev.plimsoll.store.CreateOutcome;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreProblem;
import dev.plimsoll.store.WriteOutcome;
import io.grpc.Status;
import java.net.ConnectException;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** What gRPC's and etcd's errors mean to a caller: the one table. */
final class EtcdErrors {
    private EtcdErrors() {}

    /** Etcd spells two errors of history with one code; only the text tells them apart. */
    static boolean isCompacted(Status status) {
        return status.getCode() == Status.Code.OUT_OF_RANGE && text(status).contains("compacted");
    }

    static boolean isAhead(Status status) {
        return status.getCode() == Status.Code.OUT_OF_RANGE && text(status).contains("future revision");
    }

    /** Trying again may help: a connection that is lost or breaks, no leader, a change of leader, a member that is busy. */
    static boolean isPassing(Status status) {
        if (refusedByTls(status).isPresent()) return false;
        return switch (status.getCode()) {
            case UNAVAILABLE, ABORTED, UNKNOWN, INTERNAL -> true;
            default -> false;
        };
    }

    /** The request has certainly not reached a member. */
    static boolean isUnsent(Status status) {
        return status.getCode() == Status.Code.UNAVAILABLE
                && cause(status, ConnectException.class).isPresent();
    }

    /** A certificate of ours or of etcd was not accepted: trying again does not help. */
    private static Optional<SSLException> refusedByTls(Status status) {
        return cause(status, SSLException.class);
    }

    private static <T extends Throwable> Optional<T> cause(Status status, Class<T> kind) {
        for (@Nullable Throwable cause = status.getCause(); cause != null; cause = cause.getCause()) {
            if (kind.isInstance(cause)) return Optional.of(kind.cast(cause));
        }
        return Optional.empty();
    }

    static StoreException exception(Status status) {
        return new StoreException(problem(status), sentence(status), status.asException());
    }

    /** For a write, which may have been done unless etcd says that it was not. */
    static CreateOutcome outcome(Status status) {
        return switch (problem(status)) {
            case UNAVAILABLE ->
                isUnsent(status)
                        ? new WriteOutcome.NotWritten(StoreProblem.UNAVAILABLE, sentence(status))
                        : new WriteOutcome.Uncertain(sentence(status));
            case IO, DAMAGED, IN_USE, UNKNOWN_FORMAT -> new WriteOutcome.Uncertain(sentence(status));
            case OUT_OF_SPACE, TOO_LARGE, REFUSED, CLOSED ->
                new WriteOutcome.NotWritten(problem(status), sentence(status));
        };
    }

    static StoreProblem problem(Status status) {
        if (refusedByTls(status).isPresent()) return StoreProblem.REFUSED;
        return switch (status.getCode()) {
            case RESOURCE_EXHAUSTED ->
                text(status).contains("space exceeded") ? StoreProblem.OUT_OF_SPACE : StoreProblem.TOO_LARGE;
            case INVALID_ARGUMENT -> text(status).contains("too large") ? StoreProblem.TOO_LARGE : StoreProblem.REFUSED;
            case PERMISSION_DENIED, UNAUTHENTICATED, FAILED_PRECONDITION, UNIMPLEMENTED -> StoreProblem.REFUSED;
            case DATA_LOSS -> StoreProblem.DAMAGED;
            default -> StoreProblem.UNAVAILABLE;
        };
    }

    private static String sentence(Status status) {
        var tls = refusedByTls(status);
        if (tls.isPresent())
            return "The TLS connection to etcd is refused (" + reason(tls.get())
                    + "): check the authority that signed etcd's "
                    + "certificate, the names in it, and the client certificate and key that etcd asks for.";
        return switch (problem(status)) {
            case OUT_OF_SPACE -> "etcd has no room left: compact and defragment it, or raise its quota.";
            case TOO_LARGE -> "The value is larger than etcd accepts (" + text(status) + ").";
            case REFUSED -> "etcd refuses (" + text(status) + ").";
            case DAMAGED -> "etcd reports lost data (" + text(status) + ").";
            default -> "etcd did not answer (" + status.getCode() + ": " + text(status) + ").";
        };
    }

    /** The innermost says what was wrong, such as that no path leads to a known authority. */
    private static String reason(Throwable failure) {
        var innermost = failure;
        for (var cause = failure.getCause(); cause != null; cause = cause.getCause()) innermost = cause;
        return String.valueOf(innermost.getMessage());
    }

    private static String text(Status status) {
        var description = status.getDescription();
        return description == null ? "" : description;
    }
}
