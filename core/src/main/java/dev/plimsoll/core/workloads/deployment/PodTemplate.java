package dev.plimsoll.core.workloads.deployment;

import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.Map;

/**
 * A pod template, as far as it is compared with others.
 *
 * @param content a text that two templates share exactly if they are the same, but for the label with their hash
 * @param contentWithoutResources the same without requests and limits
 * @param resources by part, as in {@link dev.plimsoll.core.workloads.PodResourceRequests}
 */
public record PodTemplate(String content, String contentWithoutResources, Map<String, ResourceRequirements> resources) {
    public PodTemplate {
        resources = Map.copyOf(resources);
    }

    public boolean isSame(PodTemplate other) {
        return content.equals(other.content);
    }

    /** Whether two templates differ in resources and in nothing else. */
    public boolean differsInResourcesOnly(PodTemplate other) {
        return !isSame(other) && contentWithoutResources.equals(other.contentWithoutResources);
    }

    /** Whether everything that the other names is named here: a resize can change amounts, but remove none. */
    public boolean namesAllResourcesOf(PodTemplate other) {
        for (var part : other.resources.entrySet()) {
            var here = resources.getOrDefault(part.getKey(), ResourceRequirements.EMPTY);
            if (!names(here.requests(), part.getValue().requests())
                    || !names(here.limits(), part.getValue().limits())) return false;
        }
        return true;
    }

    private static boolean names(ResourceAmounts here, ResourceAmounts other) {
        return other.names().stream().allMatch(here::contains);
    }

    /** Whether a pod asks for all that the template names; what it has besides came from elsewhere. */
    public boolean isAppliedTo(Map<String, ResourceRequirements> pod) {
        for (var part : resources.entrySet()) {
            var there = pod.getOrDefault(part.getKey(), ResourceRequirements.EMPTY);
            if (!isIn(part.getValue().requests(), there.requests())
                    || !isIn(part.getValue().limits(), there.limits())) return false;
        }
        return true;
    }

    private static boolean isIn(ResourceAmounts wanted, ResourceAmounts there) {
        for (var name : wanted.names()) {
            var amount = there.at(name);
            if (amount == null || amount.compareTo(wanted.amount(name)) != 0) return false;
        }
        return true;
    }
}
