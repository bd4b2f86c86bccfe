package dev.plimsoll.controllers.endpoints;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.loop.OwnedPods;
import dev.plimsoll.controllers.loop.ReconcileResult;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.core.workloads.endpoints.EndpointSubsets;
import dev.plimsoll.core.workloads.endpoints.SelectedService;
import dev.plimsoll.objects.service.EndpointsDraft;
import dev.plimsoll.objects.service.EndpointsObject;

/** Shows in the object Endpoints of the same name which pods answer for each service. */
public final class EndpointsObjects implements Controller {
    private static final String MANAGER_LABEL = "endpoints.kubernetes.io/managed-by";
    private static final String MANAGER = "endpoint-controller";
    private static final String CAPACITY_ANNOTATION = "endpoints.kubernetes.io/over-capacity";

    private final ControllerContext around;
    private final ServicePods services;
    private final Cache<EndpointsObject> endpoints;

    public EndpointsObjects(ControllerContext around) {
        this.around = around;
        this.services = new ServicePods(around);
        this.endpoints = around.informers().of(EndpointsObject.KIND);
    }

    @Override
    public String name() {
        return "endpoint";
    }

    @Override
    public void follow(WorkQueue queue) {
        services.follow(queue);
        endpoints.subscribe(change -> {
            switch (change) {
                case CacheChange.Added<EndpointsObject>(var name, var _) -> queue.add(name);
                case CacheChange.Updated<EndpointsObject>(var name, var _, var _) -> queue.add(name);
                case CacheChange.Removed<EndpointsObject>(var name, var _) -> queue.add(name);
                case CacheChange.Synced<EndpointsObject> _ -> {}
            }
        });
    }

    @Override
    public ReconcileResult reconcile(ObjectName key) {
        var service = services.find(key);
        var known = endpoints.find(key);
        if (service.isEmpty()) return known.isEmpty() ? ReconcileResult.SETTLED : withoutService(key, known.get());
        var selected = service.get().selected();
        if (selected.isEmpty() || service.get().metadata().isBeingDeleted()) return ReconcileResult.SETTLED;
        var pods = services.of(service.get());
        var draft = known.map(EndpointsObject::draft).orElseGet(() -> new EndpointsDraft(key));
        write(draft, selected.get(), EndpointSubsets.of(selected.get(), pods));
        if (known.isPresent() && !draft.differsFrom(known.get())) return ReconcileResult.SETTLED;
        draft.metadata()
                .annotation(
                        ServicePods.TRIGGER_ANNOTATION,
                        selected.get().lastTrigger(pods).toString());
        var outcome = known.isPresent()
                ? around.client().update(ApiResource.ENDPOINTS, draft.document())
                : around.client().create(ApiResource.ENDPOINTS, draft.document());
        return outcome instanceof RequestResult.Done<ObjectNode> || OwnedPods.isNamespaceGoing(outcome)
                ? ReconcileResult.SETTLED
                : new ReconcileResult.Failed(outcome.problem());
    }

    /** Those that somebody made by hand stay. */
    private ReconcileResult withoutService(ObjectName key, EndpointsObject left) {
        if (!MANAGER.equals(left.metadata().labels().get(MANAGER_LABEL))) return ReconcileResult.SETTLED;
        // The cache of services may be behind.
        if (around.client().get(ApiResource.SERVICES, key) instanceof RequestResult.Done<ObjectNode>)
            return ReconcileResult.SETTLED;
        var outcome = around.client().delete(ApiResource.ENDPOINTS, key, new DeleteOptions(-1, left.uid(), "", ""));
        return outcome.isDeleted() ? ReconcileResult.SETTLED : new ReconcileResult.Failed(outcome.problem());
    }

    private static void write(EndpointsDraft draft, SelectedService service, EndpointSubsets wanted) {
        var metadata = draft.metadata().onlyLabels(service.endpointLabels()).label(MANAGER_LABEL, MANAGER);
        if (wanted.isTruncated()) {
            metadata.annotation(CAPACITY_ANNOTATION, "truncated");
        } else {
            metadata.withoutAnnotation(CAPACITY_ANNOTATION);
        }
        draft.write(wanted.subsets());
    }
}
