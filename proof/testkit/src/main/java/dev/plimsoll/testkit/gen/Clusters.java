package dev.plimsoll.testkit.gen;

import dev.plimsoll.core.fit.Amounts;
import dev.plimsoll.core.model.HostPort;
import dev.plimsoll.core.model.PodDetails.Toleration;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.Taint;
import dev.plimsoll.core.model.scheduling.NodeAffinity;
import dev.plimsoll.core.model.scheduling.NodeTerm;
import dev.plimsoll.core.model.scheduling.Requirement;
import dev.plimsoll.core.model.scheduling.Requirement.Operator;
import dev.plimsoll.core.placement.terms.LabelQuery;
import dev.plimsoll.core.placement.terms.PodAffinity;
import dev.plimsoll.core.placement.terms.PodTerm;
import dev.plimsoll.core.placement.terms.SpreadConstraint;
import dev.plimsoll.core.placement.terms.Terms;
import dev.plimsoll.core.placement.view.NumaZones;
import dev.plimsoll.core.placement.view.PlacementNode;
import dev.plimsoll.core.placement.view.PlacementPod;
import dev.plimsoll.core.placement.view.PlacementPod.Scheduled;
import dev.plimsoll.core.placement.view.PlacementPod.SchedulingStatus;
import dev.plimsoll.core.placement.view.PlacementPod.Sized;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Small clusters in which pods get in each other's way: few labels, few sizes, taints, ports and all kinds of terms. */
public final class Clusters {
    private static final List<String> KEYS = List.of("zone", "rack");
    private static final List<String> VALUES = List.of("a", "b", "c");
    private static final List<String> EFFECTS = List.of("NoSchedule", "NoExecute", "PreferNoSchedule");

    private Clusters() {}

    /** Nodes, the pods on them, and pods that want to run. */
    public record Cluster(List<PlacementNode> nodes, List<PlacementPod> running, List<PlacementPod> waiting) {
        public Cluster {
            nodes = List.copyOf(nodes);
            running = List.copyOf(running);
            waiting = List.copyOf(waiting);
        }
    }

    public static Gen<Cluster> any() {
        return random -> {
            var nodes = new ArrayList<PlacementNode>();
            for (var i = random.nextInt(1, 9); i > 0; i--) nodes.add(node("n" + i, random));
            var running = new ArrayList<PlacementPod>();
            for (var i = random.nextInt(0, 16); i > 0; i--) {
                // some run on nodes that are not there any more
                running.add(pod("r" + i, random).on("n" + random.nextInt(1, nodes.size() + 2)));
            }
            var waiting = new ArrayList<PlacementPod>();
            for (var i = random.nextInt(1, 6); i > 0; i--) waiting.add(pod("w" + i, random));
            return new Cluster(nodes, running, waiting);
        };
    }

    private static <T> T one(List<T> values, RandomGenerator random) {
        return values.get(random.nextInt(values.size()));
    }

    private static PlacementNode node(String name, RandomGenerator random) {
        var labels = new HashMap<String, String>();
        labels.put("kubernetes.io/hostname", name);
        for (var key : KEYS) if (Gen.chance(random, 80)) labels.put(key, one(VALUES, random));
        var taints = new ArrayList<Taint>();
        for (var i = Gen.chance(random, 70) ? 0 : random.nextInt(1, 3); i > 0; i--) {
            taints.add(new Taint(one(VALUES, random), one(VALUES, random), one(EFFECTS, random)));
        }
        var allocatable = "cpu=" + random.nextInt(0, 9) + ",memory=" + random.nextInt(0, 9) + "Gi"
                + (Gen.chance(random, 30) ? ",example.com/gpu=" + random.nextInt(3) : "");
        return new PlacementNode(
                name,
                labels,
                Gen.chance(random, 10),
                taints,
                Amounts.of(ResourceAmounts.parse(allocatable)),
                random.nextInt(0, 8),
                Set.of(),
                Map.of(),
                Map.of(),
                false,
                NumaZones.NONE);
    }

    private static Amounts amounts(RandomGenerator random) {
        var text = new ArrayList<String>();
        if (Gen.chance(random, 80)) text.add("cpu=" + random.nextInt(0, 30) + "00m");
        if (Gen.chance(random, 80)) text.add("memory=" + random.nextInt(0, 40) + "00Mi");
        if (Gen.chance(random, 15)) text.add("example.com/gpu=" + random.nextInt(0, 2));
        return Amounts.of(ResourceAmounts.parse(String.join(",", text)));
    }

    private static PlacementPod pod(String name, RandomGenerator random) {
        Map<String, String> labels =
                Gen.chance(random, 70) ? Map.of("app", one(List.of("web", "db"), random)) : Map.of();
        var asks = amounts(random);
        var holds = Gen.chance(random, 80) ? asks : amounts(random);
        return new PlacementPod(
                new PlacementPod.Key(one(List.of("default", "other"), random), name, name),
                labels,
                "",
                "default-scheduler",
                random.nextInt(0, 3),
                false,
                new Sized(asks, asks),
                new Sized(holds, holds),
                Gen.chance(random, 30) ? Terms.NONE : terms(random),
                List.of(),
                new SchedulingStatus(
                        "", 1, random.nextInt(100), Gen.chance(random, 10), false, false, Scheduled.UNKNOWN),
                null);
    }

    private static Terms terms(RandomGenerator random) {
        var tolerations = new ArrayList<Toleration>();
        for (var i = random.nextInt(0, 3); i > 0; i--) {
            tolerations.add(new Toleration(
                    one(List.of("", "a", "b", "c"), random),
                    one(List.of("Exists", "Equal", ""), random),
                    one(VALUES, random),
                    one(List.of("", "NoSchedule", "PreferNoSchedule"), random),
                    0));
        }
        return new Terms(
                tolerations,
                Gen.chance(random, 15) ? Map.of(one(KEYS, random), one(VALUES, random)) : Map.of(),
                Gen.chance(random, 25) ? nodeAffinity(random) : NodeAffinity.NONE,
                Gen.chance(random, 40) ? podAffinity(random) : PodAffinity.NONE,
                Gen.chance(random, 30) ? List.of(spread(random)) : List.of(),
                Gen.chance(random, 20)
                        ? List.of(new HostPort(one(List.of("", "10.0.0.1"), random), "TCP", random.nextInt(80, 82)))
                        : List.of(),
                List.of(),
                1,
                Set.of(),
                List.of());
    }

    private static NodeAffinity nodeAffinity(RandomGenerator random) {
        var required = new ArrayList<NodeTerm>();
        for (var i = random.nextInt(0, 3); i > 0; i--) required.add(nodeTerm(random));
        var preferred = new ArrayList<NodeAffinity.Preferred>();
        for (var i = random.nextInt(0, 3); i > 0; i--) {
            preferred.add(new NodeAffinity.Preferred(random.nextInt(1, 101), nodeTerm(random)));
        }
        return new NodeAffinity(!required.isEmpty(), required, preferred);
    }

    private static NodeTerm nodeTerm(RandomGenerator random) {
        return new NodeTerm(
                List.of(new Requirement(
                        one(KEYS, random),
                        one(List.of(Operator.IN, Operator.NOT_IN, Operator.EXISTS, Operator.DOES_NOT_EXIST), random),
                        Set.of(one(VALUES, random)))),
                List.of());
    }

    private static LabelQuery query(RandomGenerator random) {
        if (Gen.chance(random, 10)) return LabelQuery.EVERYTHING;
        if (Gen.chance(random, 10)) return LabelQuery.NOTHING;
        return new LabelQuery(true, List.of(Requirement.is("app", one(List.of("web", "db"), random))));
    }

    private static PodTerm podTerm(RandomGenerator random) {
        return new PodTerm(
                one(List.of("zone", "rack", "kubernetes.io/hostname"), random),
                query(random),
                Set.of(one(List.of("default", "other"), random)),
                LabelQuery.NOTHING);
    }

    private static PodAffinity podAffinity(RandomGenerator random) {
        Gen<PodTerm> term = Clusters::podTerm;
        Gen<PodAffinity.Preferred> wish = from -> new PodAffinity.Preferred(from.nextInt(1, 101), podTerm(from));
        return new PodAffinity(
                term.list(0, 1).from(random),
                term.list(0, 1).from(random),
                wish.list(0, 2).from(random),
                wish.list(0, 2).from(random));
    }

    private static SpreadConstraint spread(RandomGenerator random) {
        return new SpreadConstraint(
                one(List.of("zone", "rack", "kubernetes.io/hostname"), random),
                random.nextInt(1, 4),
                random.nextBoolean(),
                query(random),
                random.nextInt(1, 4),
                random.nextBoolean(),
                random.nextBoolean());
    }
}
