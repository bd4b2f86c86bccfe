package dev.plimsoll.autoscaler.admission;

import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.autoscaler.cluster.ClusterState;
import dev.plimsoll.autoscaler.cluster.HorizontalRivals;
import dev.plimsoll.autoscaler.cluster.PodLevelResize;
import dev.plimsoll.autoscaler.gates.AutoscalerGate;
import dev.plimsoll.autoscaler.gates.AutoscalerGates;
import dev.plimsoll.autoscaler.observation.AdmissionMetrics;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.objects.admission.AdmissionReviewDraft;
import dev.plimsoll.objects.admission.AdmissionReviewObject;
import dev.plimsoll.objects.autoscaling.HorizontalPodAutoscalerObject;
import dev.plimsoll.objects.autoscaling.VpaDraft;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import dev.plimsoll.objects.autoscaling.vertical.WrittenVpaSpec;
import dev.plimsoll.runtime.ErrorReporter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
    private final ErrorReporter reporter;

    public AdmissionReviews(
            ApiClient client,
            ClusterState cluster,
            AdmissionSettings settings,
            AdmissionMetrics metrics,
            Time time,
            ErrorReporter reporter) {
        this.client = client;
        this.pods = new PodWebhook(cluster, settings, metrics, time);
        this.modes =
                new ModeRule(cluster, new PodLevelResize(client, cluster.kinds(), settings.podLevelResize(), time));
        this.gates = settings.gates();
        this.metrics = metrics;
        this.time = time;
        this.reporter = reporter;
    }

    /** The answer to the bytes of a review; garbage is let through, since refusing would stop the cluster. */
    public byte[] answer(byte[] body) {
        var begun = time.nanos();
        var review = new AdmissionReviewObject(ClientJson.read(body).orElseGet(ClientJson::object));
        var answer = new AdmissionReviewDraft(review.uid());
        switch (review.resource()) {
            case "pods" -> pod(review, answer);
            case "verticalpodautoscalers" -> vpa(review, answer);
            default -> {}
        }
        var kind = review.kind();
        metrics.reviewed(
                kind.equals("Pod") || kind.equals("VerticalPodAutoscaler") ? kind : "other",
                answer.isPatched(),
                answer.isAllowed(),
                Duration.ofNanos(time.nanos() - begun));
        return ClientJson.bytes(answer.document());
    }

    /** No mistake of ours may keep a pod from being made. */
    private void pod(AdmissionReviewObject review, AdmissionReviewDraft answer) {
        if (!review.isCreate() || !review.subResource().isEmpty()) return;
        try {
            review.object().ifPresent(pod -> answer.patch(pods.review(pod, review.namespace())));
        } catch (RuntimeException e) {
            reporter.tell("review of a pod in " + review.namespace() + ": " + e);
        }
    }

    private void vpa(AdmissionReviewObject review, AdmissionReviewDraft answer) {
        var spec = review.object().map(WrittenVpaSpec::of).orElse(WrittenVpaSpec.NONE);
        var before = review.oldObject().map(WrittenVpaSpec::of);
        var errors = new ArrayList<>(VpaRules.check(spec, before, gates));
        if (errors.isEmpty() && gates.isOn(AutoscalerGate.POD_LEVEL_RESOURCES)) {
            modes.check(spec, before, review.namespace()).ifPresent(errors::add);
        }
        if (!errors.isEmpty()) {
            answer.invalid(errors.stream().map(FieldError::toString).collect(Collectors.joining(", ")));
            return;
        }
        var warnings = new ArrayList<>(Warnings.of(spec));
        warnings.addAll(rivals(review, spec));
        answer.warnings(warnings);
        if (spec.updatePolicy().isEmpty()) answer.patch(VpaDraft.updatePolicyPatch("Recreate"));
    }

    /** Objects are seldom written, so that the server can be asked; without an answer nothing is warned of. */
    private List<String> rivals(AdmissionReviewObject review, WrittenVpaSpec spec) {
        var namespace = review.namespace();
        var podLevel = gates.isOn(AutoscalerGate.POD_LEVEL_RESOURCES) && modes.isPodLevel(spec, namespace);
        var decoded = review.object().map(VpaObject::decode);
        if (decoded.isEmpty() || !(decoded.get() instanceof Decoded.View<VpaObject>(var vpa))) return List.of();
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
}
