package dev.plimsoll.objects.autoscaling.vertical;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.estimation.podlevel.ExcludedContainer;
import dev.plimsoll.core.estimation.podlevel.Recommendation;
import dev.plimsoll.core.estimation.policy.EstimatorKind;
import dev.plimsoll.core.estimation.policy.PodMode;
import dev.plimsoll.core.estimation.policy.PodPolicies;
import dev.plimsoll.core.estimation.recommendation.ContainerEstimate;
import dev.plimsoll.core.estimation.recommendation.Estimate;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.objects.testing.Docs;
import dev.plimsoll.objects.tree.DraftNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Decision 12: a switch to the names of the newest draft is a switch of one constant. */
class PodPolicySpellingTest {
    private static PodPolicies read(PodPolicySpelling spelling, String resourcePolicy) {
        var document = Docs.json("{'spec':{'resourcePolicy':%s}}".formatted(resourcePolicy));
        return new VpaSpecReader(WrittenVpaSpec.of(document, spelling))
                .read()
                .policy()
                .podPolicies();
    }

    private static ResourceAmounts cpu(String amount) {
        return ResourceAmounts.of(Map.of(ResourceName.CPU, Quantity.of(amount)));
    }

    @Test
    @DisplayName("both spellings give the same policy to the core")
    void policies() {
        var values = "{'mode':'Auto','estimator':'Whole','maxAllowed':{'cpu':'2'}}";
        var plural = read(PodPolicySpelling.PLURAL, "{'podPolicies':%s}".formatted(values));
        assertThat(plural).isEqualTo(read(PodPolicySpelling.SINGULAR, "{'podPolicy':%s}".formatted(values)));
        assertThat(plural.mode()).isEqualTo(PodMode.AUTO);
        assertThat(plural.maxAllowed()).isEqualTo(cpu("2"));
    }

    @Test
    @DisplayName("nothing said means Auto and Sum in our names, and Off and Whole in those of the draft")
    void defaults() {
        assertThat(read(PodPolicySpelling.PLURAL, "{}").mode()).isEqualTo(PodMode.AUTO);
        assertThat(read(PodPolicySpelling.PLURAL, "{}").estimator()).isEqualTo(EstimatorKind.SUM);
        assertThat(read(PodPolicySpelling.SINGULAR, "{}").mode()).isEqualTo(PodMode.OFF);
        assertThat(read(PodPolicySpelling.SINGULAR, "{'podPolicy':{'mode':'Auto'}}")
                        .estimator())
                .isEqualTo(EstimatorKind.WHOLE);
    }

    @Test
    @DisplayName("each spelling has its own stanza, path and modes")
    void names() {
        assertThat(read(PodPolicySpelling.PLURAL, "{'podPolicy':{'mode':'Off'}}")
                        .mode())
                .isEqualTo(PodMode.AUTO);
        assertThat(PodPolicySpelling.PLURAL.path()).isEqualTo("spec.resourcePolicy.podPolicies");
        assertThat(PodPolicySpelling.SINGULAR.path()).isEqualTo("spec.resourcePolicy.podPolicy");
        assertThat(PodPolicySpelling.PLURAL.modeNames()).containsExactly("Auto", "PodAndContainers", "PodOnly", "Off");
        assertThat(PodPolicySpelling.SINGULAR.modeNames()).containsExactly("Off", "Auto");
        assertThat(PodPolicySpelling.CURRENT).isEqualTo(PodPolicySpelling.PLURAL);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("a recommendation is read as it was written")
    void recommendation(PodPolicySpelling spelling) {
        var estimate = new Estimate(cpu("1"), cpu("500m"), cpu("2"), cpu("1500m"));
        var recommendation = new Recommendation(
                List.of(new ContainerEstimate("a", estimate)),
                estimate,
                List.of(new ExcludedContainer("b", cpu("100m"), ResourceAmounts.ABSENT)),
                cpu("4"));
        var written = DraftNode.empty();
        var fields = new RecommendationFields(spelling);
        fields.write(recommendation, written);
        assertThat(fields.read(Docs.stored(written.node()))).isEqualTo(recommendation);
        assertThat(written.has("podRecommendation")).isEqualTo(spelling == PodPolicySpelling.PLURAL);
        assertThat(written.has("podRecommendations")).isEqualTo(spelling == PodPolicySpelling.SINGULAR);
    }
}
