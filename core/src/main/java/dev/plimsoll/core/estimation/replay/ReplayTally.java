package dev.plimsoll.core.estimation.replay;

import dev.plimsoll.core.estimation.podlevel.Recommendation;
import dev.plimsoll.core.estimation.replay.LevelOutcome.Step;
import dev.plimsoll.core.estimation.replay.LevelOutcome.Totals;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What one run comes to, added up as it goes. */
final class ReplayTally {
    private static final double HOUR = 3_600_000;
    private static final double CORE = 1000;

    private final Timeline timeline;
    private final Account cpu;
    private final Account memory;
    private final Timeline.Track throttling;
    private final Timeline.Track kills;
    private double throttled;
    private long throttledMillis;
    private long podMillis;
    private long killed;
    private long restedMillis;
    long resizes;
    long recreations;
    long impossible;

    ReplayTally(Timeline timeline) {
        this.timeline = timeline;
        this.cpu = new Account(CORE);
        this.memory = new Account(1);
        this.throttling = timeline.sums();
        this.kills = timeline.sums();
    }

    /** One resource. */
    private final class Account {
        private final double unit;
        private final Timeline.Track requests = timeline.sums();
        private final Timeline.Track limits = timeline.sums();
        private double requested;
        private double used;
        private double wasted;
        private double beyond;

        Account(double unit) {
            this.unit = unit;
        }

        void add(long request, long use, long most, long from, long millis) {
            requested += (double) request * millis;
            used += (double) use * millis;
            wasted += (double) Math.max(0, request - use) * millis;
            beyond += (double) Math.max(0, use - request) * millis;
            requests.held(from, from + millis, request / unit);
            if (most != Allowance.UNLIMITED) limits.held(from, from + millis, most / unit);
        }

        Totals totals() {
            var hours = HOUR * unit;
            return new Totals(requested / hours, used / hours, wasted / hours, beyond / hours);
        }
    }

    void add(ReplayTick tick, Allowance allowance, long from, long millis) {
        cpu.add(allowance.cpuRequest, tick.totalCpu, allowance.mostCpu, from, millis);
        memory.add(allowance.memoryRequest, tick.totalMemory, allowance.mostMemory, from, millis);
        podMillis += millis;
        if (tick.throttled == 0) return;
        throttled += (double) tick.throttled * millis;
        throttledMillis += millis;
        throttling.held(from, from + millis, tick.throttled / CORE);
    }

    void kill(long time, long rest) {
        killed++;
        restedMillis += rest;
        kills.at(time, 1);
    }

    LevelOutcome outcome(ReplayLevel level, Recommendation recommendation, List<LevelOutcome.Pod> pods) {
        return new LevelOutcome(
                level,
                cpu.totals(),
                memory.totals(),
                throttled / CORE / HOUR,
                Duration.ofMillis(throttledMillis),
                Duration.ofMillis(podMillis),
                killed,
                Duration.ofMillis(restedMillis),
                resizes,
                recreations,
                impossible,
                recommendation,
                pods,
                steps());
    }

    private List<Step> steps() {
        var steps = new ArrayList<Step>();
        for (var i = 0; i < timeline.steps(); i++) {
            steps.add(new Step(
                    cpu.requests.mean(i),
                    cpu.limits.mean(i),
                    memory.requests.mean(i),
                    memory.limits.mean(i),
                    throttling.mean(i),
                    (long) kills.value(i)));
        }
        return steps;
    }
}
