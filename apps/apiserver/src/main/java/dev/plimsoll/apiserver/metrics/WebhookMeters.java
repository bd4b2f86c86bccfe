package dev.plimsoll.apiserver.metrics;

import dev.plimsoll.apiserver.webhooks.WebhookObserver;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;

/** Counts and times what webhooks answer. */
final class WebhookMeters implements WebhookObserver {
    private final Histogram durations;
    private final Counter requests;
    private final NamedCounts rejections;
    private final NamedCounts failedOpen;

    WebhookMeters(PrometheusRegistry registry) {
        durations = Histogram.builder()
                .name("apiserver_admission_webhook_admission_duration_seconds")
                .help("How long webhooks took to answer.")
                .labelNames("name", "type", "operation", "rejected")
                .classicOnly()
                .classicUpperBounds(0.005, 0.025, 0.1, 0.5, 1.0, 2.5, 10, 25)
                .withoutExemplars()
                .register(registry);
        requests = Counter.builder()
                .name("apiserver_admission_webhook_request_total")
                .help("Questions to webhooks.")
                .labelNames("name", "type", "operation", "code", "rejected")
                .withoutExemplars()
                .register(registry);
        rejections = new NamedCounts(
                "apiserver_admission_webhook_rejection_count",
                "Writes that a webhook stopped.",
                "name",
                "type",
                "operation",
                "error_type",
                "rejection_code");
        failedOpen = new NamedCounts(
                "apiserver_admission_webhook_fail_open_count",
                "Writes that went on though a webhook could not be asked.",
                "name",
                "type");
        registry.register(rejections);
        registry.register(failedOpen);
    }

    @Override
    public void asked(Question question, Result result, Duration took) {
        var type = question.mutating() ? "admit" : "validating";
        var rejected = Boolean.toString(result == Result.DENIED || result == Result.FAILED);
        var code = Integer.toString(question.code());
        durations
                .labelValues(question.webhook(), type, question.operation(), rejected)
                .observe(took.toNanos() / 1e9);
        requests.labelValues(question.webhook(), type, question.operation(), code, rejected)
                .inc();
        switch (result) {
            case ALLOWED -> {}
            case DENIED -> rejections.count(question.webhook(), type, question.operation(), "no_error", code);
            case FAILED ->
                rejections.count(question.webhook(), type, question.operation(), "calling_webhook_error", "0");
            case FAILED_OPEN -> failedOpen.count(question.webhook(), type);
        }
    }
}
