package dev.plimsoll.core.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.LimitRange;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceQuota;
import dev.plimsoll.core.model.ResourceQuota.ScopeRequirement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

// Acceptance of Kubernetes clients: quota-order
/** api.md §6.2 and §7.1: LimitRange and ResourceQuota objects. */
// Acceptance of KEP-2837: range-defaults, off-limit-range
class PolicyRulesTest {
    private static LimitRange.Item item(
            String type, String max, String min, String limit, String request, String ratio) {
        return new LimitRange.Item(
                type,
                ResourceAmounts.parse(max),
                ResourceAmounts.parse(min),
                ResourceAmounts.parse(limit),
                ResourceAmounts.parse(request),
                ResourceAmounts.parse(ratio));
    }

    private static List<String> errors(FeatureGates gates, LimitRange.Item... items) {
        var range = new LimitRange(ObjectMeta.named("lr"), List.of(items));
        return LimitRangeRules.under(gates).check(range).stream()
                .map(FieldError::toString)
                .toList();
    }

    record Row(String sentence, LimitRange.Item item, List<String> errors) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    static Stream<Row> ranges() {
        return Stream.of(
                new Row(
                        "a consistent item has no error",
                        item("Container", "cpu=2", "cpu=100m", "cpu=1", "cpu=500m", "cpu=10"),
                        List.of()),
                new Row(
                        "type must be standard or qualified",
                        item("Frog", "", "", "", "", ""),
                        List.of(
                                "spec.limits[0].type: Invalid value: \"Frog\": must be a standard limit type or fully qualified")),
                new Row(
                        "type Pod: default may not be specified",
                        item("Pod", "", "", "cpu=1", "cpu=1", ""),
                        List.of(
                                "spec.limits[0].default: Forbidden: may not be specified when `type` is 'Pod'",
                                "spec.limits[0].defaultRequest: Forbidden: may not be specified when `type` is 'Pod'")),
                new Row(
                        "a claim needs a storage bound",
                        item("PersistentVolumeClaim", "", "", "", "", ""),
                        List.of(
                                "spec.limits[0].limits: Required value: either minimum or maximum storage value is required, but neither was provided")),
                new Row(
                        "min above max",
                        item("Container", "cpu=1", "cpu=2", "", "", ""),
                        List.of(
                                "spec.limits[0].min[cpu]: Invalid value: \"2\": min value 2 is greater than max value 1")),
                new Row(
                        "default request outside min and max and above the default",
                        item("Container", "cpu=3", "cpu=1", "cpu=2", "cpu=4", ""),
                        List.of(
                                "spec.limits[0].defaultRequest[cpu]: Invalid value: \"4\": default request value 4 is greater than max value 3",
                                "spec.limits[0].defaultRequest[cpu]: Invalid value: \"4\": default request value 4 is greater than default limit value 2")),
                new Row(
                        "default below min shows min",
                        item("Container", "", "cpu=2", "cpu=1", "cpu=2", ""),
                        List.of(
                                "spec.limits[0].defaultRequest[cpu]: Invalid value: \"2\": default request value 2 is greater than default limit value 1",
                                "spec.limits[0].default[cpu]: Invalid value: \"2\": min value 2 is greater than default value 1")),
                new Row(
                        "default above max shows max",
                        item("Container", "cpu=1", "", "cpu=2", "", ""),
                        List.of(
                                "spec.limits[0].default[cpu]: Invalid value: \"1\": default value 2 is greater than max value 1")),
                new Row(
                        "ratio below 1",
                        item("Container", "", "", "", "", "cpu=500m"),
                        List.of(
                                "spec.limits[0].maxLimitRequestRatio[cpu]: Invalid value: \"500m\": ratio 500m is less than 1")),
                new Row(
                        "ratio above max/min",
                        item("Container", "cpu=2", "cpu=1", "", "", "cpu=3"),
                        List.of(
                                "spec.limits[0].maxLimitRequestRatio[cpu]: Invalid value: \"3\": ratio 3 is greater than max/min = 2.000000")),
                new Row(
                        "huge pages: default must equal defaultRequest",
                        item("Container", "", "", "hugepages-2Mi=4Mi", "hugepages-2Mi=2Mi", ""),
                        List.of(
                                "spec.limits[0].defaultRequest[hugepages-2Mi]: Invalid value: \"2Mi\": default value 4Mi must equal to defaultRequest value 2Mi in hugepages-2Mi")),
                new Row(
                        "names follow the container rule",
                        item("Container", "pods=1", "", "", "", ""),
                        List.of(
                                "spec.limits[0].max[pods]: Invalid value: \"pods\": must be a standard resource for containers")));
    }

    @ParameterizedTest(name = "§6.2 {0}")
    @MethodSource("ranges")
    void limitRange(Row row) {
        assertThat(errors(FeatureGates.DEFAULT, row.item())).isEqualTo(row.errors());
    }

    @Test
    void aTypeMayStandOnce() {
        var item = item("Container", "cpu=1", "", "", "", "");
        assertThat(errors(FeatureGates.DEFAULT, item, item))
                .containsExactly("spec.limits[1].type: Duplicate value: \"Container\"");
    }

    @Test
    void withTheGatePodDefaultsMayNamePodLevelResourcesOnly() {
        var gates = FeatureGates.DEFAULT.with(Gate.LIMIT_RANGE_POD_DEFAULTS, true);
        assertThat(errors(gates, item("Pod", "", "", "cpu=1", "cpu=1", ""))).isEmpty();
        assertThat(errors(gates, item("Pod", "", "", "ephemeral-storage=1Gi", "", "")))
                .containsExactly("spec.limits[0].default[ephemeral-storage]: Unsupported value: \"ephemeral-storage\": "
                        + "supported values: \"cpu\", \"hugepages-\", \"memory\"");
    }

    private static List<String> quotaErrors(String hard, ScopeRequirement... scopes) {
        var quota = new ResourceQuota(
                ObjectMeta.named("q"),
                ResourceAmounts.parse(hard),
                List.of(scopes),
                ResourceAmounts.ABSENT,
                ResourceAmounts.ABSENT);
        return QuotaRules.check(quota).stream().map(FieldError::toString).toList();
    }

    @Test
    void quotaNamesAndAmountsAreChecked() {
        assertThat(
                        quotaErrors(
                                "pods=5,requests.cpu=4,limits.memory=4Gi,requests.example.com/gpu=1,hugepages-2Mi=2Mi,count/pods=3"))
                .isEmpty();
        assertThat(quotaErrors("frogs=1"))
                .containsExactly(
                        "spec.hard[frogs]: Invalid value: \"frogs\": must be a standard resource type or fully qualified",
                        "spec.hard[frogs]: Invalid value: \"frogs\": must be a standard resource for quota");
        assertThat(quotaErrors("pods=-1"))
                .containsExactly("spec.hard[pods]: Invalid value: \"-1\": must be greater than or equal to 0");
        assertThat(quotaErrors("pods=1500m"))
                .containsExactly("spec.hard[pods]: Invalid value: \"1500m\": must be an integer");
        // The amount comes before the name.
        assertThat(quotaErrors("frogs=-1").getFirst())
                .isEqualTo("spec.hard[frogs]: Invalid value: \"-1\": must be greater than or equal to 0");
    }

    @Test
    void quotaScopesAreChecked() {
        var bestEffort = ScopeRequirement.plain("BestEffort");
        assertThat(quotaErrors("pods=1", bestEffort)).isEmpty();
        assertThat(quotaErrors("requests.cpu=1", bestEffort))
                .containsExactly("spec.scopes: Invalid value: [\"BestEffort\"]: unsupported scope applied to resource");
        assertThat(quotaErrors("pods=1", ScopeRequirement.plain("Frog")))
                .first()
                .asString()
                .isEqualTo("spec.scopes: Invalid value: [\"Frog\"]: unsupported scope");
        assertThat(quotaErrors("pods=1", bestEffort, ScopeRequirement.plain("NotBestEffort")))
                .containsExactly("spec.scopes: Invalid value: [\"BestEffort\",\"NotBestEffort\"]: conflicting scopes");
        assertThat(quotaErrors("pods=1", new ScopeRequirement("PriorityClass", "In", List.of())))
                .containsExactly("spec.scopeSelector.matchExpressions.values: Required value: "
                        + "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector");
    }
}
