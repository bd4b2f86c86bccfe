package dev.plimsoll.fakes.resize;

import dev.plimsoll.fakes.resize.AskedResources.Part;
import java.util.ArrayList;
import java.util.List;

/**
 * One resize there and back.
 *
 * @param isPut whether the whole pod is sent, rather than a patch
 * @param restarts how often containers start again because of it
 * @param isUndone whether the resize can be taken back
 */
public record ResizeScenario(
        String name, boolean isPut, AskedResources before, AskedResources after, int restarts, boolean isUndone) {
    @Override
    public String toString() {
        return name;
    }

    /** The same with so many times the CPU: an emulated machine does not start containers on a fiftieth of one. */
    public ResizeScenario withCpu(int times) {
        return new ResizeScenario(name, isPut, before.withCpu(times), after.withCpu(times), restarts, isUndone);
    }

    private static Part part(String name, String amounts) {
        return new Part(name, false, amounts, amounts, List.of());
    }

    private static Part part(String name, String requests, String limits) {
        return new Part(name, false, requests, limits, List.of());
    }

    private static Part restarting(String name, String amounts, String... resources) {
        return new Part(name, false, amounts, amounts, List.of(resources));
    }

    private static Part sidecar(String name, String amounts) {
        return new Part(name, true, amounts, amounts, List.of());
    }

    private static AskedResources pod(Part... parts) {
        return new AskedResources("", "", List.of(parts));
    }

    private static AskedResources podLevel(String requests, String limits, Part... parts) {
        return new AskedResources(requests, limits, List.of(parts));
    }

    /** Guaranteed and Burstable pods and those with pod-level resources, one to six containers, sidecars, both directions. */
    public static List<ResizeScenario> all() {
        var base = "cpu=20m,memory=35Mi";
        var more = "cpu=25m,memory=40Mi";
        var less = "cpu=15m,memory=30Mi";
        var all = new ArrayList<ResizeScenario>();
        for (var isPut : List.of(false, true)) {
            var by = isPut ? ", by PUT" : ", by PATCH";
            all.addAll(List.of(
                    new ResizeScenario(
                            "one guaranteed container grows" + by,
                            isPut,
                            pod(part("c1", base)),
                            pod(part("c1", more)),
                            0,
                            true),
                    new ResizeScenario(
                            "one container: more CPU, less memory" + by,
                            isPut,
                            pod(part("c1", base), sidecar("side", base)),
                            pod(part("c1", "cpu=25m,memory=30Mi"), sidecar("side", base)),
                            0,
                            true),
                    new ResizeScenario(
                            "the pod level alone" + by,
                            isPut,
                            podLevel(
                                    "cpu=80m,memory=95Mi", "cpu=80m,memory=95Mi", part("c1", "", ""), part("c2", base)),
                            podLevel(
                                    "cpu=85m,memory=100Mi",
                                    "cpu=85m,memory=100Mi",
                                    part("c1", "", ""),
                                    part("c2", base)),
                            0,
                            true)));
        }
        all.addAll(List.of(
                new ResizeScenario(
                        "a container and its sidecar",
                        false,
                        pod(part("c1", base), sidecar("side", base)),
                        pod(part("c1", more), sidecar("side", more)),
                        0,
                        true),
                new ResizeScenario(
                        "three containers, the first two grow, the last shrinks, more in all",
                        false,
                        pod(part("c1", base), part("c2", base), part("c3", base)),
                        pod(part("c1", more), part("c2", more), part("c3", less)),
                        0,
                        true),
                new ResizeScenario(
                        "three containers, less in all",
                        false,
                        pod(part("c1", base), part("c2", base), part("c3", base)),
                        pod(part("c1", less), part("c2", more), part("c3", less)),
                        0,
                        true),
                new ResizeScenario(
                        "three containers, CPU and memory go different ways",
                        false,
                        pod(part("c1", base), part("c2", base), part("c3", base)),
                        pod(part("c1", "cpu=25m,memory=30Mi"), part("c2", "cpu=15m,memory=40Mi"), part("c3", base)),
                        0,
                        true),
                new ResizeScenario(
                        "CPU restarts and only CPU changes",
                        false,
                        pod(restarting("c1", base, "cpu")),
                        pod(restarting("c1", "cpu=25m,memory=35Mi", "cpu")),
                        1,
                        true),
                new ResizeScenario(
                        "CPU restarts and only memory changes",
                        false,
                        pod(restarting("c1", base, "cpu")),
                        pod(restarting("c1", "cpu=20m,memory=40Mi", "cpu")),
                        0,
                        true),
                new ResizeScenario(
                        "CPU and memory restart and both change",
                        false,
                        pod(restarting("c1", base, "cpu", "memory")),
                        pod(restarting("c1", more, "cpu", "memory")),
                        1,
                        true),
                new ResizeScenario(
                        "a burstable container: its requests",
                        false,
                        pod(part("c1", base, "cpu=30m,memory=45Mi")),
                        pod(part("c1", more, "cpu=30m,memory=45Mi")),
                        0,
                        true),
                new ResizeScenario(
                        "a burstable container: its limits",
                        false,
                        pod(part("c1", base, "cpu=30m,memory=45Mi")),
                        pod(part("c1", base, "cpu=35m,memory=50Mi")),
                        0,
                        true),
                new ResizeScenario(
                        "six containers, requests and limits added and changed",
                        false,
                        pod(
                                part("c1", "cpu=20m", ""),
                                part("c2", "memory=35Mi", ""),
                                part("c3", base, ""),
                                part("c4", base, "cpu=30m,memory=45Mi"),
                                part("c5", base, "cpu=30m,memory=45Mi"),
                                part("c6", "", "")),
                        pod(
                                part("c1", "cpu=20m", "cpu=30m"),
                                part("c2", "memory=35Mi", "memory=45Mi"),
                                part("c3", base, "cpu=30m,memory=45Mi"),
                                part("c4", less, "cpu=30m,memory=45Mi"),
                                part("c5", base, "cpu=35m,memory=50Mi"),
                                part("c6", base, "")),
                        0,
                        false),
                new ResizeScenario(
                        "amounts that come to the same values",
                        false,
                        pod(part("c1", "cpu=2m", "cpu=10m")),
                        pod(part("c1", "cpu=1m", "cpu=5m")),
                        0,
                        true),
                new ResizeScenario(
                        "pod level and containers, guaranteed, with a sidecar",
                        false,
                        podLevel("cpu=80m,memory=95Mi", "cpu=80m,memory=95Mi", part("c1", base), sidecar("side", base)),
                        podLevel("cpu=90m,memory=85Mi", "cpu=90m,memory=85Mi", part("c1", more), sidecar("side", base)),
                        0,
                        true),
                new ResizeScenario(
                        "pod level, burstable: requests one way, limits the other",
                        false,
                        podLevel(
                                "cpu=80m,memory=95Mi", "cpu=90m,memory=105Mi", part("c1", base, "cpu=30m,memory=45Mi")),
                        podLevel(
                                "cpu=75m,memory=90Mi", "cpu=95m,memory=110Mi", part("c1", base, "cpu=30m,memory=45Mi")),
                        0,
                        true),
                new ResizeScenario(
                        "the pod level alone, and a container without a limit that restarts for CPU",
                        false,
                        podLevel(
                                "cpu=80m,memory=95Mi",
                                "cpu=80m,memory=95Mi",
                                new Part("c1", false, "", "", List.of("cpu"))),
                        podLevel(
                                "cpu=85m,memory=95Mi",
                                "cpu=85m,memory=95Mi",
                                new Part("c1", false, "", "", List.of("cpu"))),
                        1,
                        true)));
        return all;
    }
}
