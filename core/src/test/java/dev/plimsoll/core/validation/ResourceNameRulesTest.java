package dev.plimsoll.core.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.ResourceName;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Resource names: api.md §3.1. */
// Acceptance of KEP-2837: names
class ResourceNameRulesTest {
    private static final String STANDARD = "must be a standard resource type or fully qualified";
    private static final String CONTAINERS = "must be a standard resource for containers";
    private static final String EXTENDED = "doesn't follow extended resource name standard";
    private static final String QUOTA = "must be a standard resource for quota";
    private static final String SYNTAX =
            "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an"
                    + " alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is"
                    + " '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

    @FunctionalInterface
    interface Rule {
        void check(ResourceName name, String path, List<FieldError> errors);
    }

    record Row(String sentence, Rule rule, String name, List<String> errors) {
        @Override
        public String toString() {
            return sentence + ": " + name;
        }
    }

    private static Row row(String sentence, Rule rule, String name, String... details) {
        return new Row(
                sentence,
                rule,
                name,
                Stream.of(details)
                        .map(detail -> "at[" + name + "]: Invalid value: \"" + name + "\": " + detail)
                        .toList());
    }

    private static Row unsupported(String name) {
        return new Row(
                "pod level: must be cpu, memory or hugepages-*",
                ResourceNameRules::checkForPodLevel,
                name,
                List.of("at[" + name + "]: Unsupported value: \"" + name
                        + "\": supported values: \"cpu\", \"hugepages-\", \"memory\""));
    }

    static Stream<Row> rows() {
        Rule any = ResourceNameRules::checkAnywhere;
        Rule containers = ResourceNameRules::checkForContainers;
        Rule podLevel = ResourceNameRules::checkForPodLevel;
        Rule quota = ResourceNameRules::checkForQuota;
        var standard = Stream.of(
                        "cpu",
                        "memory",
                        "ephemeral-storage",
                        "storage",
                        "pods",
                        "resourcequotas",
                        "services",
                        "replicationcontrollers",
                        "secrets",
                        "configmaps",
                        "persistentvolumeclaims",
                        "services.nodeports",
                        "services.loadbalancers",
                        "requests.cpu",
                        "requests.memory",
                        "requests.ephemeral-storage",
                        "requests.storage",
                        "limits.cpu",
                        "limits.memory",
                        "limits.ephemeral-storage",
                        "hugepages-2Mi",
                        "requests.hugepages-2Mi")
                .map(name -> row("any: a standard name", any, name));
        var others = Stream.of(
                row("any: qualified-name syntax", any, "a_", SYNTAX),
                row("any: no / and not a known standard name", any, "foo", STANDARD),
                row("any: limits.storage is not standard", any, "limits.storage", STANDARD),
                row("any: limits of huge pages are not standard", any, "limits.hugepages-2Mi", STANDARD),
                row("any: fully qualified", any, "example.com/foo"),
                row("containers: cpu", containers, "cpu"),
                row("containers: memory", containers, "memory"),
                row("containers: ephemeral-storage", containers, "ephemeral-storage"),
                row("containers: huge pages", containers, "hugepages-1Gi"),
                row("containers: a name like foo gives two errors", containers, "foo", STANDARD, CONTAINERS),
                row("containers: bad syntax is also not standard", containers, "a_", SYNTAX, CONTAINERS),
                row("containers: standard, but not for containers", containers, "storage", CONTAINERS),
                row("containers: standard, but not for containers", containers, "requests.cpu", CONTAINERS),
                row("containers: extended", containers, "example.com/gpu"),
                row("containers: native with a domain", containers, "x.kubernetes.io/thing"),
                row("containers: no requests. prefix", containers, "requests.example.com/gpu", EXTENDED),
                row(
                        "containers: still qualified when prefixed by requests.",
                        containers,
                        "d".repeat(61) + "." + "e".repeat(61) + "." + "f".repeat(61) + "." + "g".repeat(60) + "/x",
                        EXTENDED),
                row("pod level: cpu", podLevel, "cpu"),
                row("pod level: memory", podLevel, "memory"),
                row("pod level: huge pages", podLevel, "hugepages-2Mi"),
                unsupported("ephemeral-storage"),
                unsupported("example.com/gpu"),
                row("quota: no / must be a quota name", quota, "foo", STANDARD, QUOTA),
                row("quota: storage is not one", quota, "storage", QUOTA),
                row("quota: limits.cpu", quota, "limits.cpu"),
                row("quota: count/pods", quota, "count/pods"),
                row("quota: requests.example.com/gpu", quota, "requests.example.com/gpu"));
        return Stream.concat(standard, others);
    }

    @ParameterizedTest(name = "§3.1 {0}")
    @MethodSource("rows")
    void names(Row row) {
        var errors = new ArrayList<FieldError>();
        row.rule().check(ResourceName.of(row.name()), "at[" + row.name() + "]", errors);
        assertThat(errors.stream().map(Object::toString)).containsExactlyElementsOf(row.errors());
    }
}
