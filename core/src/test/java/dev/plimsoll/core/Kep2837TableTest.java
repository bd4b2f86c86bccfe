package dev.plimsoll.core;

import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodSpecBuilder;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The sixteen rows of KEP-2837, "Comprehensive Tabular View". Each pod has two containers; the amounts are ours, since the KEP
 * shows formulas. Container-level requests are 250m and 64Mi, limits 500m and 128Mi, pod-level requests 1 and 256Mi (2 and 512Mi
 * where the containers' defaults need it), limits 2 and 512Mi.
 */
// Acceptance of KEP-2837: explicit, derived, flexible, scheduler-minimum, table-1, table-2, table-3, table-4
// Acceptance of KEP-2837: table-5, table-6, table-7, table-8, table-9, table-10, table-11, table-12, table-13
// Acceptance of KEP-2837: table-14, table-15, table-16, init-own
class Kep2837TableTest {
    private static final String CR = "cpu=250m,memory=64Mi";
    private static final String CL = "cpu=500m,memory=128Mi";
    private static final String PR = "cpu=1,memory=256Mi";
    private static final String PL = "cpu=2,memory=512Mi";

    private static PodSpecBuilder pod(String requests, String limits) {
        return PodSpec.builder().container("a", requests, limits).container("b", requests, limits);
    }

    static Stream<Kep2837Case> rows() {
        return Stream.of(
                Kep2837Case.of(
                        "row 1 [a]: when container-level requests and limits are not set, the scheduler uses the default"
                                + " minimum values for CPU and memory requests; they are not applied to the PodSpec itself",
                        pod("", ""),
                        "a spec:  / ",
                        "b spec:  / ",
                        "pod spec:  / ",
                        "scheduler: , scored as cpu=200m,memory=400Mi",
                        "pod cgroup: 1, max 100000, max",
                        "a cgroup: 1, max 100000, max",
                        "b cgroup: 1, max 100000, max"),
                Kep2837Case.of(
                        "row 2 [b]: if a request is not specified but a limit is set, the Pod Spec is modified to set the"
                                + " request equal to limit for each container",
                        pod("", CL),
                        "a spec: " + CL + " / " + CL,
                        "b spec: " + CL + " / " + CL,
                        "pod spec:  / ",
                        "scheduler: cpu=1,memory=256Mi, scored as cpu=1,memory=256Mi",
                        "pod cgroup: 39, 100000 100000, 268435456",
                        "a cgroup: 59, 50000 100000, 134217728",
                        "b cgroup: 59, 50000 100000, 134217728"),
                Kep2837Case.of(
                        "row 3: pod-level requests not set are derived from the container requests, f(CR); no limit"
                                + " anywhere is the default max",
                        pod(CR, ""),
                        "a spec: " + CR + " / ",
                        "b spec: " + CR + " / ",
                        "pod spec:  / ",
                        "scheduler: cpu=500m,memory=128Mi, scored as cpu=500m,memory=128Mi",
                        "pod cgroup: 20, max 100000, max",
                        "a cgroup: 35, max 100000, max",
                        "b cgroup: 35, max 100000, max"),
                Kep2837Case.of(
                        "row 4: if pod-level requests or limits are not set, they will be derived from the individual"
                                + " container requests and limits within the pod, f(CR) and f(CL)",
                        pod(CR, CL),
                        "a spec: " + CR + " / " + CL,
                        "b spec: " + CR + " / " + CL,
                        "pod spec:  / ",
                        "scheduler: cpu=500m,memory=128Mi, scored as cpu=500m,memory=128Mi",
                        "pod cgroup: 20, 100000 100000, 268435456",
                        "a cgroup: 35, 50000 100000, 134217728",
                        "b cgroup: 35, 50000 100000, 134217728"),
                Kep2837Case.of(
                        "row 5 [d]: when the pod-level request is not specified and cannot be inferred from the"
                                + " container-level request because it is also unset, it defaults to the limit",
                        pod("", "").podLevel("", PL),
                        "a spec:  / ",
                        "b spec:  / ",
                        "pod spec: " + PL + " / " + PL,
                        "scheduler: " + PL + ", scored as " + PL,
                        "pod cgroup: 79, 200000 100000, 536870912",
                        "a cgroup: 174, 200000 100000, 536870912",
                        "b cgroup: 174, 200000 100000, 536870912"),
                Kep2837Case.of(
                        "row 6: container-level requests default to container-level limits; now the pod-level request can"
                                + " be derived from container-level requests",
                        pod("", CL).podLevel("", PL),
                        "a spec: " + CL + " / " + CL,
                        "b spec: " + CL + " / " + CL,
                        "pod spec: " + PR + " / " + PL,
                        "scheduler: " + PR + ", scored as " + PR,
                        "pod cgroup: 39, 200000 100000, 536870912",
                        "a cgroup: 59, 50000 100000, 134217728",
                        "b cgroup: 59, 50000 100000, 134217728"),
                Kep2837Case.of(
                        "row 7 [c]: when container-level limit is not set, the pod-level limit is applied to each"
                                + " container's cgroup maximum value; this implied pod-level limit is not set in Pod spec",
                        pod(CR, "").podLevel("", PL),
                        "a spec: " + CR + " / ",
                        "b spec: " + CR + " / ",
                        "pod spec: cpu=500m,memory=128Mi / " + PL,
                        "scheduler: cpu=500m,memory=128Mi, scored as cpu=500m,memory=128Mi",
                        "pod cgroup: 20, 200000 100000, 536870912",
                        "a cgroup: 35, 200000 100000, 536870912",
                        "b cgroup: 35, 200000 100000, 536870912"),
                Kep2837Case.of(
                        "row 8: pod-level limit set, container requests and limits set: the pod-level request is f(CR),"
                                + " each container keeps its own limit",
                        pod(CR, CL).podLevel("", PL),
                        "a spec: " + CR + " / " + CL,
                        "b spec: " + CR + " / " + CL,
                        "pod spec: cpu=500m,memory=128Mi / " + PL,
                        "scheduler: cpu=500m,memory=128Mi, scored as cpu=500m,memory=128Mi",
                        "pod cgroup: 20, 200000 100000, 536870912",
                        "a cgroup: 35, 50000 100000, 134217728",
                        "b cgroup: 35, 50000 100000, 134217728"),
                Kep2837Case.of(
                        "row 9: if no pod-level limit is defined and not all the containers have explicit limits, the"
                                + " containers will have access to an unknown amount of resources, up to node allocatable",
                        pod("", "").podLevel(PR, ""),
                        "a spec:  / ",
                        "b spec:  / ",
                        "pod spec: " + PR + " / ",
                        "scheduler: " + PR + ", scored as " + PR,
                        "pod cgroup: 39, max 100000, max",
                        "a cgroup: 1, max 100000, max",
                        "b cgroup: 1, max 100000, max"),
                Kep2837Case.of(
                        "row 10 [b]: the Pod Spec is modified to set the request equal to limit for each container; when"
                                + " the pod-level limit is unset, the value will be derived from container-level limits",
                        pod("", CL).podLevel(PR, ""),
                        "a spec: " + CL + " / " + CL,
                        "b spec: " + CL + " / " + CL,
                        "pod spec: " + PR + " / " + PR,
                        "scheduler: " + PR + ", scored as " + PR,
                        "pod cgroup: 39, 100000 100000, 268435456",
                        "a cgroup: 59, 50000 100000, 134217728",
                        "b cgroup: 59, 50000 100000, 134217728"),
                Kep2837Case.of(
                        "row 11: pod-level request set, container requests set: up to the node allocatable capacity, but"
                                + " not less than their specified requests",
                        pod(CR, "").podLevel(PR, ""),
                        "a spec: " + CR + " / ",
                        "b spec: " + CR + " / ",
                        "pod spec: " + PR + " / ",
                        "scheduler: " + PR + ", scored as " + PR,
                        "pod cgroup: 39, max 100000, max",
                        "a cgroup: 35, max 100000, max",
                        "b cgroup: 35, max 100000, max"),
                Kep2837Case.of(
                        "row 12: when the pod-level limit is unset, the value will be derived from container-level limits",
                        pod(CR, CL).podLevel("cpu=750m,memory=192Mi", ""),
                        "a spec: " + CR + " / " + CL,
                        "b spec: " + CR + " / " + CL,
                        "pod spec: cpu=750m,memory=192Mi / cpu=1,memory=256Mi",
                        "scheduler: cpu=750m,memory=192Mi, scored as cpu=750m,memory=192Mi",
                        "pod cgroup: 30, 100000 100000, 268435456",
                        "a cgroup: 35, 50000 100000, 134217728",
                        "b cgroup: 35, 50000 100000, 134217728"),
                Kep2837Case.of(
                        "row 13 [c]: when both pod-level request and limit are explicitly specified, the scheduler and"
                                + " cgroups will use those values directly; the limit is each container's cgroup maximum",
                        pod("", "").podLevel(PR, PL),
                        "a spec:  / ",
                        "b spec:  / ",
                        "pod spec: " + PR + " / " + PL,
                        "scheduler: " + PR + ", scored as " + PR,
                        "pod cgroup: 39, 200000 100000, 536870912",
                        "a cgroup: 174, 200000 100000, 536870912",
                        "b cgroup: 174, 200000 100000, 536870912"),
                Kep2837Case.of(
                        "row 14: both explicitly specified are used directly; container requests default to their limits",
                        pod("", CL).podLevel(PR, PL),
                        "a spec: " + CL + " / " + CL,
                        "b spec: " + CL + " / " + CL,
                        "pod spec: " + PR + " / " + PL,
                        "scheduler: " + PR + ", scored as " + PR,
                        "pod cgroup: 39, 200000 100000, 536870912",
                        "a cgroup: 59, 50000 100000, 134217728",
                        "b cgroup: 59, 50000 100000, 134217728"),
                Kep2837Case.of(
                        "row 15 [c]: when container-level limit is not set, the pod-level limit is applied to each"
                                + " container's cgroup maximum value",
                        pod(CR, "").podLevel(PR, PL),
                        "a spec: " + CR + " / ",
                        "b spec: " + CR + " / ",
                        "pod spec: " + PR + " / " + PL,
                        "scheduler: " + PR + ", scored as " + PR,
                        "pod cgroup: 39, 200000 100000, 536870912",
                        "a cgroup: 35, 200000 100000, 536870912",
                        "b cgroup: 35, 200000 100000, 536870912"),
                Kep2837Case.of(
                        "row 16: both explicitly specified are used directly; containers keep their own",
                        pod(CR, CL).podLevel(PR, PL),
                        "a spec: " + CR + " / " + CL,
                        "b spec: " + CR + " / " + CL,
                        "pod spec: " + PR + " / " + PL,
                        "scheduler: " + PR + ", scored as " + PR,
                        "pod cgroup: 39, 200000 100000, 536870912",
                        "a cgroup: 35, 50000 100000, 134217728",
                        "b cgroup: 35, 50000 100000, 134217728"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void table(Kep2837Case row) {
        row.verify();
    }
}
