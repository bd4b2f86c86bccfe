package dev.plimsoll.autoscaler.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.autoscaler.cluster.ClusterState;
import dev.plimsoll.autoscaler.cluster.HorizontalRivals;
import dev.plimsoll.autoscaler.cluster.PodLevelResize;
import dev.plimsoll.autoscaler.cluster.Vpa;
import dev.plimsoll.autoscaler.cluster.VpaReader;
import dev.plimsoll.autoscaler.gates.AutoscalerGate;
import dev.plimsoll.autoscaler.gates.AutoscalerGates;
import dev.plimsoll.autoscaler.observation.AdmissionMetrics;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.objects.autoscaling.HorizontalPodAutoscalerObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Answers AdmissionReviews: pods get their recommendations, VerticalPodAutoscalers are checked; all else is let through. */
public final class AdmissionReviews {
    private static final int PAGE = 500;
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final ApiClient client;
    private final PodWebhook pods;
    private final ModeRule modes;
    private final AutoscalerGates gates;
    private final AdmissionMetrics metrics;
    private final Time time;
    private final Consumer<String> troubles;

    public AdmissionReviews(
            ApiClient client,
            ClusterState cluster,
            AdmissionSettings settings,
            AdmissionMetrics metrics,
            Time time,
            Consumer<String> troubles) {
        this.client = client;
        this.pods = new PodWebhook(cluster, settings, metrics, time);
        this.modes =
                new ModeRule(cluster, new PodLevelResize(client, cluster.kinds(), settings.podLevelResize(), time));
        this.gates = settings.gates();
        this.metrics = metrics;
        this.time = time;
        this.troubles = troubles;
    }

    /** The answer to the bytes of a review; garbage is let through, since refusing would stop the cluster. */
    public byte[] answer(byte[] body) {
        var begun = time.nanos();
        var review = ClientJson.read(body).orElseGet(ClientJson::object);
        var request = review.path("request");
        var answer = ClientJson.object();
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
        var allowed = response.path("allowed").asBoolean();
        metrics.reviewed(
                kind.equals("Pod") || kind.equals("VerticalPodAutoscaler") ? kind : "other",
                response.has("patch"),
                allowed,
                Duration.ofNanos(time.nanos() - begun));
        return ClientJson.bytes(answer);
    }

    /** No mistake of ours may keep a pod from being made. */
    private void pod(JsonNode request, ObjectNode response) {
        if (!request.path("operation").asText().equals("CREATE")) return;
        if (!request.path("subResource").asText().isEmpty()) return;
        try {
            patch(
                    response,
                    pods.review(
                            request.path("object"), request.path("namespace").asText()));
        } catch (RuntimeException e) {
            troubles.accept("review of a pod in " + request.path("namespace").asText() + ": " + e);
        }
    }

    private void vpa(JsonNode request, ObjectNode response) {
        var object = request.path("object");
        var before = request.path("oldObject");
        var errors = new ArrayList<>(VpaRules.check(object, before, gates));
        if (errors.isEmpty() && gates.isOn(AutoscalerGate.POD_LEVEL_RESOURCES)) {
            modes.check(object, before, request.path("namespace").asText()).ifPresent(errors::add);
        }
        if (!errors.isEmpty()) {
            response.put("allowed", false)
                    .putObject("status")
                    .put("code", 422)
                    .put("reason", "Invalid")
                    .put("message", errors.stream().map(FieldError::toString).collect(Collectors.joining(", ")));
            return;
        }
        var warnings = new ArrayList<>(Warnings.of(object));
        warnings.addAll(rivals(object, request.path("namespace").asText()));
        if (!warnings.isEmpty()) warnings.forEach(response.putArray("warnings")::add);
        if (object.at("/spec/updatePolicy").isObject()) return;
        var add = ClientJson.object().put("op", "add").put("path", "/spec/updatePolicy");
        add.putObject("value").put("updateMode", "Recreate");
        patch(response, ClientJson.object().putArray("patch").addAll(List.of(add)));
    }

    /** Objects are seldom written, so that the server can be asked; without an answer nothing is warned of. */
    private List<String> rivals(JsonNode object, String namespace) {
        var podLevel =
                gates.isOn(AutoscalerGate.POD_LEVEL_RESOURCES) && modes.isPodLevel(object.path("spec"), namespace);
        if (!(VpaReader.decode(object.deepCopy()) instanceof Decoded.View<Vpa>(var vpa))) return List.of();
        return client.within(PATIENCE)
                .listAll(AutoscalerResources.HPAS, ObjectSelection.inNamespace(namespace), PAGE)
                .done()
                .map(list -> HorizontalRivals.of(
                        vpa,
                        podLevel,
                        list.items().stream()
                                .map(HorizontalPodAutoscalerObject::new)
                                .toList()))
                .orElse(List.of());
    }

    private static void patch(ObjectNode response, ArrayNode operations) {
        if (operations.isEmpty()) return;
        var text = new String(ClientJson.bytes(operations), StandardCharsets.UTF_8);
        response.put("patchType", "JSONPatch")
                .put("patch", Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)));
    }
}
