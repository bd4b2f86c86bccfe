package dev.plimsoll.apiserver.quota;

import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.storage.Registry.Written;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceQuota;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.documents.Views;
import dev.plimsoll.objects.policy.ResourceQuotaObject;
import dev.plimsoll.store.FencingKey;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Writes what the quotas of a namespace enforce and have in use, from the objects that are there and that are on their way. */
public final class Recalculation {
    private final Registry registry;
    private final Kinds kinds;
    private final Kind quotas;
    private final Kind pods;
    private final QuotaUsage usage;
    private final QuotaLedger ledger;
    /** What this server wrote last, by the key of the quota's charges. */
    private final Map<String, LastWrite> lastWrites = new ConcurrentHashMap<>();

    private record LastWrite(ResourceAmounts used, long nanos) {}

    /** What became of a namespace. */
    enum Result {
        SETTLED,
        /** Another server has just put back what this one had corrected: it counts otherwise, or its clock shows another time. */
        CONTESTED
    }

    public Recalculation(Registry registry, Kinds kinds, QuotaUsage usage, QuotaLedger ledger) {
        this.registry = registry;
        this.kinds = kinds;
        this.quotas = kinds.named("", "ResourceQuota");
        this.pods = kinds.named("", "Pod");
        this.usage = usage;
        this.ledger = ledger;
    }

    void removed(String uid) {
        ledger.removed(uid);
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

    Result of(String namespace) {
        return isLimited(namespace) ? ledger.exclusively(namespace, () -> locked(namespace)) : Result.SETTLED;
    }

    /** In the order that the ledger asks for: the quota, what is on its way, what is there. */
    private Result locked(String namespace) {
        var result = Result.SETTLED;
        for (var quota : registry.recent(quotas, namespace).objects()) {
            var stored = quota.object();
            var tree = stored.tree();
            var view = Views.resourceQuota(tree);
            var key = OutstandingCharges.key(namespace, view.name());
            var charges = OutstandingCharges.parse(registry.noted(key).value());
            var count = new Count(view, namespace, charges, ledger.live());
            count.all();
            var isSame = view.enforced().equals(view.hard()) && view.used().equals(count.used());
            if (isSame && !count.hasVoid) continue;
            if (isContested(key, count.used())) {
                result = Result.CONTESTED;
                continue;
            }
            var next = new ResourceQuotaObject(tree)
                    .statusDraft()
                    .hard(view.hard())
                    .used(count.used())
                    .document();
            var beside = FencingKey.holding(
                    key, charges.without(count.over::contains).encoded());
            // Overtaken by another write: the change comes by here again.
            if (registry.replace(stored, next, beside) instanceof Written.Done)
                lastWrites.put(key, new LastWrite(count.used(), registry.nanos()));
        }
        return result;
    }

    /** Whether this server would write the same again so soon: two that do not agree would go on as fast as they can. */
    private boolean isContested(String key, ResourceAmounts used) {
        var last = lastWrites.get(key);
        return last != null
                && last.used().equals(used)
                && registry.nanos() - last.nanos() < QuotaStatus.CONTESTED_PAUSE.toNanos();
    }

    /** Counts what one quota has in use. */
    private final class Count {
        private final ResourceQuota quota;
        private final String namespace;
        private final OutstandingCharges charges;
        private final Set<String> live;
        private final Map<ResourceName, Quantity> total = new TreeMap<>();
        private final Set<String> over = new HashSet<>();
        /** Whether a charge is for nothing that another server would still count. */
        private boolean hasVoid;

        Count(ResourceQuota quota, String namespace, OutstandingCharges charges, Set<String> live) {
            this.quota = quota;
            this.namespace = namespace;
            this.charges = charges;
            this.live = live;
        }

        void all() {
            for (var name : quota.hard().names()) total.put(name, Quantity.ZERO);
            var stored = new HashSet<String>();
            var revision = registry.revision();
            for (var kind : counted(quota)) {
                for (var candidate : registry.at(kind, namespace, revision).objects()) {
                    var tree = candidate.object().tree();
                    var uid = DocumentMetadata.of(tree).uid();
                    stored.add(uid);
                    add(onTheWay(uid, candidate.object().revision()).max(usage.of(quota, kind, tree)));
                }
            }
            for (var uid : charges.byUid().keySet()) if (!stored.contains(uid)) add(onTheWay(uid, 0));
        }

        /** An object that is about to change is charged the larger of what it is and what it is to be. */
        private ResourceAmounts onTheWay(String uid, long stored) {
            var charge = charges.byUid().get(uid);
            if (charge == null) return ResourceAmounts.EMPTY;
            if (!ledger.isOver(uid, charge, stored, live)) return charge.amounts();
            over.add(uid);
            hasVoid |= !QuotaLedger.hasLanded(charge, stored);
            return ResourceAmounts.EMPTY;
        }

        private void add(ResourceAmounts amounts) {
            total.replaceAll((name, sum) -> sum.plus(amounts.amount(name)));
        }

        ResourceAmounts used() {
            return ResourceAmounts.of(total);
        }
    }

    private List<Kind> counted(ResourceQuota quota) {
        var others = quota.hard().names().stream()
                .map(name -> ObjectUsage.counted(name, kinds))
                .flatMap(Optional::stream)
                .distinct();
        return java.util.stream.Stream.concat(java.util.stream.Stream.of(pods), others)
                .toList();
    }
}
