package dev.plimsoll.autoscaler.admission;

import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.policy.ContainerPolicy;
import dev.plimsoll.core.estimation.policy.PodMode;
import dev.plimsoll.core.estimation.update.UpdateMode;
import dev.plimsoll.objects.autoscaling.vertical.PodPolicyNames;
import dev.plimsoll.objects.autoscaling.vertical.WrittenPolicy;
import dev.plimsoll.objects.autoscaling.vertical.WrittenVpaSpec;
import java.util.ArrayList;
import java.util.List;

/** What is allowed but hardly meant. */
final class Warnings {
    private Warnings() {}

    static List<String> of(WrittenVpaSpec spec) {
        var warnings = new ArrayList<String>();
        if (spec.updateMode().filter(UpdateMode.AUTO::equals).isPresent()) {
            warnings.add("UpdateMode \"Auto\" is deprecated; it behaves as \"Recreate\"");
        }
        var pod = spec.podPolicies();
        if (pod.isEmpty()) return warnings;
        var policies = spec.containerPolicies();
        for (var compute : Compute.ALL) {
            var name = compute.resource().text();
            least(pod.get(), policies, compute, warnings);
            if (names(pod.get(), name) && !policies.isEmpty() && nobody(policies, name)) {
                warnings.add("podPolicies.controlledResources names " + name + ", which no container policy controls");
            }
        }
        if (PodPolicyNames.CURRENT.mode(pod).filter(PodMode::isExplicit).isPresent() && spec.hasBoost()) {
            warnings.add("startupBoost is ignored for pods with pod-level resources");
        }
        return warnings;
    }

    private static void least(WrittenPolicy pod, List<WrittenPolicy> policies, Compute compute, List<String> warnings) {
        var most = compute.set(pod.maxAllowed().readable());
        if (most.isEmpty()) return;
        var sum = 0L;
        for (var policy : policies) {
            if (!policy.containerName().equals(ContainerPolicy.ANY)) {
                sum += compute.unitsOf(policy.minAllowed().readable());
            }
        }
        if (sum > most.getAsLong()) {
            warnings.add("the minAllowed of the containers add up to " + compute.quantity(sum) + " of "
                    + compute.resource() + ", more than podPolicies.maxAllowed of "
                    + compute.quantity(most.getAsLong()));
        }
    }

    private static boolean names(WrittenPolicy policy, String name) {
        return policy.controlledResources().filter(list -> list.contains(name)).isPresent();
    }

    /** A policy without a list controls both; containers without a policy do as well, unless there is one for all. */
    private static boolean nobody(List<WrittenPolicy> policies, String name) {
        var all = false;
        for (var policy : policies) {
            if (policy.controlledResources().isEmpty() || names(policy, name)) return false;
            all |= policy.containerName().equals(ContainerPolicy.ANY);
        }
        return all;
    }
}
