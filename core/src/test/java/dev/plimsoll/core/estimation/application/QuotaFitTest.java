package dev.plimsoll.core.estimation.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceQuota;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Quotas are asked about a pod as the API server will store it. */
// Acceptance of the autoscaler: refused
class QuotaFitTest {
    private static final Instant NOW = Instant.parse("2026-01-10T10:00:00Z");
    private static final ValueLocation FIRST = ValueLocation.container(0);

    private static QuotaFit fit(FeatureGates gates, String hard, String used) {
        var enforced = ResourceAmounts.parse(hard);
        var quota =
                new ResourceQuota(ObjectMeta.named("team"), enforced, List.of(), enforced, ResourceAmounts.parse(used));
        return QuotaFit.under(gates, List.of(quota), NOW);
    }

    private static QuotaFit fit(String hard, String used) {
        return fit(FeatureGates.DEFAULT, hard, used);
    }

    private static PodSpec container(String requests, String limits) {
        return PodSpec.builder().container("a", requests, limits).build();
    }

    private static PodEdits request(long milli) {
        return new PodEdits(List.of(Edit.request(FIRST, Compute.CPU, milli)), List.of());
    }

    @Test
    @DisplayName("a request that the API server fills in from a limit counts, of a new pod and of one that runs")
    void filledInRequest() {
        var limited = new PodEdits(List.of(Edit.limit(FIRST, Compute.CPU, 2000)), List.of());
        var sent = Pod.of("web", container("", "cpu=1"));
        var chosen = fit("requests.cpu=1500m", "requests.cpu=0").choose(sent, List.of(limited));
        assertThat(chosen.edits()).isEmpty();
        assertThat(chosen.notes())
                .singleElement()
                .satisfies(note -> assertThat(note.toString())
                        .contains("left unchanged, exceeded quota: team, requested: requests.cpu=2"));

        var running = Pod.of("web", container("cpu=1", "cpu=1"));
        assertThat(fit("requests.cpu=1500m", "requests.cpu=1").refusal(running, container("", "cpu=2")))
                .hasValueSatisfying(message -> assertThat(message).contains("exceeded quota: team"));
        assertThat(fit("requests.cpu=2", "requests.cpu=1").refusal(running, container("", "cpu=2")))
                .isEmpty();
    }

    @Test
    @DisplayName("a limit of the pod as a whole that the API server fills in from its containers counts")
    void filledInPodLimit() {
        var running = Pod.of(
                "web",
                PodSpec.builder()
                        .podLevel("cpu=1", "cpu=1")
                        .container("a", "cpu=1", "cpu=1")
                        .build());
        var then = PodSpec.builder()
                .podLevel("cpu=1", "")
                .container("a", "cpu=1", "cpu=3")
                .build();
        assertThat(fit("limits.cpu=2", "limits.cpu=1").refusal(running, then))
                .hasValueSatisfying(message -> assertThat(message).contains("limits.cpu=2"));
        assertThat(fit("limits.cpu=3", "limits.cpu=1").refusal(running, then)).isEmpty();
    }

    @Test
    @DisplayName("an API server that drops the pod level charges containers alone")
    void droppedPodLevel() {
        var sent = Pod.of(
                "web",
                PodSpec.builder()
                        .podLevel("cpu=1", "")
                        .container("a", "cpu=100m", "")
                        .build());
        var more = request(800);
        assertThat(fit("requests.cpu=1", "requests.cpu=0")
                        .choose(sent, List.of(more))
                        .edits())
                .isEqualTo(more.edits());
        var without = FeatureGates.DEFAULT.with(Gate.POD_LEVEL_RESOURCES, false);
        // With the pod level the pod is charged 1 CPU whatever its container asks for; without it, 800m.
        var tight = fit(without, "requests.cpu=500m", "requests.cpu=0");
        assertThat(tight.choose(sent, List.of(more)).edits()).isEmpty();
        var enough = fit(without, "requests.cpu=800m", "requests.cpu=0");
        assertThat(enough.choose(sent, List.of(more)).edits()).isEqualTo(more.edits());
    }

    @Test
    @DisplayName(
            "the first choice that fits is taken; a pod that is refused anyway is not changed for the quota's sake")
    void choices() {
        var sent = Pod.of("web", container("cpu=500m", ""));
        var quota = fit("requests.cpu=1", "requests.cpu=0");
        assertThat(quota.choose(sent, List.of(request(2000), request(1000)))).isEqualTo(request(1000));
        var full = fit("requests.cpu=1", "requests.cpu=1");
        assertThat(full.choose(sent, List.of(request(2000), request(1000)))).isEqualTo(request(2000));
        var none = QuotaFit.under(FeatureGates.DEFAULT, List.of(), NOW);
        assertThat(none.choose(sent, List.of(request(2000), request(1000)))).isEqualTo(request(2000));
        assertThat(none.refusal(sent, container("cpu=64", ""))).isEmpty();
    }

    @Test
    @DisplayName("only what is more is charged: a pod that gets less is never refused")
    void less() {
        var running = Pod.of("web", container("cpu=2", ""));
        var overfull = fit("requests.cpu=1", "requests.cpu=5");
        assertThat(overfull.refusal(running, container("cpu=1", ""))).isEmpty();
        assertThat(overfull.refusal(running, container("cpu=2100m", ""))).isPresent();
    }
}
