package dev.plimsoll.apiserver.quota;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.documents.Views;
import dev.plimsoll.apiserver.kinds.Kind;
import dev.plimsoll.apiserver.kinds.Kinds;
import dev.plimsoll.apiserver.quota.QuotaLedger.Outstanding;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.storage.Registry.Written;
import dev.plimsoll.codec.view.PodWriter;
import dev.plimsoll.core.admission.quota.PodUsage;
import dev.plimsoll.core.admission.quota.QuotaAdmission;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceQuota;
import dev.plimsoll.core.quantity.Quantity;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Writes what the quotas of a namespace enforce and have in use, from the objects that are there and that are on their way. */
public final class Recalculation {
    private final Registry registry;
    private final Kinds kinds;
    private final Kind quotas;
    private final Kind pods;
    private final PodUsage usage;
    private final QuotaAdmission scopes;
    private final InstantSource clock;
    private final QuotaLedger ledger;

    public Recalculation(Registry registry, Kinds kinds, FeatureGates gates, InstantSource clock, QuotaLedger ledger) {
        this.registry = registry;
        this.kinds = kinds;
        this.quotas = kinds.named("", "ResourceQuota");
        this.pods = kinds.named("", "Pod");
        this.usage = PodUsage.under(gates);
        this.scopes = QuotaAdmission.under(gates);
        this.clock = clock;
        this.ledger = ledger;
    }

    List<String> namespacesWithQuotas() {
        return registry.recent(quotas, "").objects().stream()
                .map(quota -> quota.fields().getOrDefault("metadata.namespace", ""))
                .distinct()
                .toList();
    }

    boolean isLimited(String namespace) {
        return !registry.recent(quotas, namespace).objects().isEmpty();
    }

    void of(String namespace) {
        if (!isLimited(namespace)) return;
        ledger.exclusively(namespace, () -> locked(namespace));
    }

    /** In the order that the ledger asks for: quotas, what is on its way, what is there. */
    private boolean locked(String namespace) {
        var changed = false;
        for (var quota : registry.recent(quotas, namespace).objects()) {
            var stored = quota.object();
            var tree = stored.tree();
            var view = Views.resourceQuota(tree);
            var used = used(view, namespace);
            if (view.enforced().equals(view.hard()) && view.used().equals(used)) continue;
            var status = tree.get("status") instanceof ObjectNode known ? known : tree.putObject("status");
            status.set("hard", PodWriter.amounts(status, view.hard()));
            status.set("used", PodWriter.amounts(status, used));
            // Overtaken by a user's write: the change comes by here again.
            changed |= registry.replace(stored, tree) instanceof Written.Done;
        }
        return changed;
    }

    private ResourceAmounts used(ResourceQuota quota, String namespace) {
        var total = new TreeMap<ResourceName, Quantity>();
        for (var name : quota.hard().names()) total.put(name, Quantity.ZERO);
        var onTheWay = ledger.outstanding(namespace);
        for (var kind : counted(quota)) {
            for (var charge : charges(quota, kind, namespace, onTheWay).values()) {
                total.replaceAll((name, sum) -> sum.plus(charge.amount(name)));
            }
        }
        return ResourceAmounts.of(total);
    }

    private List<Kind> counted(ResourceQuota quota) {
        var others = quota.hard().names().stream()
                .map(name -> ObjectUsage.counted(name, kinds))
                .flatMap(Optional::stream)
                .distinct();
        return java.util.stream.Stream.concat(java.util.stream.Stream.of(pods), others)
                .toList();
    }

    /** By uid; an object that is about to change is charged the larger of what it is and what it is to be. */
    private Map<String, ResourceAmounts> charges(
            ResourceQuota quota, Kind kind, String namespace, Map<String, Outstanding> onTheWay) {
        var charges = new HashMap<String, ResourceAmounts>();
        onTheWay.forEach((uid, object) -> {
            if (object.kind().isVersionOf(kind)) charges.put(uid, charge(quota, kind, object.object()));
        });
        for (var candidate : registry.recent(kind, namespace).objects()) {
            var tree = candidate.object().tree();
            var uid = tree.path("metadata").path("uid").asText();
            charges.merge(uid, charge(quota, kind, tree), ResourceAmounts::max);
        }
        return charges;
    }

    private ResourceAmounts charge(ResourceQuota quota, Kind kind, ObjectNode object) {
        if (!kind.equals(pods)) {
            return quota.scopes().isEmpty() ? ObjectUsage.of(kind, object) : ResourceAmounts.EMPTY;
        }
        var pod = Views.pod(object);
        return scopes.counts(quota, pod) ? usage.of(pod, clock.instant()) : ResourceAmounts.EMPTY;
    }
}
