package dev.plimsoll.nodeagent.streams;

import dev.plimsoll.client.ClientJson;
import dev.plimsoll.nodeagent.runtime.ContainerProcess;
import dev.plimsoll.objects.pod.session.CommandStatus;
import java.nio.charset.StandardCharsets;

/** What the error channel says at the end. */
final class SessionStatus {
    private SessionStatus() {}

    /** A Status object. */
    static byte[] object(ContainerProcess.Result result, SessionKind kind) {
        return ClientJson.bytes(
                switch (result) {
                    case ContainerProcess.Result.Exited(var code) when code == 0 -> CommandStatus.success();
                    case ContainerProcess.Result.Exited(var code) ->
                        CommandStatus.nonZeroExit(code, text(result, kind));
                    case ContainerProcess.Result.Failed _ -> CommandStatus.internalError(text(result, kind));
                });
    }

    /** For clients that know no Status; nothing if all went well. */
    static byte[] plain(ContainerProcess.Result result, SessionKind kind) {
        return text(result, kind).getBytes(StandardCharsets.UTF_8);
    }

    private static String text(ContainerProcess.Result result, SessionKind kind) {
        return switch (result) {
            case ContainerProcess.Result.Exited(var code) ->
                code == 0
                        ? ""
                        : "command terminated with non-zero exit code: command terminated with exit code " + code;
            case ContainerProcess.Result.Failed(var why) ->
                "Internal error occurred: error " + kind.activity() + " container: " + why;
        };
    }
}
