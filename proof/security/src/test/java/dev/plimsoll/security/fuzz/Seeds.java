package dev.plimsoll.security.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plimsoll.kinds.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A valid body of every kind, which mutations begin with. {@code NAME}, {@code NAMESPACE} and {@code CLIENT} stand for what the
 * sender fills in.
 */
final class Seeds {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** A kind that is defined at run time, so that schemas, pruning and rules are fuzzed too. */
    static final String WIDGETS = """
            {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"widgets.example.com"},
            "spec":{"group":"example.com","scope":"Namespaced","names":{"plural":"widgets","kind":"Widget"},"versions":[{"name":"v1",
            "served":true,"storage":true,"subresources":{"status":{},"scale":{"specReplicasPath":".spec.size","statusReplicasPath":".status.size"}},
            "schema":{"openAPIV3Schema":{"type":"object","properties":{
            "spec":{"type":"object","required":["size"],"properties":{"size":{"type":"integer","minimum":0,"maximum":100},
            "name":{"type":"string","maxLength":20,"pattern":"^[a-z]*$"},"ratio":{"type":"number"},
            "parts":{"type":"array","maxItems":5,"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["id"],
            "items":{"type":"object","required":["id"],"properties":{"id":{"type":"string","maxLength":9}}}},
            "any":{"type":"object","x-kubernetes-preserve-unknown-fields":true}},
            "x-kubernetes-validations":[{"rule":"self.size != 13","message":"must not be 13"}]},
            "status":{"type":"object","properties":{"size":{"type":"integer"}}}}}}}]}}""";

    private final Map<String, String> bodies = new LinkedHashMap<>();

    private Seeds() {}

    static Seeds bundled() {
        var seeds = new Seeds();
        try (var stream = Seeds.class.getResourceAsStream("seeds.jsonl")) {
            if (stream == null) throw new IllegalStateException("seeds.jsonl is missing");
            var text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            for (var line : text.lines().toList()) seeds.bodies.put(key(MAPPER.readTree(line)), line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return seeds;
    }

    private static String key(JsonNode body) {
        return body.path("apiVersion").asText() + "/" + body.path("kind").asText();
    }

    /** What is sent to the objects of a kind. */
    Optional<String> of(Kind kind) {
        return of(kind.apiVersion(), kind.name());
    }

    Optional<String> of(String apiVersion, String kind) {
        return Optional.ofNullable(bodies.get(apiVersion + "/" + kind));
    }
}
