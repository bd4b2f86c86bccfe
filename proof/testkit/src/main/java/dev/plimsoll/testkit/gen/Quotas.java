package dev.plimsoll.testkit.gen;

import dev.plimsoll.core.admission.quota.PodUsage;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceQuota;
import dev.plimsoll.core.model.ResourceQuota.ScopeRequirement;
import dev.plimsoll.core.quantity.Quantity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Quotas of a namespace in which a pod runs: with no room left, with little, and with much. */
public final class Quotas {
    private static final List<String> NAMES =
            List.of("requests.cpu", "limits.cpu", "requests.memory", "limits.memory", "cpu", "memory", "pods");

    private Quotas() {}

    /** Up to two quotas that count a pod, and perhaps others beside it. */
    public static Gen<List<ResourceQuota>> counting(Pod pod, Instant now) {
        var usage = PodUsage.under(FeatureGates.DEFAULT).of(pod, now);
        return random -> {
            var quotas = new ArrayList<ResourceQuota>();
            for (var i = random.nextInt(3); i > 0; i--) quotas.add(quota("quota-" + i, usage, random));
            return quotas;
        };
    }

    private static ResourceQuota quota(String name, ResourceAmounts usage, RandomGenerator random) {
        var used = ResourceAmounts.EMPTY;
        var hard = ResourceAmounts.EMPTY;
        for (var text : NAMES) {
            if (random.nextBoolean()) continue;
            var resource = ResourceName.of(text);
            var amounts = text.endsWith("cpu") ? Quantities.cpu() : Quantities.memory();
            var others = random.nextBoolean() ? Quantity.ZERO : amounts.from(random);
            var inUse = usage.amount(resource).plus(others);
            used = used.with(resource, inUse);
            hard = hard.with(resource, random.nextBoolean() ? inUse : inUse.plus(amounts.from(random)));
        }
        return new ResourceQuota(ObjectMeta.named(name), hard, scopes(random), hard, used);
    }

    private static List<ScopeRequirement> scopes(RandomGenerator random) {
        if (Gen.chance(random, 70)) return List.of();
        var scope = random.nextBoolean() ? "BestEffort" : "NotBestEffort";
        return List.of(ScopeRequirement.plain(scope));
    }
}
