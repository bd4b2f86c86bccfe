package dev.plimsoll.nodeagent.cri;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.cri.Credentials;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.Done;
import dev.plimsoll.cri.ImageCalls;
import dev.plimsoll.cri.SandboxConfig;

/** Gets images as the pull policy of a container says. */
final class Images {
    private final ImageCalls calls;

    Images(ImageCalls calls) {
        this.calls = calls;
    }

    CriReply<Done> ensure(Container container, SandboxConfig sandbox) {
        var image = container.image();
        var policy = policy(container);
        if (policy.equals("Always")) return pull(image, sandbox);
        return calls.find(image).then(found -> {
            if (found.isPresent()) return new CriReply.Ok<>(Done.DONE);
            if (policy.equals("Never"))
                return new CriReply.Failed<>(
                        CriReply.Code.NOT_FOUND,
                        "Container image \"" + image + "\" is not present with pull policy of Never");
            return pull(image, sandbox);
        });
    }

    /** Where nobody said: an image that moves is always looked for anew. */
    private static String policy(Container container) {
        var said = container.details().imagePullPolicy();
        if (!said.isEmpty()) return said;
        var name = container.image().substring(container.image().lastIndexOf('/') + 1);
        var moves = !name.contains("@") && (!name.contains(":") || name.endsWith(":latest"));
        return moves ? "Always" : "IfNotPresent";
    }

    private CriReply<Done> pull(String image, SandboxConfig sandbox) {
        return switch (calls.pull(image, Credentials.NONE, sandbox)) {
            case CriReply.Ok<String> _ -> new CriReply.Ok<>(Done.DONE);
            case CriReply.Failed<String>(var code, var message) ->
                new CriReply.Failed<>(code, "Failed to pull image \"" + image + "\": " + message);
        };
    }
}
