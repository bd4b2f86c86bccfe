package dev.plimsoll.core.estimation.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodNamesTest {
    private static final Set<WorkloadName> WORKLOADS = Stream.of(
                    "Deployment/web",
                    "Deployment/web-api",
                    "StatefulSet/db",
                    "DaemonSet/agent",
                    "CronJob/report",
                    "Job/import",
                    "ReplicaSet/lone")
            .map(text -> text.split("/", -1))
            .map(parts -> new WorkloadName("shop", parts[0], parts[1]))
            .collect(Collectors.toSet());

    @ParameterizedTest(name = "{0} was of {1}")
    @CsvSource({
        "web-7d9c5b4f6d-x2k9z, Deployment/web",
        "web-api-7d9c5b4f6d-x2k9z, Deployment/web-api",
        "db-12, StatefulSet/db",
        "agent-bcdfg, DaemonSet/agent",
        "report-29000000-x2k9z, CronJob/report",
        "import-x2k9z, Job/import",
        "lone-x2k9z, ReplicaSet/lone",
        "web-7d9c5b4f6d-aeiou,",
        "web,",
        "other-7d9c5b4f6d-x2k9z,",
        "db-x,",
        "-x2k9z,",
    })
    void aPodThatIsGoneIsKnownByItsName(String pod, String owner) {
        var found = PodNames.owner("shop", pod, WORKLOADS);
        assertThat(found.map(name -> name.kind() + "/" + name.name()).orElse(null))
                .isEqualTo(owner);
        assertThat(PodNames.owner("other", pod, WORKLOADS)).isEmpty();
    }
}
