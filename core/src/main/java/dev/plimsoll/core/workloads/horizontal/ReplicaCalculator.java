package dev.plimsoll.core.workloads.horizontal;

import dev.plimsoll.core.workloads.horizontal.PodRequest.Requested;
import dev.plimsoll.core.workloads.horizontal.ScaledPod.Group;
import dev.plimsoll.core.workloads.horizontal.ScaledPod.Periods;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * How many replicas a resource metric asks for.
 *
 * <p>Pods of which nothing is known are assumed to use what speaks against a change: nothing when more replicas are asked for,
 * all of their request when fewer are.
 */
public final class ReplicaCalculator {
    private final PodRequest requests;
    private final Periods periods;
    private final Tolerance tolerance;

    public ReplicaCalculator(PodRequest requests, Periods periods, Tolerance tolerance) {
        this.requests = requests;
        this.periods = periods;
        this.tolerance = tolerance;
    }

    /** What is aimed at. */
    public sealed interface Aim {
        /** Per cent of the requests. */
        record Utilization(int percent) implements Aim {}

        /** Thousandths for each pod. */
        record AverageValue(long milli) implements Aim {}
    }

    public Proposal propose(MetricTarget metric, Aim aim, List<ScaledPod> pods, int current, Instant now) {
        if (pods.isEmpty()) {
            return new Proposal.Invalid(
                    metric.failure(), "no pods returned by selector while calculating replica count");
        }
        var count = new Count(aim, tolerance, current);
        for (var pod : pods) {
            var request = 0L;
            if (aim instanceof Aim.Utilization) {
                switch (requests.of(pod.pod(), metric)) {
                    case Requested.Milli(var milli) -> request = milli;
                    case Requested.Missing(var message) -> {
                        return new Proposal.Invalid(metric.failure(), message);
                    }
                }
            }
            var group = pod.group(metric, periods, now);
            var used = pod.usage().map(metric::of).orElseGet(OptionalLong::empty);
            count.add(group, request, group == Group.READY ? used.orElse(0) : 0);
        }
        return count.proposal(metric);
    }

    /** The pods of one calculation by group. */
    private static final class Count {
        private record One(long request, long used) {}

        private final Aim aim;
        private final Tolerance tolerance;
        private final int current;
        private final List<One> ready = new ArrayList<>();
        private final List<One> unready = new ArrayList<>();
        private final List<One> missing = new ArrayList<>();

        Count(Aim aim, Tolerance tolerance, int current) {
            this.aim = aim;
            this.tolerance = tolerance;
            this.current = current;
        }

        void add(Group group, long request, long used) {
            switch (group) {
                case READY -> ready.add(new One(request, used));
                case UNREADY -> unready.add(new One(request, 0));
                case MISSING -> missing.add(new One(request, 0));
                case IGNORED -> {}
            }
        }

        Proposal proposal(MetricTarget metric) {
            if (ready.isEmpty()) {
                return new Proposal.Invalid(
                        metric.failure(), "did not receive metrics for targeted pods (pods might be unready)");
            }
            if (aim instanceof Aim.Utilization && sum(ready, true) == 0) {
                return new Proposal.Invalid(metric.failure(), "no metrics returned matched known pods");
            }
            return new Proposal.Replicas(replicas(), level(ready), sum(ready, false) / ready.size());
        }

        private int replicas() {
            var ratio = ratio(ready);
            var rebalances = !unready.isEmpty() && ratio > 1;
            if (!rebalances && missing.isEmpty()) {
                return tolerance.holds(ratio) ? current : ceiling(ratio * ready.size());
            }
            var counted = new ArrayList<>(ready);
            if (ratio != 1) {
                for (var pod : missing) counted.add(new One(pod.request(), ratio < 1 ? assumed(pod) : 0));
            }
            if (rebalances) counted.addAll(unready);
            var cautious = ratio(counted);
            var turned = (ratio < 1 && cautious > 1) || (ratio > 1 && cautious < 1);
            if (tolerance.holds(cautious) || turned) return current;
            var replicas = ceiling(cautious * counted.size());
            var contradicts = (cautious < 1 && replicas > current) || (cautious > 1 && replicas < current);
            return contradicts ? current : replicas;
        }

        /** What a pod of which nothing is known is thought to use when fewer are asked for. */
        private long assumed(One pod) {
            return switch (aim) {
                case Aim.Utilization(var percent) -> pod.request() * Math.max(100, percent) / 100;
                case Aim.AverageValue(var milli) -> milli;
            };
        }

        private double ratio(List<One> pods) {
            return switch (aim) {
                case Aim.Utilization(var percent) -> (double) level(pods) / percent;
                case Aim.AverageValue(var milli) -> (double) level(pods) / milli;
            };
        }

        private long level(List<One> pods) {
            return switch (aim) {
                case Aim.Utilization _ -> sum(pods, false) * 100 / sum(pods, true);
                case Aim.AverageValue _ -> sum(pods, false) / pods.size();
            };
        }

        private static long sum(List<One> pods, boolean requests) {
            var sum = 0L;
            for (var pod : pods) sum += requests ? pod.request() : pod.used();
            return sum;
        }

        private static int ceiling(double replicas) {
            return (int) Math.ceil(replicas);
        }
    }
}
