package dev.plimsoll.testkit.property;

import dev.plimsoll.core.fit.Amounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.Taint;
import dev.plimsoll.core.placement.terms.PodTerm;
import dev.plimsoll.core.placement.terms.SpreadConstraint;
import dev.plimsoll.core.placement.view.PlacementNode;
import dev.plimsoll.core.placement.view.PlacementPod;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The obvious twin of placement: plain lists, every pod looked at for every question, nothing remembered, nothing shared. */
final class SlowPlacement {
    private final List<PlacementNode> nodes;
    private final List<PlacementPod> pods;

    SlowPlacement(List<PlacementNode> nodes, List<PlacementPod> pods) {
        this.nodes = nodes;
        this.pods = pods;
    }

    private List<PlacementPod> on(PlacementNode node) {
        return pods.stream().filter(pod -> pod.nodeName().equals(node.name())).toList();
    }

    List<PlacementNode> feasible(PlacementPod pod) {
        return nodes.stream().filter(node -> mayRun(pod, node)).toList();
    }

    private boolean mayRun(PlacementPod pod, PlacementNode node) {
        if (node.isUnschedulable()
                && !Taint.UNSCHEDULABLE.isToleratedBy(pod.terms().tolerations())) return false;
        for (var taint : node.taints()) {
            if (taint.effect().equals("PreferNoSchedule")) continue;
            if (!taint.isToleratedBy(pod.terms().tolerations())) return false;
        }
        for (var wanted : pod.terms().nodeSelector().entrySet()) {
            if (!wanted.getValue().equals(node.labels().get(wanted.getKey()))) return false;
        }
        if (pod.terms().nodeAffinity().isRequired()
                && pod.terms().nodeAffinity().required().stream()
                        .noneMatch(term -> term.matches(node.name(), node.labels()))) return false;
        return portsAreFree(pod, node) && hasRoom(pod, node) && isEven(pod, node) && neighboursAgree(pod, node);
    }

    private boolean portsAreFree(PlacementPod pod, PlacementNode node) {
        for (var other : on(node)) {
            for (var taken : other.terms().ports()) {
                for (var port : pod.terms().ports()) if (port.clashesWith(taken)) return false;
            }
        }
        return true;
    }

    private boolean hasRoom(PlacementPod pod, PlacementNode node) {
        if (on(node).size() + 1 > node.mostPods()) return false;
        var names = new TreeSet<ResourceName>(
                List.of(ResourceName.CPU, ResourceName.MEMORY, ResourceName.EPHEMERAL_STORAGE));
        for (var other : pod.asks().exact().others()) names.add(other.name());
        for (var name : names) {
            var asked = pod.asks().exact().of(name);
            if (asked == 0) continue;
            var sum = BigInteger.valueOf(asked);
            for (var other : on(node))
                sum = sum.add(BigInteger.valueOf(other.holds().exact().of(name)));
            if (sum.compareTo(BigInteger.valueOf(node.allocatable().of(name))) > 0) return false;
        }
        return true;
    }

    private boolean isEven(PlacementPod pod, PlacementNode node) {
        var hard =
                pod.terms().spread().stream().filter(SpreadConstraint::isHard).toList();
        for (var constraint : hard) {
            if (!node.labels().containsKey(constraint.topologyKey())) return false;
        }
        for (var constraint : hard) {
            var counts = domains(pod, hard, constraint);
            var least = counts.size() < constraint.minDomains() || counts.isEmpty()
                    ? 0
                    : counts.values().stream().mapToInt(Integer::intValue).min().orElseThrow();
            var own = counts.getOrDefault(node.labels().get(constraint.topologyKey()), 0);
            var self = constraint.pods().matches(pod.labels()) ? 1 : 0;
            if (own + self - least > constraint.maxSkew()) return false;
        }
        return true;
    }

    private Map<String, Integer> domains(
            PlacementPod pod, List<SpreadConstraint> together, SpreadConstraint constraint) {
        var counts = new HashMap<String, Integer>();
        for (var node : nodes) {
            if (!together.stream().allMatch(each -> node.labels().containsKey(each.topologyKey()))) continue;
            if (constraint.honorsAffinity() && !pod.terms().admits(node.name(), node.labels())) continue;
            if (constraint.honorsTaints()
                    && !Taint.areTolerated(node.taints(), pod.terms().tolerations())) continue;
            var matching = (int) on(node).stream()
                    .filter(other -> other.key().namespace().equals(pod.key().namespace()))
                    .filter(other -> !other.schedulingStatus().isDeleting())
                    .filter(other ->
                            !constraint.pods().isEmpty() && constraint.pods().matches(other.labels()))
                    .count();
            counts.merge(node.labels().get(constraint.topologyKey()), matching, Integer::sum);
        }
        return counts;
    }

    private static boolean means(PodTerm term, PlacementPod pod) {
        return term.matches(pod.key().namespace(), pod.labels(), Map.of());
    }

    private boolean shares(String key, PlacementNode node, PlacementPod other) {
        var theirs = nodes.stream()
                .filter(each -> each.name().equals(other.nodeName()))
                .toList();
        var value = node.labels().get(key);
        return !theirs.isEmpty()
                && value != null
                && value.equals(theirs.getFirst().labels().get(key));
    }

    private boolean neighboursAgree(PlacementPod pod, PlacementNode node) {
        var affinity = pod.terms().podAffinity();
        var company = pods.stream()
                .filter(other -> nodes.stream().anyMatch(each -> each.name().equals(other.nodeName())))
                .filter(other -> affinity.near().stream().allMatch(term -> means(term, other)))
                .toList();
        var alone = !affinity.near().isEmpty()
                && company.stream()
                        .noneMatch(other -> affinity.near().stream()
                                .anyMatch(term -> nodes.stream()
                                        .anyMatch(each -> each.name().equals(other.nodeName())
                                                && each.labels().containsKey(term.topologyKey()))));
        for (var term : affinity.near()) {
            if (!node.labels().containsKey(term.topologyKey())) return false;
            var near = company.stream().anyMatch(other -> shares(term.topologyKey(), node, other));
            if (!near && !(alone && affinity.near().stream().allMatch(each -> means(each, pod)))) return false;
        }
        for (var term : affinity.apart()) {
            if (pods.stream().anyMatch(other -> means(term, other) && shares(term.topologyKey(), node, other))) {
                return false;
            }
        }
        for (var other : pods) {
            for (var term : other.terms().podAffinity().apart()) {
                if (means(term, pod) && shares(term.topologyKey(), node, other)) return false;
            }
        }
        return true;
    }

    /** The most points that any of several nodes has, with the default weights. */
    long best(PlacementPod pod, List<PlacementNode> among) {
        var totals = new HashMap<String, Long>();
        for (var node : among) {
            totals.put(node.name(), least(pod, node) + balanced(pod, node));
        }
        addNormalized(totals, among, 3, raw(among, node -> untolerated(pod, node)), Normalization.REVERSED);
        if (!pod.terms().nodeAffinity().preferred().isEmpty()) {
            addNormalized(totals, among, 2, raw(among, node -> liked(pod, node)), Normalization.SHARE);
        }
        addSpread(totals, among, pod);
        addNormalized(totals, among, 2, raw(among, node -> company(pod, node)), Normalization.RANGE);
        return totals.values().stream().mapToLong(Long::longValue).max().orElseThrow();
    }

    private enum Normalization {
        SHARE,
        REVERSED,
        RANGE
    }

    private static Map<String, Long> raw(
            List<PlacementNode> among, java.util.function.ToLongFunction<PlacementNode> points) {
        var raw = new HashMap<String, Long>();
        for (var node : among) raw.put(node.name(), points.applyAsLong(node));
        return raw;
    }

    private static void addNormalized(
            Map<String, Long> totals,
            List<PlacementNode> among,
            long weight,
            Map<String, Long> raw,
            Normalization how) {
        var most = raw.values().stream().mapToLong(Long::longValue).max().orElseThrow();
        var least = raw.values().stream().mapToLong(Long::longValue).min().orElseThrow();
        for (var node : among) {
            var own = raw.get(node.name());
            var points = switch (how) {
                case SHARE -> most == 0 ? 0 : own * 100 / most;
                case REVERSED -> most == 0 ? 100 : 100 - own * 100 / most;
                case RANGE -> most == least ? 0 : (long) (100 * ((double) (own - least) / (most - least)));
            };
            totals.merge(node.name(), weight * points, Long::sum);
        }
    }

    private static long untolerated(PlacementPod pod, PlacementNode node) {
        return node.taints().stream()
                .filter(taint -> taint.effect().equals("PreferNoSchedule"))
                .filter(taint -> !taint.isToleratedBy(pod.terms().tolerations()))
                .count();
    }

    private static long liked(PlacementPod pod, PlacementNode node) {
        return pod.terms().nodeAffinity().preferred().stream()
                .filter(wish -> wish.term().matches(node.name(), node.labels()))
                .mapToLong(wish -> wish.weight())
                .sum();
    }

    private long company(PlacementPod pod, PlacementNode node) {
        var sum = 0L;
        for (var other : pods) {
            for (var wish : pod.terms().podAffinity().ratherNear()) {
                if (means(wish.term(), other) && shares(wish.term().topologyKey(), node, other)) sum += wish.weight();
            }
            for (var wish : pod.terms().podAffinity().ratherApart()) {
                if (means(wish.term(), other) && shares(wish.term().topologyKey(), node, other)) sum -= wish.weight();
            }
            for (var term : other.terms().podAffinity().near()) {
                if (means(term, pod) && shares(term.topologyKey(), node, other)) sum += 1;
            }
            for (var wish : other.terms().podAffinity().ratherNear()) {
                if (means(wish.term(), pod) && shares(wish.term().topologyKey(), node, other)) sum += wish.weight();
            }
            for (var wish : other.terms().podAffinity().ratherApart()) {
                if (means(wish.term(), pod) && shares(wish.term().topologyKey(), node, other)) sum -= wish.weight();
            }
        }
        return sum;
    }

    private void addSpread(Map<String, Long> totals, List<PlacementNode> among, PlacementPod pod) {
        var soft = pod.terms().spread().stream().filter(each -> !each.isHard()).toList();
        if (soft.isEmpty()) return;
        var raw = new HashMap<String, Double>();
        var counted = among.stream()
                .filter(node -> soft.stream().allMatch(each -> node.labels().containsKey(each.topologyKey())))
                .toList();
        for (var constraint : soft) {
            var counts = domains(pod, soft, constraint);
            var values = new HashSet<String>();
            for (var node : counted) values.add(node.labels().get(constraint.topologyKey()));
            for (var node : counted) {
                var own = counts.getOrDefault(node.labels().get(constraint.topologyKey()), 0);
                raw.merge(node.name(), own * Math.log(values.size() + 2) + (constraint.maxSkew() - 1), Double::sum);
            }
        }
        if (counted.isEmpty()) return;
        var rounded = new ArrayList<Long>();
        for (var value : raw.values()) rounded.add(Math.round(value));
        var most = rounded.stream().mapToLong(Long::longValue).max().orElseThrow();
        var least = rounded.stream().mapToLong(Long::longValue).min().orElseThrow();
        for (var node : counted) {
            var own = Math.round(raw.get(node.name()));
            totals.merge(node.name(), 2 * (most == 0 ? 100 : 100 * (most + least - own) / most), Long::sum);
        }
    }

    private long least(PlacementPod pod, PlacementNode node) {
        var sum = 0L;
        var count = 0;
        for (var name : List.of(ResourceName.CPU, ResourceName.MEMORY)) {
            var has = node.allocatable().of(name);
            if (has == 0) continue;
            var used = pod.asks().scored().of(name);
            for (var other : on(node)) used += other.holds().scored().of(name);
            sum += used > has ? 0 : (has - used) * 100 / has;
            count++;
        }
        return count == 0 ? 0 : sum / count;
    }

    private long balanced(PlacementPod pod, PlacementNode node) {
        var asked = pod.asks().exact();
        if (asked.milliCpu() == 0 && asked.memory() == 0) return 0;
        return 50 + (50 + evenness(node, asked) - evenness(node, Amounts.NONE)) / 2;
    }

    private long evenness(PlacementNode node, Amounts more) {
        var shares = new ArrayList<Double>();
        for (var name : List.of(ResourceName.CPU, ResourceName.MEMORY)) {
            var has = node.allocatable().of(name);
            if (has == 0) continue;
            var used = more.of(name);
            for (var other : on(node)) used += other.holds().exact().of(name);
            shares.add(Math.min(1, BigDecimal.valueOf(used).doubleValue() / has));
        }
        if (shares.size() < 2) return 100;
        return (long) ((1 - Math.abs(shares.get(0) - shares.get(1)) / 2) * 100);
    }
}
