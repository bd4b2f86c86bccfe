package dev.plimsoll.cli.connection;

import dev.plimsoll.client.ApiResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The kinds that a command knows, by the words that people use for them: {@code deployment}, {@code deployments}, {@code deploy}. */
public final class KindNames {
    private static final Map<ApiResource, String> SHORT = Map.of(
            ApiResource.PODS, "po",
            ApiResource.DEPLOYMENTS, "deploy",
            ApiResource.REPLICA_SETS, "rs",
            ApiResource.STATEFUL_SETS, "sts",
            ApiResource.DAEMON_SETS, "ds",
            ApiResource.CRON_JOBS, "cj");

    private final List<ApiResource> resources;
    private final Map<String, ApiResource> byWord = new TreeMap<>();

    private KindNames(List<ApiResource> resources) {
        this.resources = List.copyOf(resources);
        for (var resource : resources) {
            byWord.put(word(resource), resource);
            byWord.put(resource.plural(), resource);
            var brief = SHORT.get(resource);
            if (brief != null) byWord.put(brief, resource);
        }
    }

    public static KindNames of(ApiResource... resources) {
        return new KindNames(List.of(resources));
    }

    public Optional<ApiResource> find(String word) {
        return Optional.ofNullable(byWord.get(word.toLowerCase(Locale.ROOT)));
    }

    public List<ApiResource> resources() {
        return resources;
    }

    /** The word for one object of a resource: {@code deployment}. */
    public static String word(ApiResource resource) {
        return resource.kind().toLowerCase(Locale.ROOT);
    }

    /** All of them as a list for people: {@code pod, deployment and job}. */
    public String list() {
        var words = new ArrayList<>(resources.stream().map(KindNames::word).toList());
        var last = words.removeLast();
        return words.isEmpty() ? last : words.stream().collect(Collectors.joining(", ")) + " and " + last;
    }
}
