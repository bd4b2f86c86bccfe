package dev.plimsoll.cli.explain.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ApiStatus;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.objects.ObjectDraft;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Asks the API server of a cluster itself, by a dry run, about objects that nothing in this process has against: its webhooks, and
 * policies with parameters, are known to it alone.
 */
public final class ServerDryRun {
    /** What a server says to users without the right to create; nothing else that it refuses has these words. */
    private static final String WITHOUT_RIGHT = "cannot create resource";

    /** What a server says of a webhook that may do more than answer. */
    private static final String WITH_EFFECTS = "does not support dry run";

    private final ApiClient client;
    private final List<String> asked;
    private final Set<String> notes = new LinkedHashSet<>();
    private boolean wasAnswered;

    /** @param asked what only the server can ask, such as {@code ValidatingWebhookConfiguration outside} */
    public ServerDryRun(ApiClient client, List<String> asked) {
        this.client = client.dryRun();
        this.asked = List.copyOf(asked);
    }

    /** Why it would refuse to create an object; empty where it would not, or could not be asked. */
    Optional<ApiStatus> refusal(ApiResource resource, ObjectNode document, String namespace) {
        if (asked.isEmpty()) return Optional.empty();
        var draft = new ObjectDraft(document.deepCopy());
        if (resource.namespaced()) draft.metadata().namespace(namespace);
        var result = client.create(resource, draft.document());
        if (result instanceof RequestResult.Conflict<ObjectNode>) {
            // There is one of this name, which is asked about under another.
            draft.metadata().onlyGenerateName(ObjectName.of(document).name() + "-");
            result = client.create(resource, draft.document());
        }
        return switch (result) {
            case RequestResult.Done<ObjectNode> _ -> {
                wasAnswered = true;
                yield Optional.empty();
            }
            case RequestResult.Refused<ObjectNode>(var status)
            when isAnswer(status) -> {
                wasAnswered = true;
                yield Optional.of(status);
            }
            case RequestResult.Refused<ObjectNode> _,
                    RequestResult.NotFound<ObjectNode> _,
                    RequestResult.Conflict<ObjectNode> _,
                    RequestResult.Unreachable<ObjectNode> _ -> {
                notes.add("not asked about " + named(resource, document) + ": " + String.join(", ", asked)
                        + "; the dry run failed: " + result.problem());
                yield Optional.empty();
            }
        };
    }

    private static String named(ApiResource resource, ObjectNode document) {
        var name = ObjectName.of(document).name();
        return name.isEmpty() ? "the pods of a template" : resource.kind() + " " + name;
    }

    private static boolean isAnswer(ApiStatus status) {
        return status.code() < 500
                && !status.message().contains(WITHOUT_RIGHT)
                && !status.message().contains(WITH_EFFECTS);
    }

    /** What was asked, and what could not be. */
    public List<String> notes() {
        var all = new LinkedHashSet<String>();
        if (wasAnswered) all.add("asked by a dry run of the API server: " + String.join(", ", asked));
        all.addAll(notes);
        return List.copyOf(all);
    }
}
