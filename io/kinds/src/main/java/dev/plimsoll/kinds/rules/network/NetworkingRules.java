package dev.plimsoll.kinds.rules.network;

import dev.plimsoll.core.validation.syntax.DnsSyntax;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.IpRules;
import dev.plimsoll.kinds.rules.field.LabelSelectorRules;
import dev.plimsoll.kinds.rules.field.NameRules;
import java.util.List;

/** IngressClasses, NetworkPolicies and ServiceCIDRs. */
public final class NetworkingRules {
    private static final int CONTROLLER_BYTES = 250;
    private static final int MOST_BLOCKS = 2;
    private static final List<String> POLICY_TYPES = List.of("Ingress", "Egress");

    private static final List<String> PARAMETER_SCOPES = List.of("Cluster", "Namespace");
    private static final List<String> PROTOCOLS = List.of("TCP", "UDP", "SCTP");

    private NetworkingRules() {}

    public static void ingressClass(FieldValue object, Findings found) {
        var controller = object.field("spec").field("controller");
        if (controller.text().length() > CONTROLLER_BYTES) found.tooLong(controller, CONTROLLER_BYTES);
        domainPrefixedPath(controller, found);
        var parameters = object.field("spec").field("parameters");
        if (parameters.isGiven()) parameters(parameters, found);
    }

    /** An object that says more about a class, of the cluster or of one namespace. */
    private static void parameters(FieldValue reference, Findings found) {
        NameRules.subdomainIfGiven(reference.field("apiGroup"), found);
        for (var name : List.of("kind", "name")) {
            if (reference.field(name).isEmpty()) found.required(reference.field(name));
            else NameRules.pathSegment(reference.field(name), found);
        }
        var scope = reference.field("scope");
        var namespace = reference.field("namespace");
        switch (scope.text()) {
            case "Cluster" -> {
                if (namespace.isGiven()) found.forbidden(namespace, "`parameters.scope` is set to 'Cluster'");
            }
            case "Namespace" -> {
                if (namespace.isGiven()) NameRules.label(namespace, found);
                else found.required(namespace, "`parameters.scope` is set to 'Namespace'");
            }
            default -> found.requiredOneOf(scope, PARAMETER_SCOPES);
        }
    }

    private static void domainPrefixedPath(FieldValue at, Findings found) {
        if (at.isEmpty()) {
            found.required(at);
            return;
        }
        var slash = at.text().indexOf('/');
        if (slash <= 0 || slash == at.text().length() - 1) {
            found.invalid(at, "must be a domain-prefixed path (such as \"acme.io/foo\")");
            return;
        }
        found.misspelled(at, DnsSyntax.subdomain(at.text().substring(0, slash)));
        if (!at.text().substring(slash + 1).matches("[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+")) {
            found.invalid(at, "Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')");
        }
    }

    public static void networkPolicy(FieldValue object, Findings found) {
        var spec = object.field("spec");
        LabelSelectorRules.check(spec.field("podSelector"), found);
        for (var rule : spec.field("ingress").items()) traffic(rule, "from", found);
        for (var rule : spec.field("egress").items()) traffic(rule, "to", found);
        var types = spec.field("policyTypes");
        if (types.node().size() > POLICY_TYPES.size()) {
            found.invalidJson(types, "may not specify more than two policyTypes");
            return;
        }
        for (var type : types.items()) found.oneOf(type, POLICY_TYPES);
    }

    private static void traffic(FieldValue rule, String peers, Findings found) {
        for (var port : rule.field("ports").items()) {
            found.oneOfIfGiven(port.field("protocol"), PROTOCOLS);
            if (port.field("port").isGiven()) NameRules.portNumberOrName(port.field("port"), found);
            if (port.field("endPort").isGiven()) endPort(port.field("port"), port.field("endPort"), found);
        }
        for (var peer : rule.field(peers).items()) peer(peer, found);
    }

    /** The last of a range of ports. */
    private static void endPort(FieldValue first, FieldValue last, Findings found) {
        if (!first.isGiven()) found.invalidNumber(last, "may not be specified when `port` is not specified");
        else if (first.node().isTextual()) {
            found.invalidNumber(last, "may not be specified when `port` is non-numeric");
        } else {
            if (last.number() < first.number()) found.invalidNumber(last, "must be greater than or equal to `port`");
            NameRules.portNumber(last, found);
        }
    }

    private static void peer(FieldValue peer, Findings found) {
        var pods = peer.field("podSelector");
        var namespaces = peer.field("namespaceSelector");
        var block = peer.field("ipBlock");
        if (pods.isGiven()) LabelSelectorRules.check(pods, found);
        if (namespaces.isGiven()) LabelSelectorRules.check(namespaces, found);
        if (block.isGiven()) ipBlock(block, found);
        if (block.isGiven() && (pods.isGiven() || namespaces.isGiven())) {
            found.forbidden(peer, "may not specify both ipBlock and another peer");
        } else if (!block.isGiven() && !pods.isGiven() && !namespaces.isGiven()) {
            found.required(peer, "must specify a peer");
        }
    }

    private static void ipBlock(FieldValue block, Findings found) {
        if (block.field("cidr").isEmpty()) {
            found.required(block.field("cidr"));
            return;
        }
        var whole = block.field("cidr");
        IpRules.block(whole, found);
        if (!IpRules.isBlock(whole.text())) return;
        for (var except : block.field("except").items()) {
            IpRules.block(except, found);
            if (IpRules.isBlock(except.text()) && !IpRules.isPartOf(except.text(), whole.text())) {
                found.invalid(except, "must be a strict subset of `cidr`");
            }
        }
    }

    public static void serviceCidr(FieldValue object, Findings found) {
        var blocks = object.field("spec").field("cidrs");
        if (blocks.isEmpty()) {
            found.required(blocks, "at least one CIDR required");
            return;
        }
        if (blocks.node().size() > MOST_BLOCKS) {
            found.invalidJson(blocks, "may only hold up to 2 values");
            return;
        }
        for (var block : blocks.items()) IpRules.block(block, found);
        if (blocks.node().size() == MOST_BLOCKS && found.isEmpty() && sameFamily(blocks)) {
            found.invalidJson(
                    blocks, "may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64");
        }
    }

    private static boolean sameFamily(FieldValue blocks) {
        var first = blocks.node().path(0).asText();
        var second = blocks.node().path(1).asText();
        return (first.indexOf(':') < 0) == (second.indexOf(':') < 0);
    }

    /** Whose address it is. */
    public static void ipAddress(FieldValue object, Findings found) {
        var address = object.field("metadata").field("name");
        if (!address.isEmpty()) IpRules.address(address, found);
        var parent = object.field("spec").field("parentRef");
        if (!parent.isGiven()) {
            found.required(parent);
            return;
        }
        NameRules.subdomainIfGiven(parent.field("group"), found);
        for (var name : List.of("resource", "name")) {
            if (parent.field(name).isEmpty()) found.required(parent.field(name));
            else NameRules.pathSegment(parent.field(name), found);
        }
        if (!parent.field("namespace").isEmpty()) NameRules.pathSegment(parent.field("namespace"), found);
    }
}
