package dev.plimsoll.autoscaler.recommender;

import dev.plimsoll.autoscaler.cluster.AutoscaledPod;
import dev.plimsoll.autoscaler.prometheus.PastContainer;
import dev.plimsoll.autoscaler.prometheus.PastPod;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.capping.PodCaps;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.core.estimation.podlevel.PodKill;
import dev.plimsoll.core.estimation.policy.EstimatorKind;
import dev.plimsoll.core.estimation.usage.ContainerUsage;
import dev.plimsoll.core.estimation.usage.PodUse;
import dev.plimsoll.core.estimation.usage.SampledContainer;
import dev.plimsoll.core.estimation.usage.SamplingRules;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All that is remembered for one VerticalPodAutoscaler: use by container name, whatever pods the containers were in. It does
 * not grow with rollouts, because pods that are gone leave nothing but their samples.
 */
final class UsageHistory {
    /** In place of a container's name, for the pods as a whole. */
    static final String WHOLE = "";

    private final RecommenderSettings settings;
    private final Map<String, ContainerUsage> usage = new TreeMap<>();
    private final Map<String, Long> lastSeen = new HashMap<>();
    private final Map<String, Long> restoredUntil = new HashMap<>();
    private final Map<Instance, SampledContainer> live = new HashMap<>();
    private @Nullable ContainerUsage whole;
    private final Set<Kill> kills = new HashSet<>();
    private final Set<String> sidecars = new HashSet<>();
    private final Set<String> initContainers = new HashSet<>();

    /** One container of one pod. */
    private record Instance(String podUid, String container) {}

    private record Kill(Instance instance, String which) {}

    /** Hears of samples that count. */
    interface Listener {
        void sampled(String container, Compute compute, long units, boolean isOom);
    }

    UsageHistory(RecommenderSettings settings) {
        this.settings = settings;
    }

    void restore(String container, ContainerUsage restored, long now) {
        if (container.equals(WHOLE)) whole = restored;
        else restoreContainer(container, restored, now);
        // A time to come would keep samples out until then.
        if (restored.lastSample() <= now) restoredUntil.merge(container, restored.lastSample(), Math::max);
    }

    private void restoreContainer(String container, ContainerUsage restored, long now) {
        usage.merge(container, restored, (own, more) -> {
            own.merge(more);
            return own;
        });
        lastSeen.put(container, now);
    }

    /** Which containers there are now. */
    void observe(VpaObject vpa, List<AutoscaledPod> pods, long now) {
        for (var pod : pods) {
            for (var container : sampled(vpa, pod.pod())) lastSeen.put(container.name(), now);
        }
    }

    /** Forgets pods that are gone, when all that happened to them was counted. */
    void retain(List<AutoscaledPod> pods) {
        var uids = new HashSet<String>();
        for (var pod : pods) uids.add(pod.uid());
        live.keySet().removeIf(instance -> !uids.contains(instance.podUid()));
        kills.removeIf(kill -> !uids.contains(kill.instance().podUid()));
    }

    /** The containers of a pod whose use counts: in a pod that is looked after as a whole, all that share what it has. */
    private List<Container> sampled(VpaObject vpa, Pod pod) {
        var regular = pod.spec().containers();
        var init = pod.spec().initContainers();
        if (init.isEmpty() || !settings.podLevel() || !isPodLevel(vpa, pod)) return regular;
        var all = new ArrayList<>(regular);
        for (var container : init) {
            if (!container.restartsAlways() || settings.sidecars()) all.add(container);
        }
        return all;
    }

    private static boolean isPodLevel(VpaObject vpa, Pod pod) {
        return vpa.policy().podPolicies().mode().isExplicit() || ManagedLevel.setsPodLevel(pod.spec());
    }

    private SamplingRules rules(VpaObject vpa, String container) {
        return settings.perVpa() ? vpa.spec().tuning(container).over(settings.sampling()) : settings.sampling();
    }

    void sample(VpaObject vpa, AutoscaledPod pod, PodSample sample, Listener listener) {
        if (isWhole(vpa)) sampleWhole(vpa, pod, sample);
        else whole = null;
        for (var container : sampled(vpa, pod.pod())) {
            var used = sample.containers().get(container.name());
            if (used == null) continue;
            if (pod.pod().spec().initContainers().contains(container)) {
                (container.restartsAlways() ? sidecars : initContainers).add(container.name());
            }
            var instance = live.computeIfAbsent(new Instance(pod.uid(), container.name()), _ -> new SampledContainer());
            var into = into(container.name());
            if (used.cpu() >= 0 && isNew(container.name(), sample) && instance.cpu(sample.time(), used.cpu(), into)) {
                listener.sampled(container.name(), Compute.CPU, used.cpu(), false);
            }
            if (used.memory() >= 0
                    && instance.memory(sample.time(), used.memory(), into, rules(vpa, container.name()))) {
                listener.sampled(container.name(), Compute.MEMORY, used.memory(), false);
            }
        }
    }

    private boolean isWhole(VpaObject vpa) {
        return settings.podLevel() && vpa.policy().podPolicies().estimator() == EstimatorKind.WHOLE;
    }

    /** What the containers that run for as long as the pod used together. */
    private void sampleWhole(VpaObject vpa, AutoscaledPod pod, PodSample sample) {
        if (!isNew(WHOLE, sample)) return;
        var together = new PodUse();
        for (var container : sampled(vpa, pod.pod())) {
            if (isInit(pod, container)) continue;
            var used = sample.containers().get(container.name());
            if (used == null) together.missing();
            else together.add(used.cpu(), used.memory());
        }
        var instance = live.computeIfAbsent(new Instance(pod.uid(), WHOLE), _ -> new SampledContainer());
        together.into(instance, sample.time(), intoWhole(), rules(vpa, WHOLE));
    }

    private static boolean isInit(AutoscaledPod pod, Container container) {
        return !container.restartsAlways() && pod.pod().spec().initContainers().contains(container);
    }

    private ContainerUsage intoWhole() {
        var known = whole;
        if (known == null) whole = known = new ContainerUsage(settings.scales());
        return known;
    }

    /** Samples are told again after a restart; those of CPU are in the checkpoint already. */
    private boolean isNew(String container, PodSample sample) {
        return sample.time() > restoredUntil.getOrDefault(container, Long.MIN_VALUE);
    }

    private ContainerUsage into(String container) {
        return usage.computeIfAbsent(container, _ -> new ContainerUsage(settings.scales()));
    }

    /** What a container used that may be long gone. */
    void replay(VpaObject vpa, PastContainer past, long now) {
        var sampler = new SampledContainer();
        var into = into(past.container());
        for (var use : past.uses()) {
            switch (use.compute()) {
                case CPU -> sampler.cpu(use.time(), use.units(), into);
                case MEMORY -> sampler.memory(use.time(), use.units(), into, rules(vpa, past.container()));
            }
        }
        lastSeen.putIfAbsent(past.container(), now);
    }

    /** What a pod used as a whole that may be long gone, where somebody asks for it. */
    void replayWhole(VpaObject vpa, PastPod past) {
        if (!isWhole(vpa)) return;
        var sampler = new SampledContainer();
        past.together().forEach((time, use) -> use.into(sampler, time, intoWhole(), rules(vpa, WHOLE)));
    }

    /** Counts a kill for memory, once. */
    void kill(VpaObject vpa, OomKillSamples.Kill kill, long finished, Listener listener) {
        var pod = kill.pod();
        var name = kill.end().container();
        var container = sampled(vpa, pod.pod()).stream()
                .filter(own -> own.name().equals(name))
                .findFirst();
        if (container.isEmpty()) return;
        var instance = new Instance(pod.uid(), name);
        if (!kills.add(new Kill(instance, "restart " + kill.end().restarts()))) return;
        var claimed = claimed(vpa, pod, container.get());
        killed(vpa, instance, finished, claimed, listener);
        if (isWhole(vpa)) killedWhole(vpa, instance, finished, claimed);
    }

    /** What the killed container claimed, beside what the others had. */
    private void killedWhole(VpaObject vpa, Instance killed, long at, long claimed) {
        var others = 0L;
        for (var entry : live.entrySet()) {
            var other = entry.getKey();
            var counts =
                    other.podUid().equals(killed.podUid()) && !other.container().equals(WHOLE);
            if (counts && !other.equals(killed)) others += entry.getValue().memoryPeak();
        }
        var sampler = live.computeIfAbsent(new Instance(killed.podUid(), WHOLE), _ -> new SampledContainer());
        sampler.oom(at, claimed + others, intoWhole(), rules(vpa, WHOLE));
    }

    /** Counts an eviction for memory, once. */
    void evicted(VpaObject vpa, AutoscaledPod pod, String container, long used, long at, Listener listener) {
        var counts = sampled(vpa, pod.pod()).stream().anyMatch(own -> own.name().equals(container));
        var instance = new Instance(pod.uid(), container);
        if (counts && kills.add(new Kill(instance, "eviction"))) killed(vpa, instance, at, used, listener);
    }

    private void killed(VpaObject vpa, Instance instance, long at, long claimed, Listener listener) {
        var sampler = live.computeIfAbsent(instance, _ -> new SampledContainer());
        if (sampler.oom(at, claimed, into(instance.container()), rules(vpa, instance.container()))) {
            listener.sampled(instance.container(), Compute.MEMORY, claimed, true);
        }
    }

    private long claimed(VpaObject vpa, AutoscaledPod view, Container killed) {
        var pod = view.pod();
        var own = Compute.MEMORY.unitsOf(PodCaps.current(pod, killed).requests());
        var whole = Compute.MEMORY.unitsOf(pod.spec().resources().requests());
        if (!settings.podLevel() || whole == 0) return own;
        var others = 0L;
        for (var container : sampled(vpa, pod)) {
            if (container.name().equals(killed.name())) continue;
            var sampler = live.get(new Instance(view.uid(), container.name()));
            var peak = sampler == null ? 0 : sampler.memoryPeak();
            others += Math.max(
                    peak, Compute.MEMORY.unitsOf(PodCaps.current(pod, container).requests()));
        }
        return PodKill.claimed(own, whole, others);
    }

    /** Forgets containers that no pod has had for long, or that were not sampled for longer. */
    void prune(VpaObject vpa, long now) {
        var gone = new HashSet<String>();
        usage.forEach((name, own) -> {
            var seen = lastSeen.getOrDefault(name, now);
            if (now - seen > settings.rhythm().grace().toMillis()) gone.add(name);
            if (!own.isEmpty() && now - own.lastSample() >= memory(vpa, name).toMillis()) gone.add(name);
        });
        if (gone.isEmpty()) return;
        usage.keySet().removeAll(gone);
        lastSeen.keySet().removeAll(gone);
        restoredUntil.keySet().removeAll(gone);
        sidecars.removeAll(gone);
        initContainers.removeAll(gone);
    }

    private Duration memory(VpaObject vpa, String container) {
        var own = settings.perVpa() ? vpa.spec().tuning(container).intervals() : 0;
        return Duration.ofMillis(rules(vpa, container).intervalMillis())
                .multipliedBy(own > 0 ? own : settings.intervals());
    }

    /** By container name; those that were seen at least once. */
    SortedMap<String, ContainerUsage> usage() {
        var seen = new TreeMap<>(usage);
        seen.values().removeIf(ContainerUsage::isEmpty);
        return seen;
    }

    /** What the pods used as a whole; nothing where nobody asks for it. */
    @Nullable
    ContainerUsage whole() {
        return whole;
    }

    /** By what is stored under a name of its own: containers, and the pods as a whole. */
    Set<String> storedNames() {
        var names = new HashSet<>(usage().keySet());
        if (whole != null && !whole.isEmpty()) names.add(WHOLE);
        return names;
    }

    int size() {
        return usage.size();
    }

    boolean isSidecar(String container) {
        return sidecars.contains(container);
    }

    boolean isInitContainer(String container) {
        return initContainers.contains(container);
    }

    /** What is to be stored for a container: without the peaks of intervals that are not over. */
    ContainerUsage stored(String container, long now) {
        var own = container.equals(WHOLE) ? whole : usage.get(container);
        if (own == null) return new ContainerUsage(settings.scales());
        var copy = own.copy();
        live.forEach((instance, sampler) -> {
            if (instance.container().equals(container)) sampler.withhold(now, copy);
        });
        return copy;
    }
}
