package dev.plimsoll.kinds.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.json.ReadJson;
import dev.plimsoll.codec.json.StrictJson;
import dev.plimsoll.kinds.admission.WebhookVerdict.Remarks;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.StatusObject;
import dev.plimsoll.objects.TypeMeta;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;

/** Makes sense of what a webhook answered. */
public final class WebhookReply {
    private static final StrictJson JSON = new StrictJson();
    private static final String JSON_PATCH = "JSONPatch";

    private final Webhook webhook;
    private final boolean mutating;
    private final String uid;

    public WebhookReply(Webhook webhook, boolean mutating, String uid) {
        this.webhook = webhook;
        this.mutating = mutating;
        this.uid = uid;
    }

    public WebhookVerdict read(byte[] body) {
        return switch (JSON.read(body)) {
            case ReadJson.Tree(var root, var _) -> verdict(root);
            case ReadJson.Malformed(var message) ->
                new WebhookVerdict.Failed(
                        "failed to call webhook: couldn't get version/kind; json parse error: " + message);
            case ReadJson.TooLarge(var most) ->
                new WebhookVerdict.Failed("failed to call webhook: the answer has more than " + most + " bytes");
        };
    }

    private WebhookVerdict verdict(JsonNode root) {
        var response = root.path("response");
        if (!response.isObject()) return invalid("webhook response was absent");
        var isStrict = webhook.client().version() == ReviewVersion.V1;
        var answered = response.path("uid").asText();
        if (isStrict && !answered.equals(uid))
            return invalid("expected response.uid=\"" + uid + "\", got \"" + answered + "\"");
        var kind = TypeMeta.of(root).groupVersionKind();
        var wanted = AdmissionReview.GROUP + webhook.client().version().text() + ", Kind=AdmissionReview";
        if (isStrict && !kind.equals(wanted))
            return invalid("expected webhook response of " + wanted + ", got " + kind);
        var remarks = remarks(response);
        var patch = response.path("patch").asText("");
        var type = response.path("patchType").asText("");
        if (!isStrict) return decided(response, mutating ? patch : "", JSON_PATCH, remarks);
        if (!mutating && !patch.isEmpty()) return invalid("validating webhook may not return response.patch");
        if (!mutating && !type.isEmpty()) return invalid("validating webhook may not return response.patchType");
        if (!patch.isEmpty() && type.isEmpty()) {
            return invalid("webhook returned response.patch but not response.patchType");
        }
        if (patch.isEmpty() && !type.isEmpty()) {
            return invalid("webhook returned response.patchType but not response.patch");
        }
        return decided(response, patch, type, remarks);
    }

    private WebhookVerdict decided(JsonNode response, String patch, String type, Remarks remarks) {
        if (!response.path("allowed").asBoolean()) {
            return new WebhookVerdict.Rejected(new Refusal.Rejected(denial(response.path("status"))), remarks);
        }
        if (patch.isEmpty()) return new WebhookVerdict.Granted(null, remarks);
        if (!type.equals(JSON_PATCH)) return new WebhookVerdict.Failed("unsupported patch type \"" + type + "\"");
        return patched(response.path("patch"), remarks);
    }

    private static WebhookVerdict patched(JsonNode encoded, Remarks remarks) {
        byte[] bytes;
        try {
            bytes = encoded.binaryValue();
        } catch (IOException e) {
            return invalid("response.patch is not Base64: " + e.getMessage());
        }
        return switch (JSON.read(bytes == null ? new byte[0] : bytes)) {
            case ReadJson.Tree(var root, var _) -> new WebhookVerdict.Granted(root, remarks);
            case ReadJson.Malformed(var message) -> new WebhookVerdict.Rejected(new Refusal.Internal(message), remarks);
            case ReadJson.TooLarge large -> new WebhookVerdict.Rejected(new Refusal.Internal(large.message()), remarks);
        };
    }

    private static WebhookVerdict invalid(String why) {
        return new WebhookVerdict.Failed("received invalid webhook response: " + why);
    }

    private Remarks remarks(JsonNode response) {
        var warnings = new ArrayList<String>();
        for (var warning : response.path("warnings")) warnings.add(warning.asText());
        var annotations = new LinkedHashMap<String, String>();
        for (var entry : response.path("auditAnnotations").properties()) {
            annotations.put(
                    webhook.name() + "/" + entry.getKey(), entry.getValue().asText());
        }
        return new Remarks(warnings, annotations);
    }

    /** The webhook's own Status, with our words before its message, and never a success. */
    private ObjectNode denial(JsonNode given) {
        var by = "admission webhook \"" + webhook.name() + "\" denied the request";
        var message = given.path("message").asText("");
        var reason = given.path("reason").asText("");
        var code = given.path("code").asInt();
        var details = given.path("details");
        return StatusObject.failure(
                code < 400 || code > 599 ? 400 : code,
                reason,
                !message.isEmpty()
                        ? by + ": " + message
                        : reason.isEmpty() ? by + " without explanation" : by + ": " + reason,
                details instanceof ObjectNode known ? known : null);
    }
}
