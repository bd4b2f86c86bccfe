package dev.plimsoll.autoscaler.observation;

import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;

/** {@code vpa_recommender_*}. Counters that upstream does not call {@code _total} are gauges here: the name is what matters. */
public final class RecommenderMetrics {
    private static final double[] FIRST_RECOMMENDATION = {
        1, 2, 5, 7.5, 10, 20, 30, 40, 50, 60, 90, 120, 150, 180, 240, 300, 600, 900, 1800
    };

    private final Histogram execution;
    private final Histogram recommendation;
    private final Gauge objects;
    private final Gauge states;
    private final Gauge podRecommendations;
    private final Gauge responses;
    private final Gauge prometheusRequests;
    private final Histogram prometheusDuration;
    private final QualityMetrics quality;

    public RecommenderMetrics(PrometheusRegistry registry) {
        var families = new UpstreamMetrics(registry);
        execution = families.latency(
                "vpa_recommender_execution_latency_seconds", "How long steps of a round take.", "step");
        recommendation = families.histogram(
                "vpa_recommender_recommendation_latency_seconds",
                "How long objects wait for their first recommendation.",
                FIRST_RECOMMENDATION);
        objects = families.gauge(
                "vpa_recommender_vpa_objects_count",
                "VerticalPodAutoscaler objects.",
                "update_mode",
                "has_recommendation",
                "api",
                "matches_pods",
                "unsupported_config");
        states = families.gauge(
                "vpa_recommender_aggregate_container_states_count", "Containers whose use is remembered.");
        podRecommendations = families.gauge(
                "vpa_recommender_pod_recommendations", "Objects with a recommendation for the whole pod.");
        responses = families.gauge(
                "vpa_recommender_metric_server_responses", "Answers to questions for use.", "is_error", "client_name");
        prometheusRequests = families.gauge(
                "vpa_recommender_prometheus_client_api_requests_count", "Requests to Prometheus.", "code", "method");
        prometheusDuration = families.latency(
                "vpa_recommender_prometheus_client_api_requests_duration_seconds",
                "How long Prometheus took to answer.",
                "code",
                "method");
        quality = new QualityMetrics(families);
    }

    public QualityMetrics quality() {
        return quality;
    }

    public void round(RoundTimes laps, int aggregates, List<VpaObject> vpas) {
        laps.steps().forEach((step, took) -> execution.labelValues(step).observe(UpstreamMetrics.seconds(took)));
        execution.labelValues("total").observe(UpstreamMetrics.seconds(laps.total()));
        states.set(aggregates);
        podRecommendations.set((double) vpas.stream()
                .filter(vpa -> vpa.recommendation().pod().isPresent())
                .count());
        count(vpas);
    }

    private void count(List<VpaObject> vpas) {
        var counts = new HashMap<List<String>, Integer>();
        for (var vpa : vpas) {
            var conditions = vpa.conditions();
            var labels = List.of(
                    vpa.mode().text(),
                    Boolean.toString(!vpa.recommendation().containers().isEmpty()),
                    "v1",
                    Boolean.toString(conditions.find("NoPodsMatched").isEmpty()),
                    Boolean.toString(conditions.find("ConfigUnsupported").isPresent()));
            counts.merge(labels, 1, Integer::sum);
        }
        objects.clear();
        counts.forEach((labels, count) ->
                objects.labelValues(labels.toArray(String[]::new)).set(count));
    }

    /** An object got its first recommendation, so long after it was made. */
    public void firstRecommendation(Duration waited) {
        recommendation.observe(UpstreamMetrics.seconds(waited));
    }

    public void metricsAnswered(boolean failed, String recommender) {
        responses.labelValues(Boolean.toString(failed), recommender).inc();
    }

    public void prometheusAnswered(int code, String method, Duration took) {
        var text = Integer.toString(code);
        prometheusRequests.labelValues(text, method).inc();
        prometheusDuration.labelValues(text, method).observe(UpstreamMetrics.seconds(took));
    }
}
