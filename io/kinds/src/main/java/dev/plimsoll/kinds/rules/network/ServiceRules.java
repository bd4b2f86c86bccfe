package dev.plimsoll.kinds.rules.network;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.core.validation.syntax.DnsSyntax;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.IpRules;
import dev.plimsoll.kinds.rules.field.LabelSelectorRules;
import dev.plimsoll.kinds.rules.field.NameRules;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Services. */
public final class ServiceRules {
    private static final String HEADLESS = "None";
    private static final long LONGEST_AFFINITY = 86_400;
    private static final List<String> TYPES = List.of("ClusterIP", "ExternalName", "LoadBalancer", "NodePort");
    private static final List<String> OUTSIDE_TYPES = List.of("LoadBalancer", "NodePort");
    private static final List<String> AFFINITIES = List.of("ClientIP", "None");
    private static final List<String> FAMILIES = List.of("IPv4", "IPv6");
    private static final List<String> FAMILY_POLICIES = List.of("PreferDualStack", "RequireDualStack", "SingleStack");
    private static final List<String> EXTERNAL_POLICIES = List.of("Cluster", "Local");

    private static final List<String> DISTRIBUTIONS = List.of("PreferClose", "PreferSameZone", "PreferSameNode");

    private static final String ONLY_OF_BALANCERS = "may only be used when `type` is 'LoadBalancer'";

    private ServiceRules() {}

    /** Whether a port's target was given: the number zero is none. */
    public static boolean isGivenPort(JsonNode target) {
        return target.isTextual() ? !target.textValue().isEmpty() : target.asInt() != 0;
    }

    /** The addresses of a service inside the cluster and their families. */
    public static void addresses(FieldValue object, Findings found) {
        var spec = object.field("spec");
        var addresses = spec.field("clusterIPs");
        var type = spec.field("type").text();
        if (type.equals("ExternalName")) {
            if (!addresses.isEmpty()) found.forbidden(addresses, "may not be set for ExternalName services");
            return;
        }
        var policy = spec.field("ipFamilyPolicy");
        found.oneOfIfGiven(policy, FAMILY_POLICIES);
        var seen = new HashSet<String>();
        for (var family : spec.field("ipFamilies").items()) {
            found.oneOf(family, FAMILIES);
            if (!seen.add(family.text())) found.duplicate(family);
        }
        var first = spec.field("clusterIP");
        if (!addresses.isEmpty() && !addresses.items().getFirst().text().equals(first.text())) {
            found.invalidJson(addresses, "first value must match `clusterIP`");
        }
        for (var address : addresses.items()) {
            if (!address.text().equals(HEADLESS)) {
                IpRules.address(address, found);
            } else if (addresses.node().size() > 1 || OUTSIDE_TYPES.contains(type)) {
                found.invalid(
                        address,
                        addresses.node().size() > 1
                                ? "'None' must be the first and only value"
                                : "may not be set to 'None' for " + type + " services");
            }
        }
    }

    public static void check(FieldValue object, Findings found) {
        var spec = object.field("spec");
        var type = spec.field("type");
        var isHeadless = spec.field("clusterIP").text().equals(HEADLESS);
        var isExternalName = type.text().equals("ExternalName");
        var ports = spec.field("ports");
        if (ports.isEmpty() && !isHeadless && !isExternalName) found.required(ports);
        if (isExternalName) externalName(spec, found);
        var names = new HashSet<String>();
        for (var port : ports.items()) port(port, ports.node().size() > 1, names, found);
        if (spec.field("selector").isGiven()) LabelSelectorRules.labels(spec.field("selector"), found);
        affinity(spec, found);
        addresses(object, found);
        for (var address : spec.field("externalIPs").items()) {
            IpRules.address(address, found);
            if (IpRules.isAddress(address.text())) IpRules.reachable(address, found);
        }
        found.requiredOneOf(type, TYPES);
        nodePorts(spec, found);
        duplicateNodePorts(ports, found);
        duplicates(ports, found);
        found.oneOfIfGiven(spec.field("externalTrafficPolicy"), EXTERNAL_POLICIES);
        found.oneOfIfGiven(spec.field("internalTrafficPolicy"), EXTERNAL_POLICIES);
        loadBalancer(spec, found);
        found.oneOfIfGiven(spec.field("trafficDistribution"), DISTRIBUTIONS);
    }

    /** What only a balancer outside the cluster looks at. */
    private static void loadBalancer(FieldValue spec, Findings found) {
        var ranges = spec.field("loadBalancerSourceRanges");
        var at = new FieldValue(ranges.node(), spec, "LoadBalancerSourceRanges");
        var isBalanced = spec.field("type").text().equals("LoadBalancer");
        if (!ranges.isEmpty() && !isBalanced) found.forbidden(at, ONLY_OF_BALANCERS);
        for (var range : at.items()) IpRules.block(range, found);
        for (var name : List.of("allocateLoadBalancerNodePorts", "loadBalancerClass")) {
            if (spec.field(name).isGiven() && !isBalanced) found.forbidden(spec.field(name), ONLY_OF_BALANCERS);
        }
        var health = spec.field("healthCheckNodePort");
        var isLocal = spec.field("externalTrafficPolicy").text().equals("Local");
        if (health.number() != 0 && !(isBalanced && isLocal)) {
            found.invalidNumber(
                    health, "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'");
        }
    }

    private static void externalName(FieldValue spec, Findings found) {
        var name = spec.field("externalName");
        if (name.isEmpty()) {
            found.required(name);
            return;
        }
        // A final dot is that of a fully qualified name.
        var text =
                name.text().endsWith(".") ? name.text().substring(0, name.text().length() - 1) : name.text();
        for (var problem : DnsSyntax.subdomain(text)) found.invalid(name, problem);
    }

    private static void port(FieldValue port, boolean isNamed, Set<String> names, Findings found) {
        var name = port.field("name");
        if (isNamed && name.isEmpty()) found.required(name);
        else if (!name.isEmpty()) {
            NameRules.label(name, found);
            if (!names.add(name.text())) found.duplicate(name);
        }
        NameRules.portNumber(port.field("port"), found);
        NameRules.protocol(port.field("protocol"), found);
        var target = port.field("targetPort");
        NameRules.portNumberOrName(target, found);
        NameRules.qualifiedNameIfGiven(port.field("appProtocol"), found);
    }

    private static void affinity(FieldValue spec, Findings found) {
        var affinity = spec.field("sessionAffinity");
        found.requiredOneOf(affinity, AFFINITIES);
        var config = spec.field("sessionAffinityConfig");
        if (affinity.text().equals("None") && config.isGiven()) {
            found.forbidden(config, "must not be set when session affinity is None");
        }
        var seconds = config.field("clientIP").field("timeoutSeconds");
        if (affinity.text().equals("ClientIP")
                && seconds.isGiven()
                && (seconds.number() <= 0 || seconds.number() > LONGEST_AFFINITY)) {
            found.invalidNumber(seconds, "must be greater than 0 and less than " + LONGEST_AFFINITY);
        }
    }

    private static void nodePorts(FieldValue spec, Findings found) {
        if (!spec.field("type").text().equals("ClusterIP")) return;
        for (var port : spec.field("ports").items()) {
            if (port.field("nodePort").number() != 0) {
                found.forbidden(port.field("nodePort"), "may not be used when `type` is 'ClusterIP'");
            }
        }
    }

    private static void duplicateNodePorts(FieldValue ports, Findings found) {
        var seen = new HashSet<String>();
        for (var port : ports.items()) {
            var number = port.field("nodePort");
            if (number.number() != 0
                    && !seen.add(number.number() + "/" + port.field("protocol").text()))
                found.duplicateShown(number, Long.toString(number.number()));
        }
    }

    private static void duplicates(FieldValue ports, Findings found) {
        var seen = new HashSet<String>();
        for (var port : ports.items()) {
            if (!seen.add(
                    port.field("port").number() + "/" + port.field("protocol").text())) {
                found.duplicateShown(port, shown(port));
            }
        }
    }

    /** As messages show it: with the names that its fields have in Go, and nothing but what tells ports apart. */
    private static String shown(FieldValue port) {
        return "{\"Name\":\"\",\"Protocol\":"
                + FieldError.quoted(port.field("protocol").text()) + ",\"AppProtocol\":null,\"Port\":"
                + port.field("port").number() + ",\"TargetPort\":0,\"NodePort\":0}";
    }
}
