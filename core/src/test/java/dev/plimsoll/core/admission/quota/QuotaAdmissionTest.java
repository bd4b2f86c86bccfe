package dev.plimsoll.core.admission.quota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ContainerStatus;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceQuota;
import dev.plimsoll.core.model.ResourceQuota.ScopeRequirement;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** api.md §7.3 to §7.5. */
// Acceptance of KEP-1287: quota-max, quota-resize, quota-shrink
class QuotaAdmissionTest {
    private static final QuotaAdmission ADMISSION = QuotaAdmission.DEFAULT;

    private static ResourceQuota quota(String hard, String used, ScopeRequirement... scopes) {
        var enforced = ResourceAmounts.parse(hard);
        return new ResourceQuota(
                ObjectMeta.named("q1"), enforced, List.of(scopes), enforced, ResourceAmounts.parse(used));
    }

    private static Pod pod(PodSpec spec) {
        return Pod.of("web", spec);
    }

    private static String refusal(QuotaDecision decision) {
        return switch (decision) {
            case QuotaDecision.Refused refused -> refused.message();
            case QuotaDecision.Fits(var charges) ->
                "fits, "
                        + charges.stream()
                                .map(charge -> charge.delta().toString())
                                .toList();
        };
    }

    record Row(String sentence, PodSpec spec, ResourceQuota quota, String answer) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    static Stream<Row> creates() {
        var asking = PodSpec.builder().container("a", "cpu=1", "").build();
        return Stream.of(
                new Row(
                        "§7.4 5 used + delta > hard lists only exceeded names",
                        asking,
                        quota("requests.cpu=4,pods=10", "requests.cpu=3500m,pods=1"),
                        "exceeded quota: q1, requested: requests.cpu=1, used: requests.cpu=3500m, limited: requests.cpu=4"),
                new Row(
                        "§7.4 6 else used += delta",
                        asking,
                        quota("requests.cpu=4,pods=10", "requests.cpu=3,pods=1"),
                        "fits, [pods=1,requests.cpu=1]"),
                new Row(
                        "§7.4 1 every regular and init container must have each tracked resource",
                        PodSpec.builder()
                                .container("b", "", "cpu=1")
                                .container("a", "", "memory=1Gi")
                                .build(),
                        quota("limits.cpu=4,limits.memory=4Gi", "limits.cpu=0,limits.memory=0"),
                        "failed quota: q1: must specify limits.cpu for: a; limits.memory for: b"),
                new Row(
                        "§7.4 1 with pod-level resources nothing is required of containers",
                        PodSpec.builder()
                                .podLevel("cpu=1", "cpu=2")
                                .container("a", "", "")
                                .build(),
                        quota("limits.cpu=4", "limits.cpu=0"),
                        "fits, [limits.cpu=2]"),
                new Row(
                        "§7.4 2 status.used lacks a tracked name",
                        asking,
                        quota("requests.cpu=4,pods=10", "pods=1"),
                        "status unknown for quota: q1, resources: requests.cpu"),
                new Row(
                        "§7.4 3 negative usage",
                        PodSpec.builder().container("a", "cpu=-1", "").build(),
                        quota("requests.cpu=4", "requests.cpu=0"),
                        "quota usage is negative for resource(s): requests.cpu"),
                new Row(
                        "§7.3 a quota without a pod name is not relevant",
                        asking,
                        quota("services=1", "services=1"),
                        "fits, []"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("creates")
    void create(Row row) {
        assertThat(refusal(ADMISSION.create(pod(row.spec()), List.of(row.quota()), Instant.EPOCH)))
                .isEqualTo(row.answer());
    }

    private static Pod running(String spec, String held) {
        var requests = ResourceAmounts.parse(held);
        var status =
                new ContainerStatus("c", true, ResourceRequirements.of(requests, ResourceAmounts.ABSENT), requests);
        return pod(PodSpec.builder().container("c", spec, "").build())
                .withStatus(new PodStatus(
                        "Running",
                        "Burstable",
                        1,
                        List.of(),
                        List.of(status),
                        List.of(),
                        ResourceRequirements.ABSENT,
                        ResourceAmounts.ABSENT));
    }

    private static String resize(String from, String to, String used) {
        var update = new QuotaAdmission.Update(running(from, from), running(to, from));
        return refusal(ADMISSION.update(update, List.of(quota("requests.cpu=4", used)), Instant.EPOCH));
    }

    @Test
    void aResizeIsChargedOnlyForWhatItNeedsMore() {
        assertThat(resize("cpu=1", "cpu=3", "requests.cpu=1")).as("§7.5 1→3").isEqualTo("fits, [requests.cpu=2]");
        assertThat(resize("cpu=3", "cpu=1", "requests.cpu=3"))
                .as("§7.5 3→1: quota drops only when status shows 1")
                .isEqualTo("fits, []");
        assertThat(resize("cpu=1", "cpu=5", "requests.cpu=1"))
                .as("§7.5 1→5")
                .isEqualTo(
                        "exceeded quota: q1, requested: requests.cpu=4, used: requests.cpu=1, limited: requests.cpu=4");
    }

    record Scope(String sentence, ScopeRequirement scope, Pod pod, boolean counted) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    private static ScopeRequirement plain(String name) {
        return ScopeRequirement.plain(name);
    }

    private static Pod placed(String priorityClass, long deadline, boolean crossNamespace) {
        return pod(PodSpec.builder()
                .container(Container.of("a", ResourceRequirements.ABSENT))
                .placement(new PodPlacement("", priorityClass, PodPlacement.UNSET, deadline, crossNamespace, List.of()))
                .build());
    }

    static Stream<Scope> scopes() {
        var simple = placed("", PodPlacement.UNSET, false);
        return Stream.of(
                new Scope(
                        "Terminating: activeDeadlineSeconds set and >= 0",
                        plain("Terminating"),
                        placed("", 0, false),
                        true),
                new Scope("NotTerminating: otherwise", plain("NotTerminating"), simple, true),
                new Scope("a pod without a deadline is not Terminating", plain("Terminating"), simple, false),
                new Scope("BestEffort is computed when the status has no class", plain("BestEffort"), simple, true),
                new Scope(
                        "BestEffort follows status.qosClass",
                        plain("BestEffort"),
                        simple.withStatus(PodStatus.NONE.withQosClass("Burstable")),
                        false),
                new Scope("NotBestEffort", plain("NotBestEffort"), simple, false),
                new Scope(
                        "PriorityClass Exists: non-empty priorityClassName",
                        plain("PriorityClass"),
                        placed("high", PodPlacement.UNSET, false),
                        true),
                new Scope(
                        "PriorityClass In",
                        new ScopeRequirement("PriorityClass", "In", List.of("high")),
                        placed("low", PodPlacement.UNSET, false),
                        false),
                new Scope(
                        "PriorityClass NotIn",
                        new ScopeRequirement("PriorityClass", "NotIn", List.of("high")),
                        placed("low", PodPlacement.UNSET, false),
                        true),
                new Scope(
                        "PriorityClass DoesNotExist",
                        new ScopeRequirement("PriorityClass", "DoesNotExist", List.of()),
                        simple,
                        true),
                new Scope(
                        "CrossNamespacePodAffinity: a term with namespaces",
                        plain("CrossNamespacePodAffinity"),
                        placed("", PodPlacement.UNSET, true),
                        true));
    }

    @ParameterizedTest(name = "§7.3 {0}")
    @MethodSource("scopes")
    void scope(Scope row) {
        var decision = ADMISSION.create(row.pod(), List.of(quota("pods=0", "pods=0", row.scope())), Instant.EPOCH);
        assertThat(decision instanceof QuotaDecision.Refused).isEqualTo(row.counted());
    }
}
