package dev.plimsoll.core.podsecurity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.podsecurity.checks.Violation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What labels of a namespace mean. */
class NamespacePolicyTest {
    private static NamespacePolicy policy(String labels) {
        var read = new HashMap<String, String>();
        for (var label : labels.split(" ", -1)) {
            var parts = label.split("=", 2);
            if (parts.length == 2) read.put(NamespacePolicy.PREFIX + parts[0], parts[1]);
        }
        return NamespacePolicy.of(read, NamespacePolicy.PRIVILEGED);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', emptyValue = "", textBlock = """
            no label: everything is allowed            | none                                        | privileged:latest | privileged:latest | privileged:latest
            each mode has its level                    | enforce=baseline audit=restricted warn=restricted | baseline:latest | restricted:latest | restricted:latest
            each mode has its version                  | audit=baseline audit-version=v1.24          | privileged:latest | baseline:v1.24 | privileged:latest
            a newer version is kept as it is written   | enforce=baseline enforce-version=v1.99      | baseline:v1.99 | privileged:latest | baseline:v1.99
            warnings follow what is enforced           | enforce=restricted enforce-version=v1.30    | restricted:v1.30 | privileged:latest | restricted:v1.30
            they follow with a version of their own    | enforce=restricted warn-version=v1.20       | restricted:latest | privileged:latest | restricted:v1.20
            a label for warnings counts                | enforce=restricted warn=privileged          | restricted:latest | privileged:latest | privileged:latest
            an unreadable level is enforced strictly   | enforce=foo                                 | restricted:latest | privileged:latest | restricted:latest
            an unreadable level of others means none   | audit=foo warn=foo                          | privileged:latest | privileged:latest | privileged:latest
            an unreadable version is the latest        | enforce=baseline enforce-version=1.24       | baseline:latest | privileged:latest | baseline:latest
            """)
    void modes(String rule, String labels, String enforce, String audit, String warn) {
        var policy = policy(labels);
        assertThat(policy.enforce()).as(rule).hasToString(enforce);
        assertThat(policy.audit()).hasToString(audit);
        assertThat(policy.warn()).hasToString(warn);
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "latest,true",
        "v1.0,true",
        "v1.37,true",
        "v1.007,false",
        "v1.,false",
        "1.24,false",
        "v2.1,false",
        "v1.x,false",
        "v1.9999999999,false",
        "'',false"
    })
    void versions(String text, boolean readable) {
        assertThat(PolicyVersion.parse(text).isPresent()).isEqualTo(readable);
    }

    @Test
    void whatIsWrongWithLabels() {
        assertThat(policy("enforce=foo audit-version=1").errors())
                .extracting(Object::toString)
                .containsExactly(
                        "metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: \"foo\": must be one of"
                                + " privileged, baseline, restricted",
                        "metadata.labels[pod-security.kubernetes.io/audit-version]: Invalid value: \"1\": must be \"latest\""
                                + " or \"v1.x\"");
    }

    @ParameterizedTest(name = "{0} -> {1}: {2}")
    @CsvSource({
        "enforce=privileged,enforce=baseline,true",
        "enforce=baseline,enforce=restricted,true",
        "enforce=restricted,enforce=baseline,false",
        "enforce=baseline,enforce=baseline,false",
        "enforce=baseline,enforce=privileged enforce-version=v1.3,false",
        "enforce=restricted,enforce=baseline enforce-version=v1.3,true"
    })
    void tightening(String before, String after, boolean stricter) {
        assertThat(policy(after).isStricterThan(policy(before))).isEqualTo(stricter);
    }

    @Test
    void existingPodsAreToldByTheirReasons() {
        var one = List.of(new Violation("privileged", "x"), new Violation("hostPort", "y"));
        var other = List.of(new Violation("privileged", "z"));
        var pods = Map.of(
                "b", one, "a", one, "d", other, "c", other, "e", other, "z", List.of(new Violation("sysctls", "")));
        assertThat(ViolationText.ofNamespace("ns", policy("enforce=baseline").enforce(), pods, 6, 6))
                .containsExactly(
                        "existing pods in namespace \"ns\" violate the new PodSecurity enforce level \"baseline:latest\"",
                        "a (and 1 other pod): privileged, hostPort",
                        "c (and 2 other pods): privileged",
                        "z: sysctls");
        assertThat(ViolationText.ofNamespace("ns", policy("enforce=baseline").enforce(), Map.of(), 3000, 3001))
                .containsExactly(
                        "new PodSecurity enforce level only checked against the first 3000 of 3001 existing pods");
    }

    @Test
    void aPrivilegedNamespaceAsksNothing() {
        assertThat(policy("").isPrivileged()).isTrue();
        assertThat(policy("enforce-version=v1.20").isPrivileged()).isTrue();
        assertThat(policy("warn=foo").isPrivileged()).isFalse();
    }
}
