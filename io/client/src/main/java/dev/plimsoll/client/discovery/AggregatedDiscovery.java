package dev.plimsoll.client.discovery;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.discovery.DiscoveryClient.Found;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The two pages on which newer servers tell of all that they serve. */
final class AggregatedDiscovery {
    private static final String KIND = "APIGroupDiscoveryList";
    /** Older servers, which do not know of such pages, answer with others. */
    static final String ACCEPT = "application/json;g=apidiscovery.k8s.io;v=v2;as=" + KIND + ",application/json";

    private AggregatedDiscovery() {}

    /** Empty where one of them is no such page. */
    static Optional<Found> read(byte[] core, byte[] groups) {
        var served = new ServedResources();
        var problems = new ArrayList<String>();
        for (var body : List.of(core, groups)) {
            var page = ClientJson.read(body);
            if (page.isEmpty() || !page.get().path("kind").asText().equals(KIND)) return Optional.empty();
            for (var group : page.get().path("items")) {
                var name = group.path("metadata").path("name").asText();
                for (var version : group.path("versions")) {
                    var number = version.path("version").asText();
                    // Of a server behind this one that does not answer: its resources are not gone.
                    if (version.path("freshness").asText().equals("Stale"))
                        problems.add(name + "/" + number + ": its server does not answer");
                    for (var resource : version.path("resources")) {
                        var kind = resource.path("responseKind").path("kind").asText();
                        var isNamespaced = resource.path("scope").asText().equals("Namespaced");
                        var plural = resource.path("resource").asText();
                        served.add(
                                new ApiResource(name, number, plural, kind, isNamespaced, ""), resource.path("verbs"));
                    }
                }
            }
        }
        return Optional.of(new Found(served.all(), String.join("; ", problems)));
    }
}
