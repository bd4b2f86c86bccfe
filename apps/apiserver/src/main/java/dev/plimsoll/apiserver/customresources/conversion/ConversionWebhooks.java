package dev.plimsoll.apiserver.customresources.conversion;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.storage.StoredJson;
import dev.plimsoll.apiserver.webhooks.WebhookClient;
import dev.plimsoll.apiserver.webhooks.WebhookClient.Answer;
import dev.plimsoll.kinds.admission.WebhookClientConfig;
import dev.plimsoll.kinds.definition.ConversionClient;
import dev.plimsoll.kinds.definition.ConversionReply;
import dev.plimsoll.kinds.definition.ConversionReview;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Asks conversion webhooks, for many objects at once where there are many. */
public final class ConversionWebhooks implements ConversionClient {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    /** Of one question: what the answer may take is bounded too. */
    private static final int MOST_OBJECTS = 200;

    private static final int MOST_ANSWERED_BYTES = 64 << 20;

    private final WebhookClient client;
    private final Supplier<String> uids;

    public ConversionWebhooks(WebhookClient client, Supplier<String> uids) {
        this.client = client;
        this.uids = uids;
    }

    @Override
    public List<ObjectNode> converted(WebhookClientConfig webhook, List<ObjectNode> objects, String apiVersion) {
        var converted = new ArrayList<ObjectNode>();
        for (var from = 0; from < objects.size(); from += MOST_OBJECTS) {
            var some = objects.subList(from, Math.min(objects.size(), from + MOST_OBJECTS));
            converted.addAll(asked(webhook, some, apiVersion));
        }
        return converted;
    }

    private List<ObjectNode> asked(WebhookClientConfig webhook, List<ObjectNode> objects, String apiVersion) {
        var uid = uids.get();
        var reply = new ConversionReply(webhook.version(), objects, uid, apiVersion);
        var target = new WebhookClient.Target(webhook, TIMEOUT, "kube-apiserver-conversion", MOST_ANSWERED_BYTES);
        var question = ConversionReview.of(webhook.version(), uid, objects, apiVersion);
        var result = switch (client.ask(target, StoredJson.bytes(question))) {
            case Answer.Body(var bytes) -> reply.read(bytes);
            case Answer.Failed(var why) -> reply.failed(why);
            case Answer.Misconfigured(var why) -> reply.failed(why);
        };
        return switch (result) {
            case ConversionReply.Result.Converted(var all) -> all;
            case ConversionReply.Result.Refused(var why) -> throw new RefusedException(new Refusal.Unclassified(why));
        };
    }
}
