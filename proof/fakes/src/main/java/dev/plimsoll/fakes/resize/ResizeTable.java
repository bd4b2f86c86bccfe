package dev.plimsoll.fakes.resize;

import dev.plimsoll.fakes.resize.AskedResources.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The tables of Kubernetes' own tests of resizes: every kind of pod, with every policy of restarts, in every direction, there and back.
 * A container restarts for each resize of a resource whose policy says so, and one without amounts of its own for those of the pod. Where
 * two restart there is no way back: of one pod 25 events are told, and the last one would be left out.
 */
public final class ResizeTable {
    private static final String BASE = "cpu=20m,memory=35Mi";
    private static final String LIMITS = "cpu=30m,memory=45Mi";

    /** What changes, by the name of the change: the requests, and the limits. */
    private record Change(String name, String requests, String limits) {
        boolean isOf(String resource, String requestsBefore, String limitsBefore) {
            return !amount(requests, resource).equals(amount(requestsBefore, resource))
                    || !amount(limits, resource).equals(amount(limitsBefore, resource));
        }

        private static String amount(String amounts, String resource) {
            return Stream.of(amounts.split(",", -1))
                    .filter(each -> each.startsWith(resource + "="))
                    .findFirst()
                    .orElse("");
        }

        int restarts(List<String> policies, String requestsBefore, String limitsBefore) {
            return policies.stream().anyMatch(each -> isOf(each, requestsBefore, limitsBefore)) ? 1 : 0;
        }
    }

    private static final List<List<String>> POLICIES =
            List.of(List.of(), List.of("cpu"), List.of("memory"), List.of("cpu", "memory"));

    private static final List<Change> GUARANTEED = List.of(
            same("CPU up", "cpu=25m,memory=35Mi"),
            same("memory up", "cpu=20m,memory=40Mi"),
            same("CPU and memory up", "cpu=25m,memory=40Mi"),
            same("CPU up, memory down", "cpu=25m,memory=30Mi"));

    private static final List<Change> BURSTABLE = List.of(
            new Change("CPU request", "cpu=25m,memory=35Mi", LIMITS),
            new Change("CPU limit", BASE, "cpu=35m,memory=45Mi"),
            new Change("memory request", "cpu=20m,memory=40Mi", LIMITS),
            new Change("memory limit", BASE, "cpu=30m,memory=50Mi"),
            new Change("all up", "cpu=25m,memory=40Mi", "cpu=35m,memory=50Mi"),
            new Change("CPU up, memory down", "cpu=25m,memory=30Mi", "cpu=35m,memory=40Mi"),
            new Change("requests one way, limits the other", "cpu=15m,memory=40Mi", "cpu=35m,memory=40Mi"));

    /** The pod level has 60m and 60Mi more than the container. */
    private static final String POD = "cpu=80m,memory=95Mi";

    private static final String POD_LIMITS = "cpu=90m,memory=105Mi";

    private static final List<Change> POD_GUARANTEED = List.of(
            same("CPU up", "cpu=85m,memory=95Mi"),
            same("memory up", "cpu=80m,memory=100Mi"),
            same("CPU and memory up", "cpu=85m,memory=100Mi"),
            same("CPU up, memory down", "cpu=85m,memory=90Mi"));

    private static final List<Change> POD_BURSTABLE = List.of(
            new Change("requests", "cpu=85m,memory=100Mi", POD_LIMITS),
            new Change("limits", POD, "cpu=95m,memory=110Mi"),
            new Change("all up", "cpu=85m,memory=100Mi", "cpu=95m,memory=110Mi"),
            new Change("requests one way, limits the other", "cpu=75m,memory=100Mi", "cpu=95m,memory=102Mi"));

    private ResizeTable() {}

    private static Change same(String name, String amounts) {
        return new Change(name, amounts, amounts);
    }

    /** Every row. */
    public static List<ResizeScenario> rows() {
        var rows = new ArrayList<ResizeScenario>();
        for (var policies : POLICIES) {
            for (var change : GUARANTEED) {
                rows.add(guaranteed(change, policies, false));
                if (policies.size() != 1) rows.add(guaranteed(change, policies, true));
            }
            for (var change : BURSTABLE) rows.add(burstable(change, policies));
            for (var change : POD_GUARANTEED) {
                rows.add(besidePod(change, policies));
                rows.add(onlyPod(change, policies));
            }
        }
        for (var change : POD_BURSTABLE) rows.add(burstablePod(change));
        return rows;
    }

    private static String named(String kind, Change change, List<String> policies) {
        var policy = policies.isEmpty() ? "nothing restarts" : String.join(" and ", policies) + " restart";
        return kind + ", " + policy + ": " + change.name();
    }

    private static AskedResources asking(Part... parts) {
        return new AskedResources("", "", List.of(parts));
    }

    private static Part part(String amounts, List<String> policies) {
        return new Part("c1", false, amounts, amounts, policies);
    }

    private static Part sidecar(String amounts, List<String> policies) {
        return new Part("side", true, amounts, amounts, policies);
    }

    private static ResizeScenario guaranteed(Change change, List<String> policies, boolean resizesSidecar) {
        var restarts = change.restarts(policies, BASE, BASE);
        return new ResizeScenario(
                named(resizesSidecar ? "guaranteed with its sidecar" : "guaranteed beside a sidecar", change, policies),
                false,
                asking(part(BASE, policies), sidecar(BASE, policies)),
                asking(part(change.requests(), policies), sidecar(resizesSidecar ? change.requests() : BASE, policies)),
                resizesSidecar ? 2 * restarts : restarts,
                !resizesSidecar || restarts == 0);
    }

    private static ResizeScenario burstable(Change change, List<String> policies) {
        return new ResizeScenario(
                named("burstable", change, policies),
                false,
                asking(new Part("c1", false, BASE, LIMITS, policies)),
                asking(new Part("c1", false, change.requests(), change.limits(), policies)),
                change.restarts(policies, BASE, LIMITS),
                true);
    }

    /** The container has amounts of its own: the pod's are nothing to it. */
    private static ResizeScenario besidePod(Change change, List<String> policies) {
        return new ResizeScenario(
                named("the pod around a container", change, policies),
                false,
                new AskedResources(POD, POD, List.of(part(BASE, policies))),
                new AskedResources(change.requests(), change.limits(), List.of(part(BASE, policies))),
                0,
                true);
    }

    /** What bounds container and sidecar is the pod's. */
    private static ResizeScenario onlyPod(Change change, List<String> policies) {
        var restarts = change.restarts(policies, POD, POD);
        var parts = List.of(part("", policies), sidecar("", policies));
        return new ResizeScenario(
                named("the pod alone", change, policies),
                false,
                new AskedResources(POD, POD, parts),
                new AskedResources(change.requests(), change.limits(), parts),
                2 * restarts,
                restarts == 0);
    }

    private static ResizeScenario burstablePod(Change change) {
        var parts = List.of(new Part("c1", false, BASE, LIMITS, List.of()));
        return new ResizeScenario(
                named("a burstable pod", change, List.of()),
                false,
                new AskedResources(POD, POD_LIMITS, parts),
                new AskedResources(change.requests(), change.limits(), parts),
                0,
                true);
    }
}
