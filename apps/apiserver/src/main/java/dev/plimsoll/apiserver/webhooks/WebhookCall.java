package dev.plimsoll.apiserver.webhooks;

import dev.plimsoll.apiserver.admission.matching.MatchedRequest;
import dev.plimsoll.apiserver.storage.StoredJson;
import dev.plimsoll.apiserver.webhooks.WebhookClient.Answer;
import dev.plimsoll.codec.json.StrictJson;
import dev.plimsoll.kinds.admission.AdmissionReview;
import dev.plimsoll.kinds.admission.Webhook;
import dev.plimsoll.kinds.admission.WebhookReply;
import dev.plimsoll.kinds.admission.WebhookVerdict;
import dev.plimsoll.kinds.admission.WebhookVerdict.Remarks;
import dev.plimsoll.kinds.refusal.Refusal;
import java.util.function.Supplier;

/** Asks one webhook about one write. */
final class WebhookCall {
    private final WebhookClient client;
    private final Supplier<String> uids;

    WebhookCall(WebhookClient client, Supplier<String> uids) {
        this.client = client;
        this.uids = uids;
    }

    WebhookVerdict ask(Webhook webhook, boolean mutating, MatchedRequest request) {
        if (!webhook.criteria().isUnderstood()) {
            return new WebhookVerdict.Failed("a selector has an unknown operator");
        }
        if (request.review().dryRun() && !webhook.supportsDryRun()) {
            return new WebhookVerdict.Rejected(
                    new Refusal.BadRequest("admission webhook \"" + webhook.name() + "\" does not support dry run"),
                    Remarks.NONE);
        }
        var uid = uids.get();
        var target = new WebhookClient.Target(
                webhook.client(), webhook.timeout(), "kube-apiserver-admission", StrictJson.DEFAULT_BYTES);
        var question =
                AdmissionReview.of(webhook.client().version(), uid, request.request(), request.object(), request.old());
        return switch (client.ask(target, StoredJson.bytes(question))) {
            case Answer.Body(var bytes) -> new WebhookReply(webhook, mutating, uid).read(bytes);
            case Answer.Failed(var why) -> new WebhookVerdict.Failed("failed to call webhook: " + why);
            case Answer.Misconfigured(var why) -> new WebhookVerdict.Failed(why);
        };
    }
}
