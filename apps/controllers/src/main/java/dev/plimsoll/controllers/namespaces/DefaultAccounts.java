package dev.plimsoll.controllers.namespaces;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.loop.OwnedPods;
import dev.plimsoll.controllers.loop.ReconcileResult;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.NamespaceObject;
import dev.plimsoll.objects.ObjectDraft;
import dev.plimsoll.objects.ObjectKind;

/** Gives each namespace its service account {@code default}. */
public final class DefaultAccounts implements Controller {
    private static final String NAME = "default";

    private final ControllerContext around;
    private final Cache<NamespaceObject> namespaces;
    private final Cache<ApiObject> accounts;

    public DefaultAccounts(ControllerContext around) {
        this.around = around;
        this.namespaces = around.informers().of(NamespaceObject.KIND);
        this.accounts = around.informers().of(ObjectKind.untyped(ApiResource.ACCOUNTS));
    }

    @Override
    public String name() {
        return "serviceaccount";
    }

    @Override
    public void follow(WorkQueue queue) {
        namespaces.subscribe(change -> {
            if (change instanceof CacheChange.Added<NamespaceObject>(var name, var _)) queue.add(name);
        });
        accounts.subscribe(change -> {
            if (change instanceof CacheChange.Removed<ApiObject>(var name, var _)) {
                queue.add(ObjectName.ofCluster(name.namespace()));
            }
        });
    }

    @Override
    public ReconcileResult reconcile(ObjectName key) {
        var namespace = namespaces.find(key);
        if (namespace.isEmpty() || namespace.get().metadata().isBeingDeleted()) return ReconcileResult.SETTLED;
        if (accounts.find(new ObjectName(key.name(), NAME)).isPresent()) return ReconcileResult.SETTLED;
        var account = new ObjectDraft(ApiResource.ACCOUNTS, new ObjectName(key.name(), NAME));
        var outcome = around.client().create(ApiResource.ACCOUNTS, account.document());
        var there = outcome instanceof RequestResult.Done<ObjectNode>
                || outcome instanceof RequestResult.Conflict<ObjectNode>
                || OwnedPods.isNamespaceGoing(outcome);
        return there ? ReconcileResult.SETTLED : new ReconcileResult.Failed(outcome.problem());
    }
}
