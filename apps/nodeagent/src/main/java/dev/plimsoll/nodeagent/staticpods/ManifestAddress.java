package dev.plimsoll.nodeagent.staticpods;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * An address that answers with pods: one, or a list of them, in YAML or JSON.
 *
 * @param headers that are sent with each request
 */
public record ManifestAddress(URI uri, Map<String, List<String>> headers) {
    public ManifestAddress {
        headers = headers.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, entry -> List.copyOf(entry.getValue())));
    }
}
