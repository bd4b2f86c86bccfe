package dev.plimsoll.core.prediction;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.prediction.autoscaling.AutoscalingOutcome;
import dev.plimsoll.core.prediction.autoscaling.AutoscalingRun;
import dev.plimsoll.core.prediction.workload.PredictedWorkload;
import dev.plimsoll.core.prediction.workload.WorkloadSpec;
import dev.plimsoll.core.prediction.workload.WorkloadStep;
import dev.plimsoll.core.workloads.ControlledPod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Plays through what happens to a cluster until nothing happens any more.
 *
 * <p>Goals: the same input in any order gives the same result; every decision is made by the function that the programs call.
 *
 * <p>Steps of a round: (1) nodes judge resizes; (2) nodes are drained as far as budgets allow; (3) controllers make and delete pods;
 * (4) the scheduler places what waits, and nodes let it in. Pods that are let in are ready at once, and pods that go are gone at once.
 */
public final class Prediction {
    /** More than any rollout that makes progress takes. */
    private static final int MOST_ROUNDS = 100_000;

    private final PredictionInput input;
    private final PodFactory factory;
    private final PredictedScheduler scheduling;
    private final NodeManagers managers;
    private final NodeResizes resizing;
    private final BudgetCounts budgets;
    private final PredictedCluster cluster = new PredictedCluster();
    private final PodFates fates = new PodFates();
    private final Map<String, PredictedNode> nodes = new TreeMap<>();
    private final List<PredictedWorkload> workloads = new ArrayList<>();
    private final ResizeRequests resizes = new ResizeRequests();
    private final TreeMap<String, String> blocked = new TreeMap<>();
    private final TreeMap<String, String> refusals = new TreeMap<>();
    private final Map<String, Integer> names = new HashMap<>();
    private final Set<PredictedWorkload> due = new LinkedHashSet<>();
    private final Set<String> waiting = new LinkedHashSet<>();
    private final FeatureGates gates;
    private final Duration round;
    private BiFunction<String, PodSpec, PodSpec> webhook = (_, sent) -> sent;
    private Instant now;
    private boolean changed;
    private boolean freed;

    private Prediction(PredictionInput input, PredictionSettings settings, PodFactory factory) {
        this.input = input;
        this.factory = factory;
        this.now = input.now();
        this.gates = settings.gates();
        this.scheduling = new PredictedScheduler(settings, input.namespaces());
        this.resizing = new NodeResizes(settings.gates());
        var sorted = input.nodes().stream()
                .filter(node -> !input.removed().contains(node.name()))
                .sorted(Comparator.comparing(PredictedNode::name))
                .toList();
        this.managers = new NodeManagers(sorted);
        for (var node : sorted) {
            nodes.put(node.name(), input.draining().contains(node.name()) ? node.cordoned() : node);
        }
        this.budgets = new BudgetCounts(
                input.budgets().stream()
                        .sorted(Comparator.comparing(PredictedBudget::namespace).thenComparing(PredictedBudget::name))
                        .toList(),
                cluster::in,
                cluster::wanted);
        input.workloads().stream()
                .sorted(Comparator.comparing(WorkloadSpec::id))
                .map(WorkloadSpec::start)
                .forEach(workloads::add);
        // Each round is so long that whoever became ready in the one before is available.
        this.round = Duration.ofSeconds(1L
                + workloads.stream()
                        .mapToInt(PredictedWorkload::minReadySeconds)
                        .max()
                        .orElse(0));
    }

    /** Runs it. */
    public static PredictedOutcome run(PredictionInput input, PredictionSettings settings, PodFactory factory) {
        return new Prediction(input, settings, factory).run();
    }

    private PredictedOutcome run() {
        begin();
        var rounds = settle();
        var isSettled = !changed;
        for (var uid : waiting) explain(cluster.pod(uid));
        var capacity = ClusterCapacity.of(scheduling.table(), cluster.pods());
        var consolidation = input.consolidates()
                ? new Consolidation(nodes, cluster, scheduling, managers, budgets, factory, now).run()
                : null;
        var pods = fates.all();
        return new PredictedOutcome(
                pods,
                resizes.told(),
                blocked,
                new TreeMap<>(refusals),
                capacity,
                consolidation,
                autoscale(),
                rounds,
                isSettled);
    }

    private @Nullable AutoscalingOutcome autoscale() {
        var recorded = input.autoscalingOrNull();
        if (recorded == null) return null;
        var run = new AutoscalingRun(recorded, new AutoscaledPrediction(this, workloads), gates, now);
        webhook = run::created;
        return run.run();
    }

    /** Goes on until nothing happens any more; how many rounds that took. */
    private int settle() {
        var rounds = 0;
        do {
            changed = false;
            resize();
            drain();
            reconcile();
            schedule();
            now = now.plus(round);
            rounds++;
        } while (changed && rounds < MOST_ROUNDS);
        return rounds;
    }

    /** The same from a time on; how long rounds take does not count for those who look at a clock. */
    void settle(Instant at) {
        now = at;
        settle();
    }

    /** Asks the node of a pod for other resources; what is put off is asked again whenever there is room. */
    ResizeFate resizeNow(String uid, PodSpec spec) {
        var pod = cluster.pod(uid);
        var desired = pod.pod().withSpec(spec);
        var why = factory.resize(resizes.desired(pod), desired, now);
        if (!why.isEmpty()) return NodeResizes.refused(pod, why);
        resizes.add(desired);
        resize(pod, desired);
        return resizes.fate(pod);
    }

    /** Empty where it was evicted, otherwise why not. */
    String evict(String uid, String by) {
        var pod = cluster.pod(uid);
        var why = budgets.refusal(pod, now);
        if (why.isEmpty()) remove(pod, PodOutcome.Cause.EVICTED, by);
        return why;
    }

    void resized(PredictedWorkload workload) {
        due.add(workload);
        refusals.remove(workload.id());
    }

    PredictedCluster cluster() {
        return cluster;
    }

    private void begin() {
        for (var node : nodes.values()) scheduling.table().set(node.placement());
        for (var workload : workloads) cluster.claim(workload);
        due.addAll(workloads);
        var pods = input.pods().stream()
                .filter(pod -> !pod.controlled().isTerminal())
                .sorted(Comparator.comparing(PredictedPod::controlled, ControlledPod.BY_NAME))
                .toList();
        for (var pod : pods) {
            cluster.put(pod);
            fates.found(pod, cluster.workload(pod));
            if (pod.node().isEmpty()) waiting.add(pod.uid());
            else scheduling.table().add(pod.placement());
        }
        for (var pod : pods) {
            if (input.removed().contains(pod.node())) remove(pod, PodOutcome.Cause.NODE_REMOVED, pod.node());
            else if (pod.controlled().meta().isBeingDeleted() && isHeard(pod))
                remove(pod, PodOutcome.Cause.DELETED, "");
        }
        resizes.begin(pods.stream().filter(this::isStillResized).toList(), input.resizes(), cluster);
        freed = true;
    }

    /** Where nobody hears from a node, nothing that was asked of it is done. */
    private boolean isHeard(PredictedPod pod) {
        var node = nodes.get(pod.node());
        return node == null || !node.isUnreachable();
    }

    private boolean isStillResized(PredictedPod pod) {
        return cluster.contains(pod.uid()) && nodes.containsKey(pod.node()) && isHeard(pod) && pod.isBeingResized();
    }

    private void remove(PredictedPod pod, PodOutcome.Cause cause, String by) {
        cluster.remove(pod.uid());
        waiting.remove(pod.uid());
        scheduling.table().nominations().forget(pod.uid());
        if (!pod.node().isEmpty()) {
            scheduling.table().remove(pod.placement());
            managers.remove(pod.placement());
        }
        fates.end(pod, new PodOutcome.Gone(cause, by));
        factory.removed(pod);
        touch(pod);
        freed = true;
    }

    private void touch(PredictedPod pod) {
        changed = true;
        cluster.touch(pod);
        var workload = cluster.workloadOf(pod);
        if (workload != null) due.add(workload);
    }

    // 1
    private void resize() {
        for (var entry : resizes.open()) {
            if (!cluster.contains(entry.getKey())) {
                resizes.close(entry.getKey());
                continue;
            }
            if (freed) resize(cluster.pod(entry.getKey()), entry.getValue());
        }
    }

    private void resize(PredictedPod pod, Pod desired) {
        var node = nodes.get(pod.node());
        var answer = node == null
                ? resizing.unplaced(pod, desired)
                : resizing.ask(pod, desired, node, cluster.besides(pod), managers, now);
        var isFirst = resizes.answered(pod, answer.fate());
        var pinned = answer.pinnedOrNull();
        if (pinned != null) managers.changed(pod.node(), pinned);
        var after = answer.pod();
        if (!pod.placement().equals(after.placement())) {
            if (!pod.node().isEmpty()) {
                scheduling.table().remove(pod.placement());
                scheduling.table().add(after.placement());
            }
            cluster.put(after);
            cluster.touch(pod);
        }
        switch (answer.fate().verdict()) {
            case DONE, INFEASIBLE, REFUSED -> {
                resizes.close(pod.uid());
                changed = true;
                freed = true;
            }
            case DEFERRED -> changed |= isFirst;
        }
    }

    // 2
    private void drain() {
        blocked.clear();
        for (var name : new TreeSet<>(input.draining())) {
            for (var pod : cluster.on(name)) {
                if (pod.isBoundToItsNode()) continue;
                var why = budgets.refusal(pod, now);
                if (why.isEmpty()) remove(pod, PodOutcome.Cause.EVICTED, name);
                else blocked.put(pod.qualifiedName(), why);
            }
        }
    }

    // 3
    private void reconcile() {
        var turn =
                due.stream().sorted(Comparator.comparing(PredictedWorkload::id)).toList();
        due.clear();
        var context = new ReconciledCluster(cluster, nodes, fates, names, now);
        for (var workload : turn) {
            var steps = workload.reconcile(context);
            cluster.claim(workload);
            for (var step : steps) {
                switch (step) {
                    case WorkloadStep.Delete(var uid, var isUpdate) -> {
                        if (!cluster.contains(uid)) continue;
                        var cause = isUpdate ? PodOutcome.Cause.UPDATED : PodOutcome.Cause.SCALED_DOWN;
                        remove(cluster.pod(uid), cause, workload.id());
                    }
                    case WorkloadStep.Create(var request) -> {
                        if (refusals.containsKey(workload.id())) continue;
                        switch (factory.create(request, sent -> webhook.apply(workload.id(), sent), now)) {
                            case PodFactory.Creation.Made(var pod) -> made(pod, workload);
                            case PodFactory.Creation.Refused(var why) -> refusals.put(workload.id(), why);
                        }
                    }
                }
            }
        }
    }

    private void made(PredictedPod pod, PredictedWorkload workload) {
        cluster.put(pod);
        fates.made(pod, workload.id());
        waiting.add(pod.uid());
        cluster.touch(pod);
        due.add(workload);
        changed = true;
        freed = true;
    }

    // 4
    private void schedule() {
        if (!freed) return;
        freed = false;
        var queue =
                waiting.stream().map(cluster::pod).sorted(PredictedPod.QUEUE).toList();
        for (var pod : queue) if (waiting.contains(pod.uid())) schedule(pod);
    }

    private void schedule(PredictedPod pod) {
        var victims = new ArrayList<String>();
        while (true) {
            switch (scheduling.ask(pod.placement(), () -> budgets.all(now))) {
                case PredictedScheduler.Answer.Place(var node, var feasible, var tied) -> {
                    place(pod, node, new PodOutcome.Placed(node, feasible, tied, victims));
                    return;
                }
                case PredictedScheduler.Answer.Preempt(var _, var chosen) -> {
                    for (var victim : chosen) {
                        victims.add(victim.key().toString());
                        remove(cluster.pod(victim.key().uid()), PodOutcome.Cause.PREEMPTED, pod.qualifiedName());
                    }
                }
                case PredictedScheduler.Answer.Refuse(var message) -> {
                    fates.end(pod, new PodOutcome.Waits(message, List.of()));
                    return;
                }
                case PredictedScheduler.Answer.NotOurs(var why) -> {
                    fates.end(pod, new PodOutcome.Unknown(why));
                    waiting.remove(pod.uid());
                    return;
                }
            }
        }
    }

    private void place(PredictedPod pod, String node, PodOutcome.Placed placed) {
        waiting.remove(pod.uid());
        scheduling.table().nominations().forget(pod.uid());
        var refusal = managers.admit(pod.placement(), node);
        if (refusal.isPresent()) {
            var why = refusal.get();
            fates.end(pod, new PodOutcome.Refused(node, why.reason(), why.message()));
            cluster.put(pod.refusedBy(node, why.reason(), now));
            var workload = cluster.workloadOf(pod);
            if (workload != null) refusals.putIfAbsent(workload.id(), why.reason() + ": " + why.message());
        } else {
            var running = pod.runningOn(node, now);
            cluster.put(running);
            scheduling.table().add(running.placement());
            fates.end(pod, placed);
        }
        touch(pod);
    }

    private void explain(PredictedPod pod) {
        if (fates.ending(pod) instanceof PodOutcome.Waits(var message, var _)) {
            fates.end(pod, new PodOutcome.Waits(message, scheduling.reasons(pod.placement())));
        }
    }
}
