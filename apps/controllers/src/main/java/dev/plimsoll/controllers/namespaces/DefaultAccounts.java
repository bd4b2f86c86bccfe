package dev.plimsoll.controllers.namespaces;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.Json;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Outcome;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.Change;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.OwnedPods;
import dev.plimsoll.controllers.loop.Surroundings;
import dev.plimsoll.controllers.loop.Turn;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.controllers.objects.Kinds;
import dev.plimsoll.controllers.objects.Workload;

/** Gives each namespace its service account {@code default}. */
public final class DefaultAccounts implements Controller {
    private static final String NAME = "default";

    private final Surroundings around;
    private final Cache<Workload> namespaces;
    private final Cache<Workload> accounts;

    public DefaultAccounts(Surroundings around) {
        this.around = around;
        this.namespaces = around.informers().of(Kinds.NAMESPACES);
        this.accounts = around.informers().of(Kinds.ACCOUNTS);
    }

    @Override
    public String name() {
        return "serviceaccount";
    }

    @Override
    public void follow(WorkQueue queue) {
        namespaces.subscribe(change -> {
            if (change instanceof Change.Added<Workload>(var name, var _)) queue.add(name);
        });
        accounts.subscribe(change -> {
            if (change instanceof Change.Removed<Workload>(var name, var _)) {
                queue.add(ObjectName.ofCluster(name.namespace()));
            }
        });
    }

    @Override
    public Turn turn(ObjectName key) {
        var namespace = namespaces.find(key);
        if (namespace.isEmpty() || namespace.get().meta().isBeingDeleted()) return Turn.SETTLED;
        if (accounts.find(new ObjectName(key.name(), NAME)).isPresent()) return Turn.SETTLED;
        var account = Json.object().put("apiVersion", "v1").put("kind", "ServiceAccount");
        account.putObject("metadata").put("namespace", key.name()).put("name", NAME);
        var outcome = around.client().create(Kinds.ACCOUNTS, account);
        var there = outcome instanceof Outcome.Done<ObjectNode>
                || outcome instanceof Outcome.Conflict<ObjectNode>
                || OwnedPods.isNamespaceGoing(outcome);
        return there ? Turn.SETTLED : new Turn.Failed(outcome.problem());
    }
}
