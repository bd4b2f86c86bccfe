package dev.plimsoll.core.admission.quota;

import dev.plimsoll.core.admission.quota.QuotaDecision.Charge;
import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.demand.PodQos;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceQuota;
import dev.plimsoll.core.model.ResourceQuota.ScopeRequirement;
import dev.plimsoll.core.quantity.Quantity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Decides whether a new, changed or resized pod fits into the quotas of its namespace, by what they enforce and have used. */
public final class QuotaAdmission {
    public static final QuotaAdmission DEFAULT = under(FeatureGates.DEFAULT);

    private final PodUsage usage;
    private final PodDemand demand;
    private final QuotaScopes scopes;

    private QuotaAdmission(PodUsage usage, PodDemand demand, QuotaScopes scopes) {
        this.usage = usage;
        this.demand = demand;
        this.scopes = scopes;
    }

    public static QuotaAdmission under(FeatureGates gates) {
        return new QuotaAdmission(PodUsage.under(gates), PodDemand.under(gates), new QuotaScopes(PodQos.under(gates)));
    }

    /** A pod that is new. */
    public QuotaDecision create(Pod pod, List<ResourceQuota> quotas, Instant now) {
        return decide(pod, null, quotas, now);
    }

    /** A pod in place of another version of itself; only what it needs more is charged. */
    public QuotaDecision update(Update update, List<ResourceQuota> quotas, Instant now) {
        return decide(update.changed(), update.stored(), quotas, now);
    }

    /**
     * An object that is no pod, new or in place of another version of itself. Quotas with scopes count pods only, but for those that are about
     * the class of claims.
     *
     * @param before what its stored version is charged; nothing if it is new
     * @param used what it is to be charged
     * @param quotas of those that are about a class, only the ones that count the object
     */
    public QuotaDecision object(ResourceAmounts before, ResourceAmounts used, List<ResourceQuota> quotas) {
        var charges = new ArrayList<Charge>();
        var relevant = quotas.stream()
                .filter(quota -> quota.scopes().stream()
                        .allMatch(scope -> scope.scopeName().equals(ScopeRequirement.VOLUME_ATTRIBUTES_CLASS)))
                .sorted(Comparator.comparing(ResourceQuota::name))
                .toList();
        for (var quota : relevant) {
            var delta = delta(quota, used, before, !before.isEmpty());
            if (delta.isEmpty()) continue;
            var refusal = exceeded(quota, used, delta);
            if (refusal != null) return new QuotaDecision.Refused(quota.name(), refusal);
            charges.add(new Charge(quota, delta, quota.used().plus(delta)));
        }
        return new QuotaDecision.Fits(charges);
    }

    /** Whether the quota's scopes take in the pod. */
    public boolean counts(ResourceQuota quota, Pod pod) {
        return scopes.match(quota, pod);
    }

    /** A stored pod and what it is to become. */
    public record Update(Pod stored, Pod changed) {}

    private QuotaDecision decide(Pod pod, @Nullable Pod stored, List<ResourceQuota> quotas, Instant now) {
        var used = usage.of(pod, now);
        var relevant = quotas.stream()
                .filter(quota -> scopes.match(quota, pod) && tracksAnyOf(used, quota))
                .sorted(Comparator.comparing(ResourceQuota::name))
                .toList();
        var charges = new ArrayList<Charge>();
        for (var quota : relevant) {
            var delta = delta(quota, used, stored, now);
            var refusal = refusal(quota, pod, used, delta);
            if (refusal != null) return new QuotaDecision.Refused(quota.name(), refusal);
            if (!delta.isEmpty())
                charges.add(new Charge(quota, delta, quota.used().plus(delta)));
        }
        return new QuotaDecision.Fits(charges);
    }

    private static boolean tracksAnyOf(ResourceAmounts used, ResourceQuota quota) {
        return quota.enforced().names().stream().anyMatch(name -> isPodName(name, used));
    }

    private static boolean isPodName(ResourceName name, ResourceAmounts used) {
        var text = name.text();
        return used.contains(name)
                || text.startsWith("requests.")
                || text.startsWith("limits.")
                || ResourceName.CPU.equals(name)
                || ResourceName.MEMORY.equals(name)
                || name.isHugePages()
                || ResourceName.EPHEMERAL_STORAGE.equals(name);
    }

    /** What the quota's own names are charged; entries that do not change are left out. */
    private ResourceAmounts delta(ResourceQuota quota, ResourceAmounts used, @Nullable Pod stored, Instant now) {
        var before = stored != null && scopes.match(quota, stored) ? usage.of(stored, now) : ResourceAmounts.EMPTY;
        return delta(quota, used, before, stored != null);
    }

    private static ResourceAmounts delta(
            ResourceQuota quota, ResourceAmounts used, ResourceAmounts before, boolean isUpdate) {
        var delta = new TreeMap<ResourceName, Quantity>();
        for (var name : quota.enforced().names()) {
            var amount = used.at(name);
            if (amount == null) continue;
            var more = before.contains(name) ? amount.minus(before.amount(name)) : amount;
            if (more.isZero() || (isUpdate && more.sign() < 0)) continue;
            delta.put(name, more);
        }
        return ResourceAmounts.of(delta);
    }

    private @Nullable String refusal(ResourceQuota quota, Pod pod, ResourceAmounts used, ResourceAmounts delta) {
        if (!demand.hasPodLevelResources(pod.spec())) {
            var missing = RequiredResources.missing(quota, pod.spec());
            if (!missing.isEmpty()) return "failed quota: " + quota.name() + ": must specify " + missing;
        }
        return exceeded(quota, used, delta);
    }

    private static @Nullable String exceeded(ResourceQuota quota, ResourceAmounts used, ResourceAmounts delta) {
        var unknown = quota.enforced()
                .retaining(name -> used.contains(name) && !quota.used().contains(name));
        if (!unknown.isEmpty()) {
            return "status unknown for quota: " + quota.name() + ", resources: " + joinedNames(unknown);
        }
        var negative = delta.retaining(name -> delta.amount(name).sign() < 0);
        if (!negative.isEmpty()) return "quota usage is negative for resource(s): " + joinedNames(negative);
        var exceeded = delta.retaining(name -> quota.used()
                .amount(name)
                .plus(delta.amount(name))
                .isGreaterThan(quota.enforced().amount(name)));
        if (exceeded.isEmpty()) return null;
        return "exceeded quota: " + quota.name()
                + ", requested: " + exceeded
                + ", used: " + quota.used().retaining(exceeded::contains)
                + ", limited: " + quota.enforced().retaining(exceeded::contains);
    }

    private static String joinedNames(ResourceAmounts amounts) {
        return amounts.names().stream().map(ResourceName::text).collect(Collectors.joining(","));
    }
}
