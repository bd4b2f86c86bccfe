package dev.plimsoll.autoscaler.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.autoscaler.cluster.Applications;
import dev.plimsoll.autoscaler.cluster.Cluster;
import dev.plimsoll.autoscaler.observation.Metrics;
import dev.plimsoll.client.Json;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.estimation.application.PodApplication;
import dev.plimsoll.core.validation.FieldError;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/** Answers AdmissionReviews: pods get their recommendations, VerticalPodAutoscalers are checked; all else is let through. */
public final class Reviews {
    private final PodWebhook pods;
    private final boolean inPlace;
    private final boolean podLevel;
    private final Metrics metrics;
    private final Time time;

    /** With the gates {@code InPlace} and {@code PodLevelResources}. */
    public Reviews(Cluster cluster, boolean inPlace, boolean podLevel, Metrics metrics, Time time) {
        this.pods = new PodWebhook(cluster, new Applications(PodApplication.DEFAULT, podLevel));
        this.inPlace = inPlace;
        this.podLevel = podLevel;
        this.metrics = metrics;
        this.time = time;
    }

    /** The answer to the bytes of a review; garbage is let through, since refusing would stop the cluster. */
    public byte[] answer(byte[] body) {
        var begun = time.nanos();
        var review = Json.read(body).orElseGet(Json::object);
        var request = review.path("request");
        var answer = Json.object();
        answer.put("apiVersion", "admission.k8s.io/v1").put("kind", "AdmissionReview");
        var response =
                answer.putObject("response").put("uid", request.path("uid").asText());
        response.put("allowed", true);
        switch (request.path("resource").path("resource").asText()) {
            case "pods" -> pod(request, response);
            case "verticalpodautoscalers" -> vpa(request, response);
            default -> {}
        }
        var kind = request.path("kind").path("kind").asText("unknown");
        metrics.admitted(kind, response.has("patch"), Duration.ofNanos(time.nanos() - begun));
        return Json.bytes(answer);
    }

    private void pod(JsonNode request, ObjectNode response) {
        if (!request.path("operation").asText().equals("CREATE")) return;
        if (!request.path("subResource").asText().isEmpty()) return;
        patch(
                response,
                pods.review(request.path("object"), request.path("namespace").asText()));
    }

    private void vpa(JsonNode request, ObjectNode response) {
        var object = request.path("object");
        var errors = VpaRules.check(object, request.path("oldObject"), inPlace, podLevel);
        if (!errors.isEmpty()) {
            response.put("allowed", false)
                    .putObject("status")
                    .put("code", 422)
                    .put("reason", "Invalid")
                    .put("message", errors.stream().map(FieldError::toString).collect(Collectors.joining(", ")));
            return;
        }
        if (object.at("/spec/updatePolicy/updateMode").asText().equals("Auto")) {
            response.putArray("warnings").add("UpdateMode \"Auto\" is deprecated; it behaves as \"Recreate\"");
        }
        if (object.at("/spec/updatePolicy").isObject()) return;
        var add = Json.object().put("op", "add").put("path", "/spec/updatePolicy");
        add.putObject("value").put("updateMode", "Recreate");
        patch(response, Json.object().putArray("patch").addAll(List.of(add)));
    }

    private static void patch(ObjectNode response, ArrayNode operations) {
        if (operations.isEmpty()) return;
        var text = new String(Json.bytes(operations), StandardCharsets.UTF_8);
        response.put("patchType", "JSONPatch")
                .put("patch", Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)));
    }
}
