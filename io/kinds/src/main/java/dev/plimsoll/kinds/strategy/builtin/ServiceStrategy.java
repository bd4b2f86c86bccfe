package dev.plimsoll.kinds.strategy.builtin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.kinds.rules.network.ServiceFields;
import dev.plimsoll.kinds.rules.network.ServiceRules;
import dev.plimsoll.kinds.strategy.GenericStrategy;
import dev.plimsoll.kinds.strategy.RuledStrategy;
import dev.plimsoll.kinds.strategy.StrategySetup;
import dev.plimsoll.kinds.strategy.pod.PodDefaults;
import java.util.ArrayList;
import java.util.List;

/** Services: their defaults and their families of addresses. The cluster has one family. */
public final class ServiceStrategy extends GenericStrategy {
    private static final int AFFINITY_SECONDS = 10_800;

    private final Kind kind;
    private final String family;

    public ServiceStrategy(StrategySetup setup) {
        super(setup);
        this.kind = setup.kind();
        this.family = setup.server().addressFamily();
    }

    @Override
    public void defaults(ObjectNode document) {
        var spec = document.get("spec") instanceof ObjectNode known ? known : document.putObject("spec");
        empty(spec, "type", "ClusterIP");
        empty(spec, "sessionAffinity", "None");
        var affinity = spec.path("sessionAffinity").asText();
        if (affinity.equals("None")) spec.remove("sessionAffinityConfig");
        var seconds = spec.path("sessionAffinityConfig").path("clientIP").path("timeoutSeconds");
        if (affinity.equals("ClientIP") && !seconds.isNumber()) {
            spec.putObject("sessionAffinityConfig").putObject("clientIP").put("timeoutSeconds", AFFINITY_SECONDS);
        }
        var type = spec.path("type").asText();
        if (ServiceFields.hasAddress(document)) PodDefaults.absent(spec, "internalTrafficPolicy", "Cluster");
        var isExternal = type.equals("NodePort") || type.equals("LoadBalancer");
        if (isExternal || (type.equals("ClusterIP") && !spec.path("externalIPs").isEmpty())) {
            PodDefaults.absent(spec, "externalTrafficPolicy", "Cluster");
        }
        if (type.equals("LoadBalancer") && !spec.has("allocateLoadBalancerNodePorts")) {
            spec.put("allocateLoadBalancerNodePorts", true);
        }
        for (var port : spec.path("ports")) {
            if (!(port instanceof ObjectNode node)) continue;
            PodDefaults.absent(node, "protocol", "TCP");
            if (!ServiceRules.isGivenPort(node.path("targetPort")))
                node.put("targetPort", node.path("port").asInt());
        }
    }

    private static void empty(ObjectNode node, String name, String value) {
        if (node.path(name).asText().isEmpty()) node.put(name, value);
    }

    /** Families come before everything else: what is wrong with addresses is told alone. */
    @Override
    public void prepareNew(ObjectNode document) {
        super.prepareNew(document);
        if (!(document.get("spec") instanceof ObjectNode spec)) return;
        mirrorAddress(spec);
        var hasAddress = ServiceFields.hasAddress(document);
        var errors = findings(document);
        if (errors.isEmpty() && hasAddress) errors = familyErrors(document);
        if (!errors.isEmpty()) {
            throw new RefusedException(
                    Refusal.Invalid.of(kind, DocumentMetadata.of(document).name(), errors));
        }
        if (hasAddress) fillFamilies(document, spec);
    }

    /** A headless service that finds no pods by itself may have endpoints of any family. */
    private static boolean isHeadlessByHand(ObjectNode document) {
        return ServiceFields.isHeadless(document)
                && document.path("spec").path("selector").isEmpty();
    }

    private void fillFamilies(ObjectNode document, ObjectNode spec) {
        var anyFamily = isHeadlessByHand(document);
        PodDefaults.absent(spec, "ipFamilyPolicy", anyFamily ? "RequireDualStack" : "SingleStack");
        if (!spec.path("ipFamilies").isEmpty()) return;
        var families = spec.putArray("ipFamilies").add(family);
        if (anyFamily) families.add(family.equals("IPv4") ? "IPv6" : "IPv4");
    }

    private List<FieldError> familyErrors(ObjectNode document) {
        if (isHeadlessByHand(document)) return List.of();
        var errors = new ArrayList<FieldError>();
        var spec = document.path("spec");
        for (var i = 0; i < spec.path("ipFamilies").size(); i++) {
            var asked = spec.path("ipFamilies").path(i).asText();
            if (!asked.equals(family)) {
                errors.add(FieldError.invalid("spec.ipFamilies[" + i + "]", asked, "not configured on this cluster"));
            }
        }
        var policy = spec.path("ipFamilyPolicy").asText();
        if (policy.equals("RequireDualStack")) {
            errors.add(FieldError.invalid(
                    "spec.ipFamilyPolicy", policy, "this cluster is not configured for dual-stack services"));
        }
        return errors;
    }

    private static List<FieldError> findings(ObjectNode document) {
        return RuledStrategy.findings(ServiceRules::addresses, document);
    }

    private static void mirrorAddress(ObjectNode spec) {
        var address = spec.path("clusterIP").asText();
        if (!address.isEmpty() && spec.path("clusterIPs").isEmpty()) {
            spec.putArray("clusterIPs").add(address);
        }
    }

    @Override
    public List<FieldError> checkNew(ObjectNode document) {
        return RuledStrategy.findings(ServiceRules::check, document);
    }

    @Override
    public void prepareChange(Write write) {
        super.prepareChange(write);
        if (!write.isOf("")) return;
        ServiceChange.complete(write.sent(), write.stored());
        if (!(write.sent().get("spec") instanceof ObjectNode spec)) return;
        if (ServiceFields.hasAddress(write.sent())) {
            mirrorAddress(spec);
            fillFamilies(write.sent(), spec);
        }
        if (ServiceFields.hasAddress(write.stored())) countGeneration(write);
    }

    @Override
    public List<FieldError> checkChange(Write write) {
        if (!write.isOf("")) return List.of();
        var errors = new ArrayList<>(checkNew(write.sent()));
        var hasAddress = ServiceFields.hasAddress(write.sent());
        if (hasAddress) errors.addAll(familyErrors(write.sent()));
        var before = write.stored().at("/spec/clusterIPs/0").asText();
        var after = write.sent().at("/spec/clusterIPs");
        if (ServiceFields.hasAddress(write.stored())
                && hasAddress
                && !before.isEmpty()
                && !before.equals(after.path(0).asText())) {
            errors.add(new FieldError(
                    FieldError.Type.INVALID, "spec.clusterIPs[0]", after.toString(), "may not change once set"));
        }
        return errors;
    }

    @Override
    public List<String> warnings(ObjectNode document) {
        var spec = document.path("spec");
        var isHeadless = ServiceFields.isHeadless(document);
        var warnings = new ArrayList<String>();
        if (isHeadless && !spec.path("loadBalancerIP").asText().isEmpty()) {
            warnings.add("spec.loadBalancerIP is ignored for headless services");
        }
        if (!spec.path("externalIPs").isEmpty()) {
            warnings.add(
                    isHeadless
                            ? "spec.externalIPs is ignored for headless services"
                            : "spec.externalIPs is deprecated and may no longer be implemented in some clusters");
        }
        if (isHeadless && !spec.path("sessionAffinity").asText("None").equals("None")) {
            warnings.add("spec.SessionAffinity is ignored for headless services");
        }
        var isNamed = spec.path("type").asText().equals("ExternalName");
        if (!isNamed && !spec.path("externalName").asText().isEmpty()) {
            warnings.add("spec.externalName is ignored when spec.type is not \"ExternalName\"");
        }
        if (spec.path("trafficDistribution").asText().equals("PreferClose")) {
            warnings.add("spec.trafficDistribution: \"PreferClose\" is deprecated; use \"PreferSameZone\"");
        }
        return warnings;
    }
}
