package dev.plimsoll.kinds.strategy.pod;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.validation.syntax.DnsSyntax;
import dev.plimsoll.kinds.rules.field.IpRules;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * What the writer of a pod or a template of pods should know though it is accepted: names and sources that are on their way out, entries that
 * hide others, amounts of bytes that are not whole, and rules that match nothing.
 */
public final class PodWarnings {
    private static final Map<String, String> UNUSED_ANNOTATIONS = Map.of(
            "scheduler.alpha.kubernetes.io/critical-pod",
            "non-functional in v1.16+; use the \"priorityClassName\" field instead",
            "security.alpha.kubernetes.io/sysctls",
            "non-functional in v1.11+; use the \"sysctls\" field instead",
            "security.alpha.kubernetes.io/unsafe-sysctls",
            "non-functional in v1.11+; use the \"sysctls\" field instead");
    private static final String APP_ARMOR = "container.apparmor.security.beta.kubernetes.io/";

    private final JsonNode template;
    private final JsonNode spec;
    private final String metadataPath;
    private final String path;
    private final List<String> warnings = new ArrayList<>();

    private PodWarnings(JsonNode template, String place) {
        this.template = template;
        this.spec = template.path("spec");
        this.metadataPath = place + "metadata";
        this.path = place + "spec";
    }

    /** Of a pod. */
    static List<String> of(ObjectNode document) {
        var warnings = new PodWarnings(document, "");
        var problems = DnsSyntax.label(document.path("metadata").path("name").asText());
        if (!problems.isEmpty()) warnings.warnings.add(surprising("the Pod's hostname", problems));
        return warnings.found();
    }

    /**
     * Of a template of pods.
     *
     * @param place where it stands, such as {@code spec.template}
     */
    public static List<String> ofTemplate(JsonNode template, String place) {
        return new PodWarnings(template, place + ".").found();
    }

    /** Of an object of a kind whose pods have its name in theirs. */
    public static List<String> ofWorkload(String name) {
        var problems = DnsSyntax.label(name);
        return problems.isEmpty() ? List.of() : List.of(surprising("Pod names and hostnames", problems));
    }

    private static String surprising(String where, List<String> problems) {
        return "metadata.name: this is used in " + where
                + ", which can result in surprising behavior; a DNS label is recommended: ["
                + String.join(" ", problems) + "]";
    }

    private List<String> found() {
        var placement = new PlacementWarnings(spec, path, warnings);
        placement.ofNodes();
        for (var annotation : template.path("metadata").path("annotations").properties()) {
            var said = UNUSED_ANNOTATIONS.get(annotation.getKey());
            if (said != null) annotation(annotation.getKey(), said);
        }
        VolumeWarnings.of(spec.path("volumes"), path + ".volumes", warnings);
        addresses();
        pullSecrets();
        amounts(path + ".overhead", spec.path("overhead"));
        appArmor();
        containers("initContainers");
        containers("containers");
        warnings.addAll(PortWarnings.of(spec, path));
        if (spec.path("terminationGracePeriodSeconds").asLong() < 0) {
            add(".terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1");
        }
        placement.ofPods();
        spelling();
        return warnings;
    }

    private void add(String warning) {
        warnings.add(path + warning);
    }

    private void annotation(String name, String said) {
        warnings.add(metadataPath + ".annotations[" + name + "]: " + said);
    }

    private void addresses() {
        var seen = new HashSet<String>();
        var aliases = spec.path("hostAliases");
        for (var i = 0; i < aliases.size(); i++) {
            var ip = aliases.get(i).path("ip").asText();
            if (!seen.add(ip)) add(".hostAliases[" + i + "].ip: duplicate ip \"" + ip + "\"");
        }
    }

    private void pullSecrets() {
        var seen = new HashSet<String>();
        var secrets = spec.path("imagePullSecrets");
        var empty = new ArrayList<String>();
        for (var i = 0; i < secrets.size(); i++) {
            var name = secrets.get(i).path("name").asText();
            var place = ".imagePullSecrets[" + i + "].name: ";
            if (name.isEmpty()) empty.add(place + "invalid empty name \"\"");
            else if (!seen.add(name)) add(place + "duplicate name \"" + name + "\"");
        }
        for (var each : empty) add(each);
    }

    private void appArmor() {
        var containers = spec.path("containers");
        for (var annotation : template.path("metadata").path("annotations").properties()) {
            if (!annotation.getKey().startsWith(APP_ARMOR)) continue;
            var name = annotation.getKey().substring(APP_ARMOR.length());
            for (var container : containers) {
                if (!container.path("name").asText().equals(name)) continue;
                if (container.path("securityContext").has("appArmorProfile")) continue;
                annotation(annotation.getKey(), "deprecated since v1.30; use the \"appArmorProfile\" field instead");
            }
        }
    }

    private void containers(String list) {
        var containers = spec.path(list);
        for (var i = 0; i < containers.size(); i++) {
            var place = path + "." + list + "[" + i + "]";
            var resources = containers.get(i).path("resources");
            amounts(place + ".resources.limits", resources.path("limits"));
            amounts(place + ".resources.requests", resources.path("requests"));
            hidden(containers.get(i).path("env"), place);
        }
    }

    /** Variables that are given twice; one that is made from the former of its name is not. */
    private void hidden(JsonNode variables, String place) {
        var seen = new HashSet<String>();
        for (var i = 0; i < variables.size(); i++) {
            var name = variables.get(i).path("name").asText();
            if (seen.add(name) || isFromItself(variables.get(i), name)) continue;
            warnings.add(place + ".env[" + i + "]: hides previous definition of \"" + name
                    + "\", which may be dropped when using apply");
        }
    }

    private static boolean isFromItself(JsonNode variable, String name) {
        var value = variable.path("value").asText();
        return value.contains("$(" + name + ")") && value.length() > name.length() + 3;
    }

    private void amounts(String place, JsonNode amounts) {
        for (var name : List.of("memory", "ephemeral-storage")) {
            warnings.addAll(fractional(place + "[" + name + "]", amounts.path(name)));
        }
    }

    /** An amount of bytes that is not whole. */
    static List<String> fractional(String place, JsonNode given) {
        if (!(Quantity.parse(given.asText()) instanceof ParsedQuantity.Parsed(var amount))) return List.of();
        if (amount.isInteger()) return List.of();
        return List.of(place + ": fractional byte value \"" + amount + "\" is invalid, must be an integer");
    }

    /** Addresses that mean what they say and are written in an unusual way. */
    private void spelling() {
        var servers = spec.path("dnsConfig").path("nameservers");
        for (var i = 0; i < servers.size(); i++) {
            warnings.addAll(IpRules.spelling(
                    path + ".dnsConfig.nameservers[" + i + "]", servers.get(i).asText()));
        }
        var aliases = spec.path("hostAliases");
        for (var i = 0; i < aliases.size(); i++) {
            warnings.addAll(IpRules.spelling(
                    path + ".hostAliases[" + i + "].ip",
                    aliases.get(i).path("ip").asText()));
        }
    }
}
