package dev.plimsoll.console.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.objects.access.SelfSubjectAccessReviewObject;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import dev.plimsoll.objects.policy.LimitRangeObject;
import dev.plimsoll.objects.policy.ResourceQuotaObject;
import java.util.Collection;
import java.util.HashSet;

/** Asks the API server what a user may see: of the whole cluster first, and only where it says no of each namespace. */
public final class RightsReview {
    /** Each is a request; who may see single ones of more namespaces than this sees the first. */
    private static final int MOST_NAMESPACES = 300;

    private RightsReview() {}

    /** What the user of a client may see of these namespaces. */
    public static Rights of(ApiClient client, Collection<String> namespaces) {
        return new Rights(
                namespaces(client, "list", ApiResource.PODS, namespaces),
                isAllowed(client, "list", ApiResource.NODES, ""),
                namespaces(client, "list", ResourceQuotaObject.KIND.resource(), namespaces),
                namespaces(client, "list", LimitRangeObject.KIND.resource(), namespaces),
                namespaces(client, "list", VpaObject.RESOURCE, namespaces),
                namespaces(client, "patch", ApiResource.PODS.sub("resize"), namespaces));
    }

    private static Rights.Namespaces namespaces(
            ApiClient client, String verb, ApiResource resource, Collection<String> namespaces) {
        if (isAllowed(client, verb, resource, "")) return Rights.Namespaces.ALL;
        var allowed = new HashSet<String>();
        namespaces.stream().sorted().limit(MOST_NAMESPACES).forEach(namespace -> {
            if (isAllowed(client, verb, resource, namespace)) allowed.add(namespace);
        });
        return new Rights.Namespaces(false, allowed);
    }

    /** No answer is no right. */
    public static boolean isAllowed(ApiClient client, String verb, ApiResource resource, String namespace) {
        var question = SelfSubjectAccessReviewObject.of(verb, resource, namespace);
        return client.create(SelfSubjectAccessReviewObject.RESOURCE, question)
                        instanceof RequestResult.Done<ObjectNode>(var answer)
                && new SelfSubjectAccessReviewObject(answer).isAllowed();
    }
}
