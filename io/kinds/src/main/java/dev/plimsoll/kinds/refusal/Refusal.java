package dev.plimsoll.kinds.refusal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.Kind;
import java.util.List;

/** Why a request is not granted. {@link StatusObject} is the one place that turns it into what a client reads. */
public sealed interface Refusal {
    /** The object is not credible (422). */
    record Invalid(String group, String kind, String name, List<FieldError> errors) implements Refusal {
        private static final int MOST_ERRORS = 1000;

        /** The same thing is not said twice, and not more than anybody would read. */
        public Invalid {
            errors = errors.stream().distinct().limit(MOST_ERRORS).toList();
        }

        public static Invalid of(Kind kind, String name, List<FieldError> errors) {
            // Events of both groups are those of the core group.
            return new Invalid(
                    kind.name().equals("Event") && kind.extension() == null ? "" : kind.group(),
                    kind.name(),
                    name,
                    errors);
        }

        /** Options of a request, such as {@code CreateOptions}. */
        public static Invalid options(String kind, FieldError error) {
            return new Invalid("meta.k8s.io", kind, "", List.of(error));
        }
    }

    /** A patch does not fit, without an object to name (422). */
    record NotProcessable(String message) implements Refusal {}

    /** A patched object cannot be read (422). */
    record Unpatchable(String document, String message) implements Refusal {}

    /** Another write came first, or a rule about the object's state stands against it (409). */
    record Conflict(String group, String resource, String name, String why) implements Refusal {
        public static Conflict modified(Kind kind, String name) {
            return new Conflict(
                    kind.group(),
                    kind.plural(),
                    name,
                    "the object has been modified; please apply your changes to the latest version and try again");
        }
    }

    /** Others own what a server-side apply would change (409). */
    record ApplyConflict(String message, List<Cause> causes) implements Refusal {
        public ApplyConflict {
            causes = List.copyOf(causes);
        }
    }

    record AlreadyExists(Kind kind, String name, Why why) implements Refusal {
        /** What stands in the way. */
        public enum Why {
            TAKEN,
            BEING_DELETED,
            NO_UNIQUE_NAME
        }
    }

    /** Admission or authorization says no (403). The name is empty before there is one. */
    record Forbidden(String group, String resource, String name, String why, List<Cause> causes) implements Refusal {
        public Forbidden {
            causes = List.copyOf(causes);
        }

        public static Forbidden of(Kind kind, String name, String why) {
            return new Forbidden(kind.group(), kind.plural(), name, why, List.of());
        }
    }

    /** A path outside every resource, refused to this user (403). */
    record ForbiddenPath(String message) implements Refusal {}

    record NotFound(String group, String resource, String name) implements Refusal {
        public static NotFound of(Kind kind, String name) {
            return new NotFound(kind.group(), kind.plural(), name);
        }
    }

    /** No such resource at this path (404). */
    record NoResource() implements Refusal {}

    /** No such path; said in plain text, as other programs behind the same door do (404). */
    record NoPath() implements Refusal {}

    record Unauthorized() implements Refusal {}

    record BadRequest(String message) implements Refusal {}

    record MethodNotAllowed() implements Refusal {}

    record NotAcceptable() implements Refusal {}

    record UnsupportedMediaType(boolean patch) implements Refusal {}

    record TooLarge(String message) implements Refusal {}

    record Expired(String message, String continueToken) implements Refusal {}

    record TooManyRequests(String message, int retrySeconds, List<Cause> causes) implements Refusal {
        public TooManyRequests {
            causes = List.copyOf(causes);
        }
    }

    /** The client asks for a version that has not been reached (504). */
    record NotYet(long asked, long current) implements Refusal {}

    /** The request was not answered in time (504). */
    record Timeout() implements Refusal {}

    record Unavailable(String message) implements Refusal {}

    /** Something is wrong with us (500). */
    record Internal(String message) implements Refusal {}

    /** An error without a class of its own (500, no reason). */
    record Unclassified(String message) implements Refusal {}

    /** A program that was asked said no, with a Status of its own. */
    record Rejected(ObjectNode status) implements Refusal {}

    /** The server is busy: the same question may be answered a moment later. */
    default boolean isOverload() {
        return this instanceof NotYet || this instanceof TooManyRequests;
    }

    /** One entry of {@code details.causes}; texts are empty where there is nothing to say. */
    record Cause(String reason, String message, String field) {}
}
