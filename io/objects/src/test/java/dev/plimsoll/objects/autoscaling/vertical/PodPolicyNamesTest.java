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
class PodPolicyNamesTest {
    private static PodPolicies read(PodPolicyNames names, String resourcePolicy) {
        var document = Docs.json("{'spec':{'resourcePolicy':%s}}".formatted(resourcePolicy));
        return new VpaSpecReader(WrittenVpaSpec.of(document, names))
                .read()
                .policy()
                .podPolicies();
    }

    private static ResourceAmounts cpu(String amount) {
        return ResourceAmounts.of(Map.of(ResourceName.CPU, Quantity.of(amount)));
    }

    @Test
    @DisplayName("both sets of names give the same policy to the core")
    void policies() {
        var values = "{'mode':'Auto','estimator':'Whole','maxAllowed':{'cpu':'2'}}";
        var plural = read(PodPolicyNames.PLURAL, "{'podPolicies':%s}".formatted(values));
        assertThat(plural).isEqualTo(read(PodPolicyNames.SINGULAR, "{'podPolicy':%s}".formatted(values)));
        assertThat(plural.mode()).isEqualTo(PodMode.AUTO);
        assertThat(plural.maxAllowed()).isEqualTo(cpu("2"));
    }

    @Test
    @DisplayName("nothing said means Auto and Sum in our names, and Off and Whole in those of the draft")
    void defaults() {
        assertThat(read(PodPolicyNames.PLURAL, "{}").mode()).isEqualTo(PodMode.AUTO);
        assertThat(read(PodPolicyNames.PLURAL, "{}").estimator()).isEqualTo(EstimatorKind.SUM);
        assertThat(read(PodPolicyNames.SINGULAR, "{}").mode()).isEqualTo(PodMode.OFF);
        assertThat(read(PodPolicyNames.SINGULAR, "{'podPolicy':{'mode':'Auto'}}")
                        .estimator())
                .isEqualTo(EstimatorKind.WHOLE);
    }

    @Test
    @DisplayName("each set of names has its own stanza, path and modes")
    void names() {
        assertThat(read(PodPolicyNames.PLURAL, "{'podPolicy':{'mode':'Off'}}").mode())
                .isEqualTo(PodMode.AUTO);
        assertThat(PodPolicyNames.PLURAL.path()).isEqualTo("spec.resourcePolicy.podPolicies");
        assertThat(PodPolicyNames.SINGULAR.path()).isEqualTo("spec.resourcePolicy.podPolicy");
        assertThat(PodPolicyNames.PLURAL.modeNames()).containsExactly("Auto", "PodAndContainers", "PodOnly", "Off");
        assertThat(PodPolicyNames.SINGULAR.modeNames()).containsExactly("Off", "Auto");
        assertThat(PodPolicyNames.CURRENT).isEqualTo(PodPolicyNames.PLURAL);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("a recommendation is read as it was written")
    void recommendation(PodPolicyNames names) {
        var estimate = new Estimate(cpu("1"), cpu("500m"), cpu("2"), cpu("1500m"));
        var recommendation = new Recommendation(
                List.of(new ContainerEstimate("a", estimate)),
                estimate,
                List.of(new ExcludedContainer("b", cpu("100m"), ResourceAmounts.ABSENT)),
                cpu("4"));
        var written = DraftNode.empty();
        var fields = new RecommendationFields(names);
        fields.write(recommendation, written);
        assertThat(fields.read(Docs.stored(written.node()))).isEqualTo(recommendation);
        assertThat(written.has("podRecommendation")).isEqualTo(names == PodPolicyNames.PLURAL);
        assertThat(written.has("podRecommendations")).isEqualTo(names == PodPolicyNames.SINGULAR);
    }
}
