package dev.plimsoll.kinds.definition;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.kinds.Extension;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.KindTraits;
import dev.plimsoll.kinds.Subresource;
import dev.plimsoll.kinds.Verb;
import dev.plimsoll.kinds.VersionConverter;
import dev.plimsoll.kinds.admission.WebhookClientConfig;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The kinds that a definition makes: one for each version that it serves. */
public final class CustomKinds {
    private static final Set<Verb> CHANGES = Set.of(Verb.GET, Verb.UPDATE, Verb.PATCH);

    private final ConversionClient conversions;

    public CustomKinds(ConversionClient conversions) {
        this.conversions = conversions;
    }

    public List<Kind> served(Definition definition) {
        var kinds = new ArrayList<Kind>();
        for (var version : definition.versions()) {
            if (version.path("served").asBoolean()) kinds.add(kind(definition, version));
        }
        return kinds;
    }

    /** The kind in which objects are stored, served or not. */
    public Kind stored(Definition definition) {
        for (var version : definition.versions()) {
            if (version.path("storage").asBoolean()) return kind(definition, version);
        }
        throw new IllegalStateException(definition.name() + " has no version to store objects in");
    }

    private Kind kind(Definition definition, JsonNode version) {
        var names = definition.accepted();
        var name = version.path("name").asText();
        var apiVersion = definition.group() + "/" + name;
        var extension = new Extension(
                new Extension.Origin(definition.uid(), definition.generation() + " " + names, apiVersion, names.kind()),
                new Extension.Names(names.singular(), names.listKind()),
                version);
        var verbs = EnumSet.allOf(Verb.class);
        if (definition.isTerminating()) verbs.remove(Verb.CREATE);
        return new Kind(
                definition.group(),
                name,
                names.kind(),
                names.plural(),
                definition.namespaced(),
                names.shortNames(),
                names.categories(),
                verbs,
                subresources(definition.group(), name, names.kind(), version.path("subresources")),
                true,
                Kind.Naming.SUBDOMAIN,
                extension,
                converter(definition, extension, apiVersion),
                KindTraits.NONE);
    }

    private VersionConverter converter(Definition definition, Extension extension, String apiVersion) {
        var stored = definition.group() + "/" + definition.storageVersion();
        var plain = new CustomConverter(extension, apiVersion, stored);
        return definition.isConvertedByWebhook()
                ? new WebhookConverter(
                        plain, WebhookClientConfig.read(definition.conversion().path("webhook")), conversions)
                : plain;
    }

    private static List<Subresource> subresources(String group, String version, String kind, JsonNode listed) {
        var parts = new ArrayList<Subresource>();
        if (listed.path("status").isObject()) parts.add(new Subresource("status", group, version, kind, CHANGES));
        if (listed.path("scale").isObject()) parts.add(new Subresource("scale", "autoscaling", "v1", "Scale", CHANGES));
        return parts;
    }
}
