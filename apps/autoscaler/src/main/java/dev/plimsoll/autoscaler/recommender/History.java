package dev.plimsoll.autoscaler.recommender;

import dev.plimsoll.autoscaler.cluster.PodView;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.capping.PodCaps;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.core.estimation.podlevel.PodKill;
import dev.plimsoll.core.estimation.usage.ContainerUsage;
import dev.plimsoll.core.estimation.usage.SampledContainer;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.Pod;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * All that is remembered for one VerticalPodAutoscaler: use by container name, whatever pods the containers were in. It does
 * not grow with rollouts, because pods that are gone leave nothing but their samples.
 */
final class History {
    private final RecommenderSettings settings;
    private final Map<String, ContainerUsage> usage = new TreeMap<>();
    private final Map<String, Long> lastSeen = new HashMap<>();
    private final Map<Instance, SampledContainer> live = new HashMap<>();
    private final Set<Kill> kills = new HashSet<>();
    private final Set<String> sidecars = new HashSet<>();

    /** One container of one pod. */
    private record Instance(String podUid, String container) {}

    private record Kill(Instance instance, int restarts) {}

    History(RecommenderSettings settings) {
        this.settings = settings;
    }

    void restore(String container, ContainerUsage restored, long now) {
        usage.merge(container, restored, (own, more) -> {
            own.merge(more);
            return own;
        });
        lastSeen.put(container, now);
    }

    /** Which containers there are now; what only pods had that are gone is forgotten. */
    void observe(List<PodView> pods, long now) {
        var uids = new HashSet<String>();
        for (var pod : pods) {
            uids.add(pod.uid());
            for (var container : sampled(pod.pod())) lastSeen.put(container.name(), now);
        }
        live.keySet().removeIf(instance -> !uids.contains(instance.podUid()));
        kills.removeIf(kill -> !uids.contains(kill.instance().podUid()));
    }

    /** The containers of a pod whose use counts. */
    private List<Container> sampled(Pod pod) {
        var counts = settings.podLevel() && settings.sidecars() && ManagedLevel.setsPodLevel(pod.spec());
        var init = counts
                ? pod.spec().initContainers().stream().filter(Container::restartsAlways)
                : Stream.<Container>empty();
        return Stream.concat(pod.spec().containers().stream(), init).toList();
    }

    void sample(PodView pod, PodSample sample) {
        for (var container : sampled(pod.pod())) {
            var used = sample.containers().get(container.name());
            if (used == null) continue;
            if (pod.pod().spec().initContainers().contains(container)) sidecars.add(container.name());
            var instance = live.computeIfAbsent(new Instance(pod.uid(), container.name()), _ -> new SampledContainer());
            var into = usage.computeIfAbsent(container.name(), _ -> new ContainerUsage(settings.scales()));
            if (used.contains(Compute.CPU.resource())) {
                instance.cpu(sample.time(), Compute.CPU.unitsOf(used), into);
            }
            if (used.contains(Compute.MEMORY.resource())) {
                instance.memory(sample.time(), Compute.MEMORY.unitsOf(used), into, settings.sampling());
            }
        }
    }

    /** Kills for memory that were not counted yet; those from before {@code since} were counted by whoever ran then. */
    void countKills(PodView pod, long since) {
        for (var end : pod.ends()) {
            var finished = end.termination().finished().toEpochMilli();
            var container = sampled(pod.pod()).stream()
                    .filter(own -> own.name().equals(end.container()))
                    .findFirst();
            if (!end.isOom() || finished < since || container.isEmpty()) continue;
            var instance = new Instance(pod.uid(), end.container());
            if (!kills.add(new Kill(instance, end.restarts()))) continue;
            var sampler = live.computeIfAbsent(instance, _ -> new SampledContainer());
            var into = usage.computeIfAbsent(end.container(), _ -> new ContainerUsage(settings.scales()));
            sampler.oom(finished, claimed(pod, container.get()), into, settings.sampling());
        }
    }

    private long claimed(PodView view, Container killed) {
        var pod = view.pod();
        var own = Compute.MEMORY.unitsOf(PodCaps.current(pod, killed).requests());
        var whole = Compute.MEMORY.unitsOf(pod.spec().resources().requests());
        if (!settings.podLevel() || whole == 0) return own;
        var others = 0L;
        for (var container : sampled(pod)) {
            if (container.name().equals(killed.name())) continue;
            var sampler = live.get(new Instance(view.uid(), container.name()));
            var peak = sampler == null ? 0 : sampler.memoryPeak();
            others += Math.max(
                    peak, Compute.MEMORY.unitsOf(PodCaps.current(pod, container).requests()));
        }
        return PodKill.claimed(own, whole, others);
    }

    /** Forgets containers that no pod has had for long; their names. */
    Set<String> prune(long now) {
        var gone = new HashSet<String>();
        for (var name : usage.keySet()) {
            var seen = lastSeen.getOrDefault(name, now);
            if (now - seen > settings.grace().toMillis()) gone.add(name);
        }
        usage.keySet().removeAll(gone);
        lastSeen.keySet().removeAll(gone);
        sidecars.removeAll(gone);
        return gone;
    }

    /** By container name; those that were seen at least once. */
    SortedMap<String, ContainerUsage> usage() {
        var seen = new TreeMap<>(usage);
        seen.values().removeIf(ContainerUsage::isEmpty);
        return seen;
    }

    boolean isSidecar(String container) {
        return sidecars.contains(container);
    }

    /** What is to be stored for a container: without the peaks of intervals that are not over. */
    ContainerUsage stored(String container, long now) {
        var copy = new ContainerUsage(settings.scales());
        var own = usage.get(container);
        if (own != null) copy.merge(own);
        live.forEach((instance, sampler) -> {
            if (instance.container().equals(container)) sampler.withhold(now, copy);
        });
        return copy;
    }
}
