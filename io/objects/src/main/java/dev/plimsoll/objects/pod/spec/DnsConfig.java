package dev.plimsoll.objects.pod.spec;

import static dev.plimsoll.objects.tree.DocumentFields.list;
import static dev.plimsoll.objects.tree.DocumentFields.text;
import static dev.plimsoll.objects.tree.DocumentFields.texts;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * What a pod adds to the name service that it gets.
 *
 * @param options as {@code resolv.conf} has them: {@code ndots:2}, {@code edns0}
 */
public record DnsConfig(List<String> nameservers, List<String> searches, List<String> options) {
    public DnsConfig {
        nameservers = List.copyOf(nameservers);
        searches = List.copyOf(searches);
        options = List.copyOf(options);
    }

    /** Of the {@code dnsConfig} of a pod's spec. */
    public static DnsConfig read(JsonNode node) {
        return new DnsConfig(
                texts(node, "nameservers"), texts(node, "searches"), list(node, "options", DnsConfig::option));
    }

    private static String option(JsonNode node) {
        var value = text(node, "value");
        return text(node, "name") + (value.isEmpty() ? "" : ":" + value);
    }
}
