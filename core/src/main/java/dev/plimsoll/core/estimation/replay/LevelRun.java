package dev.plimsoll.core.estimation.replay;

import dev.plimsoll.core.estimation.capping.NamespaceRanges;
import dev.plimsoll.core.estimation.podlevel.Recommendation;
import dev.plimsoll.core.estimation.usage.PodUse;
import java.util.ArrayList;
import java.util.Collection;

/** A workload lived through at one level. */
final class LevelRun {
    private final ReplayPlan plan;
    private final ReplayLevel level;
    private final int number;
    private final ContainerNames names;
    private final ReplayedRecommender learning;
    private final ReplayedUpdater updating;
    private final ReplayTally tally;
    private final ReplayTick tick = new ReplayTick();
    private long nextTurn = Long.MIN_VALUE;

    LevelRun(ReplayPlan plan, ReplayLevel level, int number, ContainerNames names, Timeline timeline) {
        this.plan = plan;
        this.level = level;
        this.number = number;
        this.names = names;
        var by = ReplayedPolicy.at(plan, level, NamespaceRanges.NONE);
        this.learning = new ReplayedRecommender(plan, by, names);
        this.updating = new ReplayedUpdater(plan, by, names);
        this.tally = new ReplayTally(timeline);
    }

    /** What the pod's newest values lead to, for as long as they hold. */
    void live(RecordedPod recorded, long millis) {
        var pod = pod(recorded);
        pod.complete(names);
        recorded.reach(names.count());
        tick.run(recorded, pod, names.count());
        var time = recorded.time;
        if (level != ReplayLevel.UNCHANGED) learn(recorded, pod);
        for (var i = 0; i < names.count(); i++) {
            pod.held[i] = tick.isKilled[i] ? 0 : tick.memory[i];
            if (!tick.isKilled[i]) continue;
            if (level != ReplayLevel.UNCHANGED) learning.kill(pod, i, time);
            tally.kill(time, pod.kill(i, time));
        }
        tally.add(tick, pod.allowance, time, millis);
    }

    private void learn(RecordedPod recorded, ReplayedPod pod) {
        var together = new PodUse();
        for (var i = 0; i < names.count(); i++) {
            if (recorded.isNew[i] && pod.isRunning(i, recorded.time)) {
                learning.sample(pod, i, recorded.time, tick.cpu[i], tick.memory[i]);
                together.add(tick.cpu[i], tick.memory[i]);
            } else {
                together.missing();
            }
        }
        learning.sampleWhole(pod, recorded.time, together);
    }

    private ReplayedPod pod(RecordedPod recorded) {
        var known = recorded.runs[number];
        if (known != null) return known;
        var recommendation = level == ReplayLevel.UNCHANGED ? Recommendation.NONE : learning.recommendation();
        var made = new ReplayedPod(updating.created(recommendation), names, recorded.time);
        recorded.runs[number] = made;
        return made;
    }

    /** Recommender and updater look, if it is time. */
    void turn(long now, Collection<RecordedPod> pods) {
        if (level == ReplayLevel.UNCHANGED || now < nextTurn) return;
        nextTurn = now + plan.interval().toMillis();
        var isNew = learning.recommend();
        for (var recorded : pods) {
            var pod = recorded.runs[number];
            if (pod == null) continue;
            pod.isDue |= isNew || becomesOld(pod, now);
            if (pod.isDue) update(pod, now);
        }
    }

    private boolean becomesOld(ReplayedPod pod, long now) {
        var age = now - pod.started;
        var least = plan.rules().leastAge().toMillis();
        return age >= least && age - plan.interval().toMillis() <= least;
    }

    private void update(ReplayedPod pod, long now) {
        pod.isDue = false;
        switch (updating.update(pod, learning.recommendation(), now)) {
            case Update.Nothing _ -> {}
            case Update.Impossible _ -> tally.impossible++;
            case Update.Resize(var spec) -> {
                // A node does not take memory away that is in use; it tries again until it fits.
                if (new Allowance(spec, names).isBelow(pod.held)) {
                    pod.isDue = true;
                } else {
                    pod.resize(spec, names);
                    tally.resizes++;
                }
            }
            case Update.Recreate(var spec) -> {
                pod.recreate(spec, names, now);
                tally.recreations++;
            }
        }
    }

    LevelOutcome outcome(Collection<RecordedPod> recorded) {
        var pods = new ArrayList<LevelOutcome.Pod>();
        for (var one : recorded) {
            var pod = one.runs[number];
            if (pod != null) pods.add(new LevelOutcome.Pod(one.name, pod.spec));
        }
        return tally.outcome(level, learning.recommendation(), pods);
    }
}
