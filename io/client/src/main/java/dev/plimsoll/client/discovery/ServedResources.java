package dev.plimsoll.client.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.discovery.DiscoveryClient.Served;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Resources as a server names them, each in the first version that was told. */
final class ServedResources {
    private final List<Served> all = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    void add(ApiResource resource, JsonNode verbs) {
        if (!names.add(resource.group() + "/" + resource.plural())) return;
        var words = new HashSet<String>();
        for (var verb : verbs) words.add(verb.asText());
        all.add(new Served(resource, words));
    }

    List<Served> all() {
        return all;
    }
}
