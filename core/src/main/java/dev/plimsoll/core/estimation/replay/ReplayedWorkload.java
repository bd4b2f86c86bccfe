package dev.plimsoll.core.estimation.replay;

import dev.plimsoll.core.estimation.capping.NamespaceRanges;
import dev.plimsoll.core.estimation.update.UpdatePriority;
import dev.plimsoll.core.estimation.usage.PodUse;
import dev.plimsoll.core.model.PodSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The pods of one workload in a cluster that somebody else plays through: what each gets of what it wants under the limits that it has, what
 * the recommender learns of that, and what the updater would change. Where pods come to be, and whether a node can resize them, is for the
 * cluster to say.
 *
 * <p>It changes in place and belongs to one thread. Times are milliseconds since 1970.
 */
public final class ReplayedWorkload {
    private static final int ONE_RUN = 1;

    private final ContainerNames names;
    private final ReplayPlan plan;
    private final boolean learns;
    private final ReplayedRecommender learning;
    private final ReplayedUpdater updating;
    private final ReplayTick tick = new ReplayTick();
    private long throttledMillis;

    private ReplayedWorkload(ReplayPlan plan, ReplayedPolicy by, boolean learns) {
        this.plan = plan;
        this.learns = learns;
        this.names = new ContainerNames(by.template());
        this.learning = new ReplayedRecommender(plan, by, names);
        this.updating = new ReplayedUpdater(plan, by, names);
    }

    /** Under a VerticalPodAutoscaler, at the level that its policy and the pods ask for. */
    public static ReplayedWorkload autoscaled(ReplayPlan plan, NamespaceRanges ranges) {
        return new ReplayedWorkload(plan, ReplayedPolicy.asWritten(plan, ranges), true);
    }

    /** Of which nobody learns anything. */
    public static ReplayedWorkload unchanged(PodSpec template) {
        var plan = ReplayPlan.DEFAULT.withTemplate(template);
        return new ReplayedWorkload(plan, ReplayedPolicy.asWritten(plan, NamespaceRanges.NONE), false);
    }

    /** Looked after at one level, whatever its pods use. */
    public static ReplayedWorkload at(ReplayLevel level, ReplayPlan plan, NamespaceRanges ranges) {
        return new ReplayedWorkload(plan, ReplayedPolicy.at(plan, level, ranges), true);
    }

    /** A pod that runs. */
    public final class Member {
        private final RecordedPod wanted;
        private final ReplayedPod pod;
        private final long[] got = new long[names.count() * 2];
        private boolean isDue = true;

        private Member(String name, PodSpec spec, long started) {
            this.wanted = new RecordedPod(name, ONE_RUN);
            this.pod = new ReplayedPod(spec, names, started);
            wanted.reach(names.count());
        }

        public String name() {
            return wanted.name;
        }

        public PodSpec spec() {
            return pod.spec;
        }

        /** What a container wants from now on. */
        public void want(int container, long time, long milliCores, long bytes) {
            wanted.put(container, time, milliCores, bytes);
        }

        /** What a container got at the last moment; thousandths of a core. */
        public long milliCores(int container) {
            return got[container * 2];
        }

        /** What a container held at the last moment; bytes. */
        public long bytes(int container) {
            return got[container * 2 + 1];
        }

        /** It was changed while it runs. */
        public void resized(PodSpec changed) {
            pod.resize(changed, names);
            isDue = true;
        }

        /** Whether its containers hold more memory than other values would allow: a node waits with such a change. */
        public boolean holdsMoreThan(PodSpec changed) {
            return new Allowance(changed, names).isBelow(pod.held);
        }
    }

    /** The number of a container; -1 for one that the pods do not have, or that ends before the others begin. */
    public int container(String name) {
        return names.all().contains(name) ? names.number(name) : ContainerNames.NOBODY;
    }

    public List<String> containers() {
        return names.all();
    }

    public Member start(String name, PodSpec spec, long started) {
        return new Member(name, spec, started);
    }

    /** What a pod wants holds for so long; how many of its containers are killed. */
    public int live(Member member, long millis) {
        var wanted = member.wanted;
        var pod = member.pod;
        var time = wanted.time;
        tick.run(wanted, pod, names.count());
        if (learns) learn(member);
        var killed = 0;
        for (var i = 0; i < names.count(); i++) {
            member.got[i * 2] = tick.cpu[i];
            member.got[i * 2 + 1] = tick.memory[i];
            pod.held[i] = tick.isKilled[i] ? 0 : tick.memory[i];
            wanted.isNew[i] = false;
            if (!tick.isKilled[i]) continue;
            if (learns) learning.kill(pod, i, time);
            pod.kill(i, time);
            killed++;
        }
        if (tick.throttled > 0) throttledMillis += millis;
        if (killed > 0) member.isDue = true;
        return killed;
    }

    /** What a pod gets of what it wants, for who measures it: nobody learns of it, and nothing is killed. */
    public void observe(Member member) {
        tick.run(member.wanted, member.pod, names.count());
        for (var i = 0; i < names.count(); i++) {
            member.got[i * 2] = tick.cpu[i];
            member.got[i * 2 + 1] = tick.memory[i];
        }
    }

    private void learn(Member member) {
        var wanted = member.wanted;
        var together = new PodUse();
        for (var i = 0; i < names.count(); i++) {
            if (wanted.isNew[i] && member.pod.isRunning(i, wanted.time)) {
                learning.sample(member.pod, i, wanted.time, tick.cpu[i], tick.memory[i]);
                together.add(tick.cpu[i], tick.memory[i]);
            } else {
                together.missing();
            }
        }
        learning.sampleWhole(member.pod, wanted.time, together);
    }

    /**
     * A change of a running pod that is worth it.
     *
     * @param isInPlace whether it can be made while the pod runs, as far as values and class go
     */
    public record Wish(Member member, PodSpec changed, UpdatePriority priority, boolean isInPlace) {}

    /** The recommender looks; whether there is a recommendation that somebody would notice. */
    public boolean recommend() {
        return learns && learning.recommend();
    }

    /**
     * Changes that the updater would make, the most urgent first.
     *
     * @param isNew whether the recommendation is another than the last time
     */
    public List<Wish> wishes(Collection<Member> members, boolean isNew, long now) {
        if (!learns || !plan.mode().isActive()) return List.of();
        var wishes = new ArrayList<Wish>();
        for (var member : members) {
            if (!isNew && !member.isDue && !becomesOld(member, now)) continue;
            member.isDue = false;
            updating.wish(member.pod, learning.recommendation(), now)
                    .ifPresent(wish -> wishes.add(new Wish(member, wish.changed(), wish.priority(), wish.isInPlace())));
        }
        wishes.sort((one, other) -> UpdatePriority.MOST_URGENT_FIRST.compare(one.priority(), other.priority()));
        return wishes;
    }

    /** The updater has not done what it wished: it looks again the next time. */
    public void again(Member member) {
        member.isDue = true;
    }

    private boolean becomesOld(Member member, long now) {
        var age = now - member.pod.started;
        var least = plan.rules().leastAge().toMillis();
        return age >= least && age - plan.interval().toMillis() <= least;
    }

    /** What the webhook makes of a pod that a controller sends. */
    public PodSpec created(PodSpec sent) {
        return learns ? updating.created(sent, learning.recommendation()) : sent;
    }

    /** A pod of the template with what is recommended. */
    public PodSpec recommended() {
        return learns ? updating.created(learning.recommendation()) : plan.template();
    }

    /** For how long some pod got less CPU than it wanted, summed over pods. */
    public long throttledMillis() {
        return throttledMillis;
    }
}
