package dev.plimsoll.objects.pod.session;

import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.objects.tree.DraftNode;

/** How a command in a container ended: the Status object on the error channel of a session. */
public sealed interface CommandStatus {
    /** The command ran to its end. */
    record Exited(int code) implements CommandStatus {}

    /** The command could not be run, or not to its end. */
    record Failed(String message) implements CommandStatus {}

    /** Reads what a runtime says. */
    static CommandStatus read(JsonNode status) {
        if (text(status, "status").equals("Success")) return new Exited(0);
        for (var cause : status.path("details").path("causes")) {
            var code = text(cause, "message");
            if (text(cause, "reason").equals("ExitCode") && code.matches("-?[0-9]{1,9}"))
                return new Exited(Integer.parseInt(code));
        }
        return new Failed(text(status, "message"));
    }

    static ObjectNode success() {
        return empty().put("status", "Success").node();
    }

    /** A command that ended with another code than 0. */
    static ObjectNode nonZeroExit(int code, String message) {
        var status = failure(message, "NonZeroExitCode");
        status.object("details")
                .list("causes")
                .addObject()
                .put("reason", "ExitCode")
                .put("message", String.valueOf(code));
        return status.node();
    }

    /** A command that could not be run. */
    static ObjectNode internalError(String message) {
        return failure(message, "InternalError").put("code", 500).node();
    }

    private static DraftNode failure(String message, String reason) {
        return empty().put("status", "Failure").put("message", message).put("reason", reason);
    }

    private static DraftNode empty() {
        var status = DraftNode.empty();
        status.newObject("metadata");
        return status;
    }
}
