package dev.plimsoll.controllers.namespaces;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.loop.OwnedPods;
import dev.plimsoll.controllers.loop.ReconcileResult;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.objects.ConfigMapDraft;
import dev.plimsoll.objects.ConfigMapObject;
import dev.plimsoll.objects.NamespaceObject;
import java.util.Map;

/** Gives each namespace the ConfigMap {@code kube-root-ca.crt} with the certificates by which pods know the API server. */
public final class RootCertificates implements Controller {
    private static final String NAME = "kube-root-ca.crt";
    private static final String KEY = "ca.crt";
    private static final String DESCRIPTION =
            "Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal"
                    + " service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.";

    private final ControllerContext around;
    private final String certificates;
    private final Cache<NamespaceObject> namespaces;
    private final Cache<ConfigMapObject> maps;

    /** Publishes certificates given as PEM text. */
    public RootCertificates(ControllerContext around, String certificates) {
        this.around = around;
        this.certificates = certificates;
        this.namespaces = around.informers().of(NamespaceObject.KIND);
        // One of each namespace: what others keep in ConfigMaps is not held in memory here.
        this.maps =
                around.informers().of(ConfigMapObject.KIND, ObjectSelection.ALL.withFields("metadata.name=" + NAME));
    }

    @Override
    public String name() {
        return "root_ca_cert_publisher";
    }

    @Override
    public void follow(WorkQueue queue) {
        namespaces.subscribe(change -> {
            if (change instanceof CacheChange.Added<NamespaceObject>(var name, var _)) queue.add(name);
        });
        maps.subscribe(change -> {
            switch (change) {
                case CacheChange.Updated<ConfigMapObject>(var name, var _, var _) -> wake(queue, name);
                case CacheChange.Removed<ConfigMapObject>(var name, var _) -> wake(queue, name);
                case CacheChange.Added<ConfigMapObject> _, CacheChange.Synced<ConfigMapObject> _ -> {}
            }
        });
    }

    private static void wake(WorkQueue queue, ObjectName map) {
        queue.add(ObjectName.ofCluster(map.namespace()));
    }

    @Override
    public ReconcileResult reconcile(ObjectName key) {
        var namespace = namespaces.find(key);
        if (namespace.isEmpty() || namespace.get().metadata().isBeingDeleted()) return ReconcileResult.SETTLED;
        var known = maps.find(new ObjectName(key.name(), NAME));
        if (known.isEmpty()) {
            var map = new ConfigMapDraft(new ObjectName(key.name(), NAME));
            var outcome = around.client().create(ApiResource.CONFIG_MAPS, written(map));
            // One that the cache does not show yet wakes this controller when it does.
            return outcome instanceof RequestResult.Conflict<ObjectNode> ? ReconcileResult.SETTLED : ended(outcome);
        }
        var wanted = written(known.get().draft());
        if (wanted.equals(known.get().document())) return ReconcileResult.SETTLED;
        return ended(around.client().update(ApiResource.CONFIG_MAPS, wanted));
    }

    private static ReconcileResult ended(RequestResult<ObjectNode> outcome) {
        return outcome instanceof RequestResult.Done<ObjectNode> || OwnedPods.isNamespaceGoing(outcome)
                ? ReconcileResult.SETTLED
                : new ReconcileResult.Failed(outcome.problem());
    }

    private ObjectNode written(ConfigMapDraft map) {
        map.metadata().annotation("kubernetes.io/description", DESCRIPTION);
        return map.onlyData(Map.of(KEY, certificates)).document();
    }
}
