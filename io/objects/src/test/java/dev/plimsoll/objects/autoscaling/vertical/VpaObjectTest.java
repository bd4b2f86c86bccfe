package dev.plimsoll.objects.autoscaling.vertical;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.core.estimation.boost.CpuBoost;
import dev.plimsoll.core.estimation.policy.PodPolicies;
import dev.plimsoll.core.estimation.update.UpdateMode;
import dev.plimsoll.core.model.CrossVersionObjectReference;
import dev.plimsoll.core.workloads.ConditionUpdate;
import dev.plimsoll.objects.testing.Docs;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VpaObjectTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    private static VpaObject vpa(String spec, String status) {
        var document = Docs.json("""
                {'metadata':{'namespace':'ns','name':'v','generation':3,'creationTimestamp':'2026-01-01T10:00:00Z'},
                 'spec':%s,'status':%s}""".formatted(spec, status));
        return ((Decoded.View<VpaObject>) VpaObject.decode(document)).value();
    }

    @Test
    @DisplayName("what an older client never wrote has its default")
    void defaults() {
        var spec = vpa("{'targetRef':{'apiVersion':'apps/v1','kind':'Deployment','name':'web'}}", "{}")
                .spec();
        assertThat(spec.target()).isEqualTo(new CrossVersionObjectReference("apps/v1", "Deployment", "web"));
        assertThat(spec.mode()).isEqualTo(UpdateMode.RECREATE);
        assertThat(spec.policy().podPolicies()).isEqualTo(PodPolicies.DEFAULT);
        assertThat(spec.boosts().isEmpty()).isTrue();
        assertThat(spec.belongsTo("default")).isTrue();
    }

    @Test
    @DisplayName("settings of its own, boosts and recommenders are read")
    void ownSettings() {
        var spec = vpa("""
                {'updatePolicy':{'updateMode':'InPlace','minReplicas':2,'evictAfterOOMSeconds':90},
                 'recommenders':[{'name':'mine'}],
                 'resourcePolicy':{'containerPolicies':[{'containerName':'a','oomBumpUpRatio':'1.5','memoryAggregationIntervalSeconds':60,
                  'startupBoost':{'cpu':{'type':'Factor','factor':3,'durationSeconds':10}}}]}}""", "{}").spec();
        assertThat(spec.mode()).isEqualTo(UpdateMode.IN_PLACE);
        assertThat(spec.minReplicas()).isEqualTo(2);
        assertThat(spec.evictAfterOom()).isEqualTo(Duration.ofSeconds(90));
        assertThat(spec.tuning("a").oomRatio()).isEqualTo(1.5);
        assertThat(spec.tuning("a").interval()).isEqualTo(Duration.ofMinutes(1));
        assertThat(spec.boosts().containers()).containsEntry("a", new CpuBoost.Factor(3, Duration.ofSeconds(10)));
        assertThat(spec.belongsTo("default")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'updatePolicy':{'updateMode':'Sometimes'}}",
                "{'resourcePolicy':{'podPolicies':{'mode':'Often'}}}",
                "{'resourcePolicy':{'podPolicies':{'maxAllowed':{'cpu':'much'}}}}",
                "{'resourcePolicy':{'containerPolicies':[{'containerName':'a','controlledValues':'All'}]}}"
            })
    @DisplayName("a value without a meaning makes the object unreadable")
    void malformed(String spec) {
        assertThat(VpaObject.decode(Docs.json("{'spec':%s}".formatted(spec)))).isInstanceOf(Decoded.Unreadable.class);
    }

    @Test
    @DisplayName("a status that says what the object says is the same; a condition keeps the time of its transition")
    void status() {
        var fresh = vpa("{}", "{}");
        var draft = fresh.newStatus(NOW).condition(new ConditionUpdate("RecommendationProvided", "False", "", ""));
        assertThat(draft.isSame()).isFalse();
        var written = operation(draft.patch(), 0);
        assertThat(written.path("path").asText()).isEqualTo("/status");
        var later = vpa("{}", written.path("value").toString().replace('"', '\''));
        var again = later.newStatus(NOW.plusSeconds(60))
                .condition(new ConditionUpdate("RecommendationProvided", "False", "", ""));
        assertThat(again.isSame()).isTrue();
        assertThat(again.hasOtherConditions()).isFalse();
        var changed = later.newStatus(NOW.plusSeconds(60))
                .condition(new ConditionUpdate("RecommendationProvided", "True", "", ""));
        assertThat(changed.hasOtherConditions()).isTrue();
        assertThat(operation(changed.patch(), 0)
                        .at("/value/conditions/0/lastTransitionTime")
                        .asText())
                .isEqualTo("2026-01-01T12:01:00Z");
    }

    @Test
    @DisplayName("one condition is set and taken away while the others stay, and only if they are as they were read")
    void oneCondition() {
        var blocked = new ConditionUpdate("UpdatesBlocked", "True", "QuotaExceeded", "too much");
        var gone = new ConditionUpdate("UpdatesBlocked", "True", "", "");
        assertThat(VpaStatusDraft.conditionPatch(vpa("{}", "{}"), blocked, NOW)).isEmpty();
        var vpa = vpa("{}", "{'conditions':[{'type':'Other','status':'True'}]}");
        assertThat(VpaStatusDraft.conditionPatch(vpa, gone, NOW)).isEmpty();
        var patch = VpaStatusDraft.conditionPatch(vpa, blocked, NOW).orElseThrow();
        assertThat(operation(patch, 0).path("op").asText()).isEqualTo("test");
        assertThat(operation(patch, 1).path("value").findValuesAsText("type"))
                .containsExactly("Other", "UpdatesBlocked");
        var said = vpa(
                "{}",
                "{'conditions':%s}"
                        .formatted(operation(patch, 1).path("value").toString().replace('"', '\'')));
        assertThat(VpaStatusDraft.conditionPatch(said, blocked, NOW)).isEmpty();
        assertThat(operation(VpaStatusDraft.conditionPatch(said, gone, NOW).orElseThrow(), 1)
                        .path("value")
                        .findValuesAsText("type"))
                .containsExactly("Other");
    }

    private static ObjectNode operation(Patch patch, int index) {
        return (ObjectNode) ((Patch.JsonPatch) patch).operations().get(index);
    }
}
