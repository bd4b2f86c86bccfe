package dev.plimsoll.controllers.disruption;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.client.discovery.DiscoveryClient;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.loop.Events;
import dev.plimsoll.controllers.loop.Indexes;
import dev.plimsoll.controllers.loop.ReconcileResult;
import dev.plimsoll.controllers.loop.StatusWrite;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.disruption.AllowedDisruptions;
import dev.plimsoll.objects.ObjectKind;
import dev.plimsoll.objects.policy.DisruptionBudgetObject;
import dev.plimsoll.objects.workload.DeploymentObject;
import dev.plimsoll.objects.workload.ReplicaSetObject;
import dev.plimsoll.objects.workload.StatefulSetObject;
import dev.plimsoll.objects.workload.WorkloadObject;
import java.util.List;

/** Keeps the status of each disruption budget. */
public final class DisruptionBudgets implements Controller {
    private final ControllerContext around;
    private final Cache<DisruptionBudgetObject> budgets;
    private final Cache<ControlledPod> pods;
    private final ExpectedPods scales;
    private final Events events;

    public DisruptionBudgets(ControllerContext around, DiscoveryClient discovery) {
        this.around = around;
        this.budgets = around.informers().of(DisruptionBudgetObject.KIND);
        this.pods = around.informers().pods();
        this.scales = new ExpectedPods(around, discovery);
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
                case CacheChange.Added<DisruptionBudgetObject>(var name, var _) -> queue.add(name);
                case CacheChange.Updated<DisruptionBudgetObject>(var name, var _, var _) -> queue.add(name);
                case CacheChange.Removed<DisruptionBudgetObject> _, CacheChange.Synced<DisruptionBudgetObject> _ -> {}
            }
        });
        pods.subscribe(change -> {
            switch (change) {
                case CacheChange.Added<ControlledPod>(var _, var now) -> wake(queue, now);
                case CacheChange.Updated<ControlledPod>(var _, var before, var now) -> {
                    if (!before.meta().labels().equals(now.meta().labels())) wake(queue, before);
                    wake(queue, now);
                }
                case CacheChange.Removed<ControlledPod>(var _, var before) -> wake(queue, before);
                case CacheChange.Synced<ControlledPod> _ -> {}
            }
        });
        followScale(ReplicaSetObject.KIND, queue);
        followScale(DeploymentObject.KIND, queue);
        followScale(StatefulSetObject.KIND, queue);
    }

    private <T extends WorkloadObject> void followScale(ObjectKind<T> kind, WorkQueue queue) {
        around.informers().of(kind).subscribe(change -> {
            if (!(change instanceof CacheChange.Updated<T>(var name, var before, var now))) return;
            if (before.replicas() == now.replicas()) return;
            for (var budget : budgets.found(Indexes.BY_NAMESPACE, name.namespace())) queue.add(budget.name());
        });
    }

    private void wake(WorkQueue queue, ControlledPod pod) {
        for (var budget : budgets.found(Indexes.BY_NAMESPACE, pod.meta().namespace())) {
            if (budget.selects(pod.meta().labels())) queue.add(budget.name());
        }
    }

    @Override
    public ReconcileResult reconcile(ObjectName key) {
        var found = budgets.find(key);
        if (found.isEmpty() || found.get().metadata().isBeingDeleted()) return ReconcileResult.SETTLED;
        var budget = found.get();
        var selected = pods.found(Indexes.PODS_BY_NAMESPACE, key.namespace()).stream()
                .filter(pod -> budget.selects(pod.meta().labels()))
                .toList();
        if (selected.isEmpty() && budget.observedGeneration() == 0) {
            events.normal(budget.about(), "NoPods", "No matching pods found");
        }
        var allowed = allowed(budget, selected);
        var status = budget.statusDraft().write(allowed, around.time().instant());
        var problem = StatusWrite.ofChanged(around.client(), ApiResource.BUDGETS, status);
        if (!problem.isEmpty()) return new ReconcileResult.Failed(problem);
        return allowed instanceof AllowedDisruptions.Counted counted
                ? ReconcileResult.again(counted.requeueAfter())
                : ReconcileResult.SETTLED;
    }

    private AllowedDisruptions allowed(DisruptionBudgetObject budget, List<ControlledPod> selected) {
        var spec = budget.view();
        var now = around.time().instant();
        if (!spec.needsScales()) return AllowedDisruptions.decide(spec, selected, 0, now);
        var expected = scales.of(selected);
        if (!expected.unmanaged().isEmpty()) {
            events.warning(
                    budget.about(),
                    "UnmanagedPods",
                    "Pods selected by this PodDisruptionBudget (selector: "
                            + budget.selectorText() + ") were found to be unmanaged. As a result, the status "
                            + "of the PDB cannot be calculated correctly, which may result in undefined behavior. To "
                            + "account for these pods please set \".spec.minAvailable\" field of the PDB to an "
                            + "integer value.");
        }
        if (expected.problem().isEmpty()) return AllowedDisruptions.decide(spec, selected, expected.pods(), now);
        events.warning(
                budget.about(),
                "CalculateExpectedPodCountFailed",
                "Failed to calculate the number of expected pods: " + expected.problem());
        return new AllowedDisruptions.Failed(expected.problem());
    }
}
