package dev.plimsoll.apiserver.admission.quotas;

import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.apiserver.quota.OutstandingCharges;
import dev.plimsoll.apiserver.quota.OutstandingCharges.Charge;
import dev.plimsoll.apiserver.quota.QuotaLedger;
import dev.plimsoll.apiserver.quota.QuotaUsage;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.storage.Registry.Written;
import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.core.admission.quota.QuotaDecision;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceQuota;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.documents.Views;
import dev.plimsoll.objects.policy.ResourceQuotaObject;
import dev.plimsoll.store.FencingKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Requests of one namespace that are charged together: each is decided in turn, on what those before it left, and each quota is
 * written once for all of them.
 */
final class QuotaBatch {
    /** Each time another server was faster: it has made progress then. */
    private static final int ATTEMPTS = 100;

    private final Registry registry;
    private final Kind quotas;
    private final QuotaUsage usage;
    private final QuotaLedger ledger;
    private final Deciding deciding;
    private final String namespace;
    private final List<QuotaRequest> requests;
    private final Map<String, Version> versions = new TreeMap<>();

    /** Whether a request fits. */
    interface Deciding {
        QuotaDecision decide(AdmissionAttributes review, List<ResourceQuota> quotas);
    }

    QuotaBatch(
            Registry registry,
            Kind quotas,
            QuotaUsage usage,
            QuotaLedger ledger,
            Deciding deciding,
            String namespace,
            List<QuotaRequest> requests) {
        this.registry = registry;
        this.quotas = quotas;
        this.usage = usage;
        this.ledger = ledger;
        this.deciding = deciding;
        this.namespace = namespace;
        this.requests = requests;
    }

    /** A quota as it was read, and what of this batch is in it already. */
    private static final class Version {
        private final StoredObject stored;
        private final OutstandingCharges beside;
        private final Map<String, ResourceAmounts> written;
        private ResourceQuota view;
        private final Map<String, ResourceAmounts> deltas = new TreeMap<>();
        private final Map<String, Charge> charges = new TreeMap<>();

        Version(StoredObject stored, OutstandingCharges beside, Map<String, ResourceAmounts> written) {
            this.stored = stored;
            this.beside = beside;
            this.written = written;
            this.view = without(Views.resourceQuota(stored.tree()), written);
        }

        private static ResourceQuota without(ResourceQuota quota, Map<String, ResourceAmounts> written) {
            var used = new TreeMap<ResourceName, Quantity>(quota.used().toMap());
            for (var delta : written.values())
                used.replaceAll((name, amount) -> delta.contains(name) ? amount.minus(delta.amount(name)) : amount);
            return with(quota, ResourceAmounts.of(used));
        }

        private static ResourceQuota with(ResourceQuota quota, ResourceAmounts used) {
            return new ResourceQuota(quota.metadata(), quota.hard(), quota.scopes(), quota.enforced(), used);
        }

        void begin() {
            view = without(Views.resourceQuota(stored.tree()), written);
            deltas.clear();
            charges.clear();
        }

        void add(String uid, QuotaDecision.Charge decided, Charge charge) {
            view = with(view, decided.used());
            deltas.put(uid, decided.delta());
            charges.put(uid, charge);
        }

        boolean isWritten() {
            return deltas.equals(written);
        }
    }

    /** Decides all, and charges those that fit. */
    void settle() {
        var known = registry.recent(quotas, namespace);
        for (var quota : known.objects()) read(quota.object(), Map.of());
        var isLatest = false;
        for (var attempt = 0; attempt < ATTEMPTS; attempt++) {
            if (decideAll() && !isLatest) {
                // Nobody is refused by what this server has not heard of yet.
                isLatest = true;
                for (var quota : registry.latest(quotas, namespace).objects()) refresh(quota.object());
                continue;
            }
            if (writeAll()) return;
        }
        requests.forEach(QuotaRequest::timedOut);
    }

    private void refresh(StoredObject latest) {
        var known = versions.get(name(latest));
        if (known == null || latest.revision() > known.stored.revision())
            read(latest, known == null ? Map.of() : known.written);
    }

    /** The quota first, then what is beside it: if both do not belong together, the write fails. */
    private void read(StoredObject stored, Map<String, ResourceAmounts> written) {
        var beside = OutstandingCharges.parse(
                registry.noted(OutstandingCharges.key(namespace, name(stored))).value());
        versions.put(name(stored), new Version(stored, beside, written));
    }

    private static String name(StoredObject quota) {
        return DocumentMetadata.of(quota.tree()).name();
    }

    /** Whether any is refused. */
    private boolean decideAll() {
        versions.values().forEach(Version::begin);
        var isAnyRefused = false;
        for (var request : requests) {
            var views = versions.values().stream().map(version -> version.view).toList();
            var decision = deciding.decide(request.review(), views);
            request.decided(decision);
            if (decision instanceof QuotaDecision.Fits(var charges)) charges.forEach(charge -> add(request, charge));
            else isAnyRefused = true;
        }
        return isAnyRefused;
    }

    private void add(QuotaRequest request, QuotaDecision.Charge charge) {
        var version = versions.get(charge.quota().name());
        if (version == null)
            throw new IllegalStateException(
                    "a quota that was not asked: " + charge.quota().name());
        var review = request.review();
        var amounts = (review.isPod()
                        ? usage.of(charge.quota(), review.pods().next())
                        : usage.of(charge.quota(), review.kind(), review.object()))
                .retaining(charge.quota().hard()::contains);
        version.add(request.uid(), charge, ledger.charge(request.base(), amounts));
    }

    /** False if another write came first, with the newer quota put in its place. */
    private boolean writeAll() {
        for (var entry : new ArrayList<>(versions.entrySet())) {
            var version = entry.getValue();
            if (version.isWritten()) continue;
            version.deltas.keySet().forEach(this::begin);
            var next = new ResourceQuotaObject(version.stored.tree())
                    .statusDraft()
                    .used(version.view.used())
                    .document();
            var mine = new HashMap<>(version.written);
            var beside = version.beside.without(mine::containsKey).with(version.charges);
            var fencingKey = FencingKey.holding(OutstandingCharges.key(namespace, entry.getKey()), beside.encoded());
            switch (registry.replace(version.stored, next, fencingKey)) {
                case Written.Done(var written) -> versions.put(entry.getKey(), charged(written, beside, version));
                case Written.Gone _ -> versions.remove(entry.getKey());
                case Written.Overtaken(var newer) -> {
                    read(newer, version.written);
                    return false;
                }
            }
        }
        return true;
    }

    private void begin(String uid) {
        for (var request : requests) {
            if (request.uid().equals(uid) && ledger.begin(uid))
                request.review().context().whenDone(() -> ledger.settled(namespace, uid));
        }
    }

    private static Version charged(StoredObject written, OutstandingCharges beside, Version before) {
        var version = new Version(written, beside, Map.copyOf(before.deltas));
        version.deltas.putAll(before.deltas);
        version.charges.putAll(before.charges);
        return version;
    }
}
