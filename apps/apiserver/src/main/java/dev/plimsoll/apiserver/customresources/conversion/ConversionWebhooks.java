package dev.plimsoll.apiserver.customresources.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.customresources.ConversionClient;
import dev.plimsoll.apiserver.storage.StoredJson;
import dev.plimsoll.apiserver.webhooks.WebhookClient;
import dev.plimsoll.apiserver.webhooks.WebhookClient.Answer;
import dev.plimsoll.apiserver.webhooks.WebhookEndpoint;
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
    public List<ObjectNode> converted(JsonNode webhook, List<ObjectNode> objects, String apiVersion) {
        var converted = new ArrayList<ObjectNode>();
        for (var from = 0; from < objects.size(); from += MOST_OBJECTS) {
            var some = objects.subList(from, Math.min(objects.size(), from + MOST_OBJECTS));
            converted.addAll(asked(webhook, some, apiVersion));
        }
        return converted;
    }

    private List<ObjectNode> asked(JsonNode webhook, List<ObjectNode> objects, String apiVersion) {
        var uid = uids.get();
        var reply = new ConversionReply(objects, uid, apiVersion);
        var config = webhook.path("clientConfig");
        var target = new WebhookClient.Target(
                WebhookEndpoint.read(config),
                config.path("caBundle").asText(),
                TIMEOUT,
                "kube-apiserver-conversion",
                MOST_ANSWERED_BYTES);
        var result = switch (client.ask(target, StoredJson.bytes(review(objects, uid, apiVersion)))) {
            case Answer.Body(var bytes) -> reply.read(bytes);
            case Answer.Failed(var why) -> reply.failed(why);
            case Answer.Misconfigured(var why) -> reply.failed(why);
        };
        return switch (result) {
            case ConversionReply.Result.Converted(var all) -> all;
            case ConversionReply.Result.Refused(var why) -> throw new RefusedException(new Refusal.Unclassified(why));
        };
    }

    private static ObjectNode review(List<ObjectNode> objects, String uid, String apiVersion) {
        var review = JsonNodeFactory.instance.objectNode();
        review.put("kind", "ConversionReview").put("apiVersion", ConversionReply.API_VERSION);
        var request = review.putObject("request").put("uid", uid).put("desiredAPIVersion", apiVersion);
        var list = request.putArray("objects");
        objects.forEach(list::add);
        return review;
    }
}
