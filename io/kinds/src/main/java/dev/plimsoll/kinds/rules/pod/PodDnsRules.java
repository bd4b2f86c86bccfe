package dev.plimsoll.kinds.rules.pod;

import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.IpRules;
import dev.plimsoll.kinds.rules.field.NameRules;
import java.util.regex.Pattern;

/** How the containers of a pod find names: its own resolver settings and its entries of the hosts file. */
final class PodDnsRules {
    private static final int MOST_NAMESERVERS = 3;
    private static final int MOST_SEARCHES = 32;
    private static final int SEARCH_BYTES = 253;
    private static final String NAME = "_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
    private static final String SEARCH = NAME + "(\\." + NAME + ")*";
    private static final Pattern SEARCHED = Pattern.compile(SEARCH);
    private static final String NOT_SEARCHED =
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must"
                    + " start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '"
                    + SEARCH + "')";

    private PodDnsRules() {}

    static void check(FieldValue spec, Findings found) {
        var config = spec.field("dnsConfig");
        if (spec.field("dnsPolicy").text().equals("None")) {
            if (!config.isGiven()) {
                found.required(config, "must provide `dnsConfig` when `dnsPolicy` is None");
                return;
            }
            if (config.field("nameservers").isEmpty()) {
                found.required(
                        config.field("nameservers"),
                        "must provide at least one DNS nameserver when `dnsPolicy` is None");
                return;
            }
        }
        if (config.isGiven()) config(config, found);
    }

    private static void config(FieldValue config, Findings found) {
        var servers = config.field("nameservers");
        if (servers.node().size() > MOST_NAMESERVERS) {
            found.invalidJson(servers, "must not have more than " + MOST_NAMESERVERS + " nameservers");
        }
        for (var server : servers.items()) IpRules.address(server, found);
        var searches = config.field("searches");
        if (searches.node().size() > MOST_SEARCHES) {
            found.invalidJson(searches, "must not have more than " + MOST_SEARCHES + " search paths");
        }
        for (var search : searches.items()) search(search, found);
        for (var option : config.field("options").items()) {
            if (option.field("name").isEmpty()) found.required(option, "must not be empty");
        }
    }

    /** A domain; the dot at its end does not count, and a dot alone stands for the root. */
    private static void search(FieldValue search, Findings found) {
        var name = search.text();
        if (name.equals(".")) return;
        var domain = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
        if (domain.length() > SEARCH_BYTES) {
            found.invalid(search, "must be no more than " + SEARCH_BYTES + " characters");
        } else if (!SEARCHED.matcher(domain).matches()) {
            found.invalid(search, NOT_SEARCHED);
        }
    }

    static void hosts(FieldValue aliases, Findings found) {
        for (var alias : aliases.items()) {
            IpRules.address(alias.field("ip"), found);
            for (var name : alias.field("hostnames").items()) NameRules.subdomain(name, found);
        }
    }
}
