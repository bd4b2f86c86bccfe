package dev.plimsoll.objects.registry;

import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.ClientJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads what docker knows of registries from the entries of a secret: {@code .dockerconfigjson}, or the older {@code .dockercfg}. */
public final class DockerConfig {
    private static final String CONFIG = ".dockerconfigjson";
    private static final String OLD_CONFIG = ".dockercfg";

    private DockerConfig() {}

    /**
     * Who is known at a registry.
     *
     * @param place the registry, or a part of one, as it is written
     * @param auth user and password in base64, joined by a colon
     */
    public record Entry(
            String place, String username, String password, String auth, String identityToken, String registryToken) {}

    /** What cannot be read is left out. */
    public static List<Entry> entries(Map<String, byte[]> secret) {
        var entries = new ArrayList<Entry>();
        var config = secret.get(CONFIG);
        if (config != null) ClientJson.read(config).ifPresent(document -> add(document.path("auths"), entries));
        var old = secret.get(OLD_CONFIG);
        if (old != null) ClientJson.read(old).ifPresent(document -> add(document, entries));
        return entries;
    }

    private static void add(JsonNode places, List<Entry> entries) {
        for (var place : places.properties()) {
            var node = place.getValue();
            entries.add(new Entry(
                    place.getKey(),
                    text(node, "username"),
                    text(node, "password"),
                    text(node, "auth"),
                    text(node, "identitytoken"),
                    text(node, "registrytoken")));
        }
    }
}
