package dev.plimsoll.controllers.disruption;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.Change;
import dev.plimsoll.codec.selector.ObjectSelector;
import dev.plimsoll.controllers.discovery.Discovery;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.Events;
import dev.plimsoll.controllers.loop.Indexes;
import dev.plimsoll.controllers.loop.StatusWrite;
import dev.plimsoll.controllers.loop.Surroundings;
import dev.plimsoll.controllers.loop.Turn;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.controllers.objects.Kinds;
import dev.plimsoll.controllers.objects.PodView;
import dev.plimsoll.controllers.objects.Workload;
import java.util.List;

/** Keeps the status of each disruption budget. */
public final class DisruptionBudgets implements Controller {
    private final Surroundings around;
    private final Cache<Workload> budgets;
    private final Cache<PodView> pods;
    private final Scales scales;
    private final Events events;

    public DisruptionBudgets(Surroundings around, Discovery discovery) {
        this.around = around;
        this.budgets = around.informers().of(Kinds.BUDGETS);
        this.pods = around.informers().pods();
        this.scales = new Scales(around, discovery);
        this.events = around.events().apply("controllermanager");
    }

    @Override
    public String name() {
        return "disruption";
    }

    @Override
    public void follow(WorkQueue queue) {
        budgets.subscribe(change -> {
            switch (change) {
                case Change.Added<Workload>(var name, var _) -> queue.add(name);
                case Change.Updated<Workload>(var name, var _, var _) -> queue.add(name);
                case Change.Removed<Workload> _, Change.Synced<Workload> _ -> {}
            }
        });
        pods.subscribe(change -> {
            switch (change) {
                case Change.Added<PodView>(var _, var now) -> wake(queue, now);
                case Change.Updated<PodView>(var _, var before, var now) -> {
                    if (!before.meta().labels().equals(now.meta().labels())) wake(queue, before);
                    wake(queue, now);
                }
                case Change.Removed<PodView>(var _, var before) -> wake(queue, before);
                case Change.Synced<PodView> _ -> {}
            }
        });
        for (var resource : List.of(Kinds.REPLICA_SETS, Kinds.DEPLOYMENTS, Kinds.STATEFUL_SETS)) {
            around.informers().of(resource).subscribe(change -> {
                if (!(change instanceof Change.Updated<Workload>(var name, var before, var now))) return;
                if (before.number("replicas", 1) == now.number("replicas", 1)) return;
                for (var budget : budgets.found(Indexes.BY_NAMESPACE, name.namespace())) queue.add(budget.name());
            });
        }
    }

    private void wake(WorkQueue queue, PodView pod) {
        for (var budget : budgets.found(Indexes.BY_NAMESPACE, pod.name().namespace())) {
            if (selects(budget, pod)) queue.add(budget.name());
        }
    }

    /** An empty selector selects everything, a missing one nothing. */
    private static boolean selects(Workload budget, PodView pod) {
        var selector = budget.spec().path("selector");
        return selector.isObject()
                && ObjectSelector.read(selector)
                        .filter(each -> each.matches(pod.meta().labels()))
                        .isPresent();
    }

    @Override
    public Turn turn(ObjectName key) {
        var found = budgets.find(key);
        if (found.isEmpty() || found.get().meta().isBeingDeleted()) return Turn.SETTLED;
        var budget = found.get();
        var selected = pods.found(Indexes.PODS_BY_NAMESPACE, key.namespace()).stream()
                .filter(pod -> selects(budget, pod))
                .toList();
        if (selected.isEmpty() && budget.status().path("observedGeneration").asLong() == 0) {
            events.normal(budget.about(), "NoPods", "No matching pods found");
        }
        var report = report(budget, selected);
        var problem = StatusWrite.ofChanged(around.client(), Kinds.BUDGETS, budget, report.status());
        return problem.isEmpty() ? Turn.again(report.again()) : new Turn.Failed(problem);
    }

    private Budget.Report report(Workload budget, List<PodView> selected) {
        var now = around.time().instant();
        if (!Budget.needsScales(budget)) return Budget.decide(budget, selected, 0, now);
        var expected = scales.of(selected);
        if (!expected.unmanaged().isEmpty()) {
            events.warning(
                    budget.about(),
                    "UnmanagedPods",
                    "Pods selected by this PodDisruptionBudget (selector: "
                            + budget.spec().path("selector") + ") were found to be unmanaged. As a result, the status "
                            + "of the PDB cannot be calculated correctly, which may result in undefined behavior. To "
                            + "account for these pods please set \".spec.minAvailable\" field of the PDB to an "
                            + "integer value.");
        }
        if (expected.problem().isEmpty()) return Budget.decide(budget, selected, expected.pods(), now);
        events.warning(
                budget.about(),
                "CalculateExpectedPodCountFailed",
                "Failed to calculate the number of expected pods: " + expected.problem());
        return Budget.failed(budget, expected.problem(), now);
    }
}
