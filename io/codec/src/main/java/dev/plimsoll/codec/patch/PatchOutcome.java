package dev.plimsoll.codec.patch;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** What became of a patch: the patched document, or why there is none. */
public sealed interface PatchOutcome {
    record Patched(ObjectNode tree) implements PatchOutcome {}

    record Refused(Kind kind, String message) implements PatchOutcome {}

    /** What a refusal is to the client. */
    enum Kind {
        /** The patch makes no sense by itself. */
        INVALID(400),
        /** The patch asks for more than the server is willing to do. */
        TOO_LARGE(413),
        /** The patch is well formed but does not fit the document. */
        NOT_APPLICABLE(422),
        /** The patch breaks a rule of strategic merge patches for which Kubernetes has no better status. */
        UNCLASSIFIED(500);

        private final int status;

        Kind(int status) {
            this.status = status;
        }

        /** The HTTP status. */
        public int status() {
            return status;
        }
    }

    static PatchOutcome invalid(String message) {
        return new Refused(Kind.INVALID, message);
    }

    static PatchOutcome tooLarge(String message) {
        return new Refused(Kind.TOO_LARGE, message);
    }

    static PatchOutcome unclassified(String message) {
        return new Refused(Kind.UNCLASSIFIED, message);
    }

    static PatchOutcome notApplicable(String message) {
        return new Refused(Kind.NOT_APPLICABLE, message);
    }
}
