package dev.plimsoll.kinds.rules.network;

import dev.plimsoll.core.validation.syntax.DnsSyntax;
import dev.plimsoll.core.validation.syntax.PortSyntax;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.IpRules;
import dev.plimsoll.kinds.rules.field.NameRules;
import java.util.List;

/** Ingresses. */
public final class IngressRules {
    private static final List<String> PATH_TYPES = List.of("Exact", "ImplementationSpecific", "Prefix");
    private static final List<String> NEVER_IN_PATHS = List.of("//", "/./", "/../", "%2f", "%2F");
    private static final List<String> NEVER_AT_THE_END = List.of("/..", "/.");
    private static final String NOT_A_WILDCARD =
            "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of"
                    + " lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g."
                    + " '*.example.com', regex used for validation is"
                    + " '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

    /** What messages say of an Ingress without anything in it; they show its rules. */
    public static final String NOTHING_ROUTED = "either `defaultBackend` or `rules` must be specified";

    private IngressRules() {}

    public static void check(FieldValue object, Findings found) {
        var spec = object.field("spec");
        var rules = spec.field("rules");
        var fallback = spec.field("defaultBackend");
        if (rules.isEmpty() && !fallback.isGiven()) {
            found.invalidShown(spec, rules.json(), NOTHING_ROUTED);
        }
        if (fallback.isGiven()) backend(fallback, found);
        for (var rule : rules.items()) rule(rule, found);
        for (var tls : spec.field("tls").items()) {
            for (var host : tls.field("hosts").items()) host(host, found);
        }
        if (spec.field("ingressClassName").isGiven()) NameRules.subdomain(spec.field("ingressClassName"), found);
    }

    private static void rule(FieldValue rule, Findings found) {
        var host = rule.field("host");
        if (!host.isEmpty()) {
            if (IpRules.isAddress(host.text())) found.invalid(host, "must be a DNS name, not an IP address");
            else host(host, found);
        }
        var http = rule.field("http");
        if (!http.isGiven()) return;
        if (http.field("paths").isEmpty()) found.required(http.field("paths"));
        for (var path : http.field("paths").items()) path(path, found);
    }

    private static void host(FieldValue host, Findings found) {
        if (!host.text().contains("*")) {
            NameRules.subdomain(host, found);
        } else if (!host.text().startsWith("*.")
                || !DnsSyntax.subdomain(host.text().substring(2)).isEmpty()) {
            found.invalid(host, NOT_A_WILDCARD);
        }
    }

    private static void path(FieldValue path, Findings found) {
        var type = path.field("pathType");
        if (!type.isGiven()) {
            found.required(type, "pathType must be specified");
            return;
        }
        pathText(path.field("path"), type, found);
        backend(path.field("backend"), found);
    }

    private static void pathText(FieldValue path, FieldValue type, Findings found) {
        var absolute = path.text().startsWith("/");
        switch (type.text()) {
            case "Exact", "Prefix" -> {
                if (!absolute) found.invalid(path, "must be an absolute path");
                for (var text : NEVER_IN_PATHS) {
                    if (path.text().contains(text)) found.invalid(path, "must not contain '" + text + "'");
                }
                for (var text : NEVER_AT_THE_END) {
                    if (path.text().endsWith(text)) found.invalid(path, "cannot end with '" + text + "'");
                }
            }
            case "ImplementationSpecific" -> {
                if (!path.isEmpty() && !absolute) found.invalid(path, "must be an absolute path");
            }
            default -> found.notSupported(type, PATH_TYPES);
        }
    }

    private static void backend(FieldValue backend, Findings found) {
        var service = backend.field("service");
        var resource = backend.field("resource");
        if (service.isGiven() && resource.isGiven()) {
            found.invalidShown(backend, "\"\"", "cannot set both resource and service backends");
        } else if (service.isGiven()) {
            service(backend, service, found);
        } else if (!resource.isGiven()) {
            found.invalidShown(backend, "\"\"", "resource or service backend is required");
        }
    }

    private static void service(FieldValue backend, FieldValue service, Findings found) {
        NameRules.requiredLabel(service.field("name"), found);
        var name = service.field("port").field("name");
        var number = service.field("port").field("number");
        var isNumbered = number.number() != 0;
        if (!name.isEmpty() && isNumbered) {
            found.invalidShown(backend, "\"\"", "cannot set both port name & port number");
        } else if (!name.isEmpty()) {
            found.misspelled(name, PortSyntax.name(name.text()));
        } else if (isNumbered) {
            NameRules.portNumber(number, found);
        } else {
            found.required(backend, "port name or number is required");
        }
    }
}
