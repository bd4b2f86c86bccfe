package dev.plimsoll.core;

import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodSpecBuilder;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The nine cases of KEP-2837, "Clarifying Tricky Cases and Design Decisions with Pod Level Resources". */
// Acceptance of KEP-2837: case-1, case-2, case-3, case-4, case-5, case-6, case-7, case-8, case-9
class Kep2837TrickyCasesTest {
    private static PodSpecBuilder pod(String requests, String limits) {
        return PodSpec.builder().podLevel(requests, limits);
    }

    static Stream<Kep2837Case> cases() {
        return Stream.of(
                Kep2837Case.of(
                        "1: as pod-level limit is set, pod-level request defaults to pod-level limit in Pod Spec; we set"
                                + " container-level limit equal to pod-level limit in cgroup configuration",
                        pod("", "memory=100Gi").container("a", "", "").container("b", "", ""),
                        "a spec:  / ",
                        "b spec:  / ",
                        "pod spec: memory=100Gi / memory=100Gi",
                        "scheduler: memory=100Gi, scored as cpu=200m,memory=100Gi",
                        "pod cgroup: 1, max 100000, 107374182400",
                        "a cgroup: 1, max 100000, 107374182400",
                        "b cgroup: 1, max 100000, 107374182400"),
                Kep2837Case.of(
                        "2: Pod-Level Request of 120Gi > Pod-Level Limit of 100 Gi which makes this PodSpec invalid",
                        pod("", "memory=100Gi")
                                .container("a", "", "memory=60Gi")
                                .container("b", "", "memory=60Gi"),
                        "a spec: memory=60Gi / memory=60Gi",
                        "b spec: memory=60Gi / memory=60Gi",
                        "pod spec: memory=120Gi / memory=100Gi",
                        "error: spec.resources.requests: Invalid value: \"120Gi\": must be less than or equal to memory"
                                + " limit of 100Gi"),
                Kep2837Case.of(
                        "3: the pod-level request will be calculated as sum of container level request which is equal to"
                                + " 100Gi; container-level limit will be set equal to pod-level limit only in cgroup settings",
                        pod("", "memory=200Gi")
                                .container("a", "memory=50Gi", "")
                                .container("b", "memory=50Gi", ""),
                        "a spec: memory=50Gi / ",
                        "b spec: memory=50Gi / ",
                        "pod spec: memory=100Gi / memory=200Gi",
                        "scheduler: memory=100Gi, scored as cpu=200m,memory=100Gi",
                        "pod cgroup: 1, max 100000, 214748364800",
                        "a cgroup: 1, max 100000, 214748364800",
                        "b cgroup: 1, max 100000, 214748364800"),
                Kep2837Case.of(
                        "4: memory.max=max in the pod-level cgroup; container level cgroup setting for cpu.weight defaults"
                                + " to 1 and cpu.max defaults to \"max 100000\"",
                        pod("memory=100Gi", "").container("a", "", "").container("b", "", ""),
                        "a spec:  / ",
                        "b spec:  / ",
                        "pod spec: memory=100Gi / ",
                        "scheduler: memory=100Gi, scored as cpu=200m,memory=100Gi",
                        "pod cgroup: 1, max 100000, max",
                        "a cgroup: 1, max 100000, max",
                        "b cgroup: 1, max 100000, max"),
                Kep2837Case.of(
                        "5: pod-level specified request is less than aggregated container-level requests which makes this"
                                + " pod invalid",
                        pod("memory=100Gi", "")
                                .container("a", "", "memory=60Gi")
                                .container("b", "", "memory=60Gi"),
                        "a spec: memory=60Gi / memory=60Gi",
                        "b spec: memory=60Gi / memory=60Gi",
                        "pod spec: memory=100Gi / memory=120Gi",
                        "error: spec.resources.requests[memory]: Invalid value: \"100Gi\": must be greater than or equal to"
                                + " aggregate container requests of 120Gi"),
                Kep2837Case.of(
                        "6: as container-level request is set for at least 1 container, pod-level request = 50 Gi;"
                                + " container-level limit for container 2 will be set equal to pod-level limit only in"
                                + " cgroup settings",
                        pod("", "memory=100Gi")
                                .container("a", "memory=50Gi", "memory=60Gi")
                                .container("b", "", ""),
                        "a spec: memory=50Gi / memory=60Gi",
                        "b spec:  / ",
                        "pod spec: memory=50Gi / memory=100Gi",
                        "scheduler: memory=50Gi, scored as cpu=200m,memory=50Gi",
                        "pod cgroup: 1, max 100000, 107374182400",
                        "a cgroup: 1, max 100000, 64424509440",
                        "b cgroup: 1, max 100000, 107374182400"),
                Kep2837Case.of(
                        "7: as container-level limits are not set for all containers (only 1 container has limits"
                                + " specified) in this pod, there's no way to derive pod-level limits",
                        pod("memory=100Gi", "")
                                .container("a", "", "memory=60Gi")
                                .container("b", "", ""),
                        "a spec: memory=60Gi / memory=60Gi",
                        "b spec:  / ",
                        "pod spec: memory=100Gi / ",
                        "scheduler: memory=100Gi, scored as cpu=200m,memory=100Gi",
                        "pod cgroup: 1, max 100000, max",
                        "a cgroup: 1, max 100000, 64424509440",
                        "b cgroup: 1, max 100000, max"),
                Kep2837Case.of(
                        "8: the containers in this pod will have access to an unknown amount of resources, up to the node"
                                + " allocatable capacity, but not less than their specified requests",
                        pod("cpu=1,memory=100Gi", "").container("a", "", "").container("b", "", ""),
                        "a spec:  / ",
                        "b spec:  / ",
                        "pod spec: cpu=1,memory=100Gi / ",
                        "scheduler: cpu=1,memory=100Gi, scored as cpu=1,memory=100Gi",
                        "pod cgroup: 39, max 100000, max",
                        "a cgroup: 1, max 100000, max",
                        "b cgroup: 1, max 100000, max"),
                Kep2837Case.of(
                        "9: so pod-level request is equal = 10 Gi + 20 Gi + 20 Gi = 50 Gi",
                        pod("", "memory=100Gi")
                                .container("a", "memory=10Gi", "")
                                .container("b", "memory=20Gi", "")
                                .container("c", "memory=20Gi", ""),
                        "a spec: memory=10Gi / ",
                        "b spec: memory=20Gi / ",
                        "c spec: memory=20Gi / ",
                        "pod spec: memory=50Gi / memory=100Gi",
                        "scheduler: memory=50Gi, scored as cpu=300m,memory=50Gi",
                        "pod cgroup: 1, max 100000, 107374182400",
                        "a cgroup: 1, max 100000, 107374182400",
                        "b cgroup: 1, max 100000, 107374182400",
                        "c cgroup: 1, max 100000, 107374182400"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void trickyCase(Kep2837Case row) {
        row.verify();
    }
}
