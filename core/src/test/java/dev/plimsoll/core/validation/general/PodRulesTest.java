package dev.plimsoll.core.validation.general;

import static dev.plimsoll.core.validation.general.Row.row;

import dev.plimsoll.core.model.PodDetails.Toleration;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PodRulesTest {
    static Stream<Row> pods() {
        return Stream.of(
                row("a pod has a restart policy", p -> p.restartPolicy = "", "spec.restartPolicy: Required value"),
                row(
                        "a restart policy is one of three",
                        p -> p.restartPolicy = "never",
                        "spec.restartPolicy: Unsupported value: \"never\": supported values: \"Always\", \"OnFailure\","
                                + " \"Never\""),
                row(
                        "a DNS policy is one of four",
                        p -> p.dnsPolicy = "Cluster",
                        "spec.dnsPolicy: Unsupported value: \"Cluster\": supported values: \"ClusterFirstWithHostNet\","
                                + " \"ClusterFirst\", \"Default\", \"None\""),
                row("a known DNS policy is fine", p -> p.dnsPolicy = "ClusterFirst"),
                row(
                        "a node selector is made of labels",
                        p -> p.nodeSelector = Map.of("a b", "c d"),
                        "spec.nodeSelector: Invalid value: \"a b\": " + Texts.NAME_PART,
                        "spec.nodeSelector: Invalid value: \"c d\": " + Texts.LABEL_VALUE),
                row(
                        "a deadline is at least a second",
                        p -> p.activeDeadlineSeconds = 0,
                        "spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive"),
                row(
                        "a deadline has 32 bits",
                        p -> p.activeDeadlineSeconds = 2147483648L,
                        "spec.activeDeadlineSeconds: Invalid value: 2147483648: must be between 1 and 2147483647,"
                                + " inclusive"),
                row("the longest deadline is fine", p -> p.activeDeadlineSeconds = 2147483647),
                row("a negative grace period becomes a second", p -> p.gracePeriodSeconds = -1),
                row(
                        "names of service account, node and priority class are DNS subdomains",
                        p -> {
                            p.serviceAccountName = "A";
                            p.nodeName = "B";
                            p.priorityClassName = "C";
                        },
                        "spec.serviceAccountName: Invalid value: \"A\": " + Texts.SUBDOMAIN,
                        "spec.nodeName: Invalid value: \"B\": " + Texts.SUBDOMAIN,
                        "spec.priorityClassName: Invalid value: \"C\": " + Texts.SUBDOMAIN),
                row(
                        "host name and subdomain are DNS labels",
                        p -> {
                            p.hostname = "a.b";
                            p.subdomain = "-";
                        },
                        "spec.hostname: Invalid value: \"a.b\": must not contain dots",
                        "spec.subdomain: Invalid value: \"-\": " + Texts.LABEL),
                row(
                        "scheduling gates are qualified names that differ",
                        p -> p.schedulingGates = List.of("example.com/a", "example.com/a", ""),
                        "spec.schedulingGates[1]: Duplicate value: \"example.com/a\"",
                        "spec.schedulingGates[2]: Invalid value: \"\": name part must be non-empty",
                        "spec.schedulingGates[2]: Invalid value: \"\": " + Texts.NAME_PART),
                row(
                        "a pod with scheduling gates is on no node",
                        p -> {
                            p.schedulingGates = List.of("a");
                            p.nodeName = "node-1";
                        },
                        "spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared"),
                row(
                        "an operating system is Linux or Windows",
                        p -> p.os = "plan9",
                        "spec.os: Unsupported value: \"plan9\": supported values: \"linux\", \"windows\""),
                row("Windows is fine", p -> p.os = "windows"));
    }

    static Stream<Row> tolerations() {
        return Stream.of(
                tolerating("a key alone means that its value is empty", toleration("k", "", "", "")),
                tolerating("no key tolerates everything", toleration("", "Exists", "", "")),
                tolerating(
                        "the key of a taint is a qualified name",
                        toleration("a b", "Exists", "", ""),
                        "key: Invalid value: \"a b\": " + Texts.NAME_PART),
                tolerating(
                        "without a key the operator is Exists",
                        toleration("", "Equal", "", ""),
                        "operator: Invalid value: \"Equal\": operator must be Exists when `key` is empty, which means"
                                + " \"match all values and all keys\""),
                tolerating(
                        "a value is the value of a label, reported at the operator",
                        toleration("k", "", "-" + "v".repeat(63), ""),
                        "operator: Invalid value: \"-" + "v".repeat(63) + "\": must be no more than 63 bytes;"
                                + Texts.LABEL_VALUE),
                tolerating(
                        "Exists has no value",
                        toleration("k", "Exists", "v", ""),
                        "operator: Invalid value: \"v\": value must be empty when `operator` is 'Exists'"),
                tolerating(
                        "an operator is Equal or Exists",
                        toleration("k", "In", "v", ""),
                        "operator: Unsupported value: \"In\": supported values: \"Equal\", \"Exists\""),
                tolerating(
                        "comparisons are off",
                        toleration("k", "Lt", "5", ""),
                        "operator: Unsupported value: \"Lt\": supported values: \"Equal\", \"Exists\", \"Lt\", \"Gt\""),
                tolerating(
                        "an effect is one of three",
                        toleration("k", "Exists", "", "NoWay"),
                        "effect: Unsupported value: \"NoWay\": supported values: \"NoSchedule\", \"PreferNoSchedule\","
                                + " \"NoExecute\""),
                tolerating("seconds go with NoExecute", new Toleration("k", "Exists", "", "NoExecute", 0)),
                tolerating(
                        "seconds go with nothing else",
                        new Toleration("k", "Exists", "", "NoSchedule", 5),
                        "effect: Invalid value: \"NoSchedule\": effect must be 'NoExecute' when `tolerationSeconds` is"
                                + " set"));
    }

    private static Toleration toleration(String key, String operator, String value, String effect) {
        return new Toleration(key, operator, value, effect, PodPlacement.UNSET);
    }

    private static Row tolerating(String sentence, Toleration toleration, String... errors) {
        var paths = Stream.of(errors).map("spec.tolerations[0]."::concat).toArray(String[]::new);
        return row(sentence, p -> p.tolerations = List.of(toleration), paths);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"pods", "tolerations"})
    void pod(Row row) {
        row.verify();
    }
}
