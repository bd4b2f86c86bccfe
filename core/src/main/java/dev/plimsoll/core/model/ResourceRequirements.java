package dev.plimsoll.core.model;

import java.util.List;

/**
 * Requests and limits of a container or of a whole pod.
 *
 * @param isDeclared whether the object was there at all; false only for {@link #ABSENT}
 * @param claimsDeclared whether {@code claims} was there, be it as an empty list
 */
public record ResourceRequirements(
        boolean isDeclared,
        ResourceAmounts requests,
        ResourceAmounts limits,
        boolean claimsDeclared,
        List<ResourceClaim> claims) {

    /** Not given. */
    public static final ResourceRequirements ABSENT =
            new ResourceRequirements(false, ResourceAmounts.ABSENT, ResourceAmounts.ABSENT, false, List.of());

    /** Given as {@code {}}. */
    public static final ResourceRequirements EMPTY = of(ResourceAmounts.ABSENT, ResourceAmounts.ABSENT);

    public ResourceRequirements {
        claims = List.copyOf(claims);
        if (!isDeclared && (!requests.isEmpty() || !limits.isEmpty() || !claims.isEmpty())) {
            throw new IllegalArgumentException("requirements with entries are declared");
        }
    }

    public static ResourceRequirements of(ResourceAmounts requests, ResourceAmounts limits) {
        return new ResourceRequirements(true, requests, limits, false, List.of());
    }

    /** For literals: {@code ResourceRequirements.parse("cpu=1,memory=1Gi", "cpu=2")}. */
    public static ResourceRequirements parse(String requests, String limits) {
        return of(ResourceAmounts.parse(requests), ResourceAmounts.parse(limits));
    }

    public ResourceRequirements withRequests(ResourceAmounts changed) {
        return new ResourceRequirements(true, changed, limits, claimsDeclared, claims);
    }

    public ResourceRequirements withLimits(ResourceAmounts changed) {
        return new ResourceRequirements(true, requests, changed, claimsDeclared, claims);
    }

    /** Neither a request nor a limit. */
    public boolean isEmpty() {
        return requests.isEmpty() && limits.isEmpty();
    }

    /** At least one request or limit for a resource that counts at pod level. */
    public boolean isSetAtPodLevel() {
        return namesPodLevelResource(requests) || namesPodLevelResource(limits);
    }

    public static boolean namesPodLevelResource(ResourceAmounts amounts) {
        for (var i = 0; i < amounts.size(); i++) {
            if (amounts.name(i).isAllowedAtPodLevel()) return true;
        }
        return false;
    }
}
