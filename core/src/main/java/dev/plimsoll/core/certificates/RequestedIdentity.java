package dev.plimsoll.core.certificates;

import java.util.List;

/**
 * The names that a certificate is asked for.
 *
 * @param addresses as text, such as {@code 10.0.0.1}
 */
public record RequestedIdentity(
        String commonName,
        List<String> organizations,
        List<String> dnsNames,
        List<String> addresses,
        List<String> emails,
        List<String> uris) {
    public RequestedIdentity {
        organizations = List.copyOf(organizations);
        dnsNames = List.copyOf(dnsNames);
        addresses = List.copyOf(addresses);
        emails = List.copyOf(emails);
        uris = List.copyOf(uris);
    }

    /** Somebody without an address. */
    public static RequestedIdentity of(String commonName, List<String> organizations) {
        return new RequestedIdentity(commonName, organizations, List.of(), List.of(), List.of(), List.of());
    }

    public RequestedIdentity reachedAt(List<String> names, List<String> ips) {
        return new RequestedIdentity(commonName, organizations, names, ips, emails, uris);
    }
}
