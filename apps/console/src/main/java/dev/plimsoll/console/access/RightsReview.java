package dev.plimsoll.console.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.objects.access.SelfSubjectAccessReviewObject;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import dev.plimsoll.objects.policy.LimitRangeObject;
import dev.plimsoll.objects.policy.ResourceQuotaObject;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Asks the API server what a user may see: of the whole cluster first, and only where it says no of single namespaces. Namespaces that the user may see are
 * asked about each time, so that what was lost is noticed soon; of the others some each time. No answer changes nothing: a cluster that cannot be reached
 * shows nothing new anyway.
 */
public final class RightsReview {
    /** Each is a request. */
    private static final int NAMESPACES_AT_FIRST = 300;

    private static final int NAMESPACES_LATER = 20;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERRORS = 500;

    private final ApiClient client;
    private final List<String> namespaces;
    private final long round;

    /**
     * One review.
     *
     * @param namespaces that there are
     * @param round grows by one with each review of a user
     */
    public RightsReview(ApiClient client, Collection<String> namespaces, long round) {
        this.client = client.within(PATIENCE);
        this.namespaces = namespaces.stream().sorted().toList();
        this.round = round;
    }

    /** What the user may see; empty where the API server does not answer. */
    public Optional<Rights> first() {
        return isAllowed(client, "list", ApiResource.PODS, "").map(_ -> after(Rights.NONE));
    }

    /** What the user may see now, who could see this before. */
    public Rights after(Rights before) {
        var pods = namespaces("list", ApiResource.PODS, before.pods());
        if (pods.isEmpty()) return before;
        return new Rights(
                pods.get(),
                isAllowed(client, "list", ApiResource.NODES, "").orElse(before.nodes()),
                namespaces("list", ResourceQuotaObject.KIND.resource(), before.quotas())
                        .orElse(before.quotas()),
                namespaces("list", LimitRangeObject.KIND.resource(), before.limits())
                        .orElse(before.limits()),
                namespaces("list", VpaObject.RESOURCE, before.autoscalers()).orElse(before.autoscalers()),
                namespaces("patch", ApiResource.PODS.sub("resize"), before.resizes())
                        .orElse(before.resizes()));
    }

    private Optional<Rights.Namespaces> namespaces(String verb, ApiResource resource, Rights.Namespaces before) {
        var everywhere = isAllowed(client, verb, resource, "");
        if (everywhere.isEmpty()) return Optional.empty();
        if (everywhere.get()) return Optional.of(Rights.Namespaces.ALL);
        var asked = Stream.concat(before.names().stream(), some(before)).distinct();
        Set<String> allowed = new HashSet<>();
        asked.forEach(namespace -> {
            if (isAllowed(client, verb, resource, namespace).orElse(before.contain(namespace))) allowed.add(namespace);
        });
        return Optional.of(new Rights.Namespaces(false, allowed));
    }

    /** At first many, then some each time, in turn. */
    private Stream<String> some(Rights.Namespaces before) {
        if (round == 0 || before.areAll() || namespaces.size() <= NAMESPACES_LATER)
            return namespaces.stream().limit(NAMESPACES_AT_FIRST);
        var size = namespaces.size();
        var from = Math.floorMod(round * NAMESPACES_LATER, size);
        return Stream.iterate(0, i -> i + 1).limit(NAMESPACES_LATER).map(i -> namespaces.get((from + i) % size));
    }

    /** Whether a user may; empty where the API server does not answer. A user whom it does not know may nothing. */
    public static Optional<Boolean> isAllowed(ApiClient client, String verb, ApiResource resource, String namespace) {
        var question = SelfSubjectAccessReviewObject.of(verb, resource, namespace);
        return switch (client.create(SelfSubjectAccessReviewObject.RESOURCE, question)) {
            case RequestResult.Done<ObjectNode>(var answer) ->
                Optional.of(new SelfSubjectAccessReviewObject(answer).isAllowed());
            case RequestResult.Unreachable<ObjectNode> _ -> Optional.empty();
            case RequestResult.Refused<ObjectNode>(var status)
            when status.code() >= SERVER_ERRORS || status.code() == TOO_MANY_REQUESTS -> Optional.empty();
            case RequestResult.Refused<ObjectNode> _,
                    RequestResult.NotFound<ObjectNode> _,
                    RequestResult.Conflict<ObjectNode> _ -> Optional.of(false);
        };
    }
}
