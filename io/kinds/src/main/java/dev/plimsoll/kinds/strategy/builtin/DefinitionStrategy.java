package dev.plimsoll.kinds.strategy.builtin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.structural.SchemaKeywords;
import dev.plimsoll.codec.structural.SchemaReader;
import dev.plimsoll.codec.structural.Structural;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.definition.DefinitionChecks;
import dev.plimsoll.kinds.expressions.Expressions;
import dev.plimsoll.kinds.strategy.GenericStrategy;
import dev.plimsoll.kinds.strategy.StrategySetup;
import dev.plimsoll.kinds.strategy.pod.PodDefaults;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;

/** CustomResourceDefinitions: names that follow from others, and rules. What becomes of one is not decided here. */
public final class DefinitionStrategy extends GenericStrategy {
    public DefinitionStrategy(StrategySetup setup) {
        super(setup);
    }

    @Override
    public List<String> dropUnknown(ObjectNode document) {
        var dropped = new ArrayList<String>();
        var versions = document.path("spec").path("versions");
        for (var i = 0; i < versions.size(); i++) {
            dropped.addAll(SchemaKeywords.dropUnknown(
                    versions.get(i).path("schema").path("openAPIV3Schema"),
                    "spec.versions[" + i + "].schema.openAPIV3Schema"));
        }
        return dropped;
    }

    @Override
    public void defaults(ObjectNode document) {
        if (!(document.get("spec") instanceof ObjectNode spec)) return;
        if (!spec.path("preserveUnknownFields").asBoolean()) spec.remove("preserveUnknownFields");
        if (spec.get("names") instanceof ObjectNode names) {
            var kind = names.path("kind").asText();
            if (!kind.isEmpty()) {
                PodDefaults.absent(names, "singular", kind.toLowerCase(Locale.ROOT));
                PodDefaults.absent(names, "listKind", kind + "List");
            }
        }
        var conversion = spec.get("conversion") instanceof ObjectNode known ? known : spec.putObject("conversion");
        PodDefaults.absent(conversion, "strategy", "None");
        if (conversion.path("webhook").path("clientConfig").get("service") instanceof ObjectNode service) {
            PodDefaults.number(service, "port", 443);
        }
        for (var version : spec.path("versions")) {
            if (!(version instanceof ObjectNode node)) continue;
            for (var flag : List.of("served", "storage")) if (!node.has(flag)) node.put(flag, false);
        }
    }

    @Override
    public void prepareNew(ObjectNode document) {
        super.prepareNew(document);
        document.remove("status");
        store(document);
    }

    @Override
    public void prepareChange(Write write) {
        super.prepareChange(write);
        if (!write.isOf("status")) store(write.sent());
    }

    /** Objects may be stored in this version from now on. */
    private static void store(ObjectNode document) {
        for (var version : document.path("spec").path("versions")) {
            if (!version.path("storage").asBoolean()) continue;
            var stored = document.withObject("/status").withArray("/storedVersions");
            var name = version.path("name").asText();
            for (var known : stored) if (known.asText().equals(name)) return;
            stored.add(name);
            return;
        }
    }

    @Override
    public List<FieldError> checkNew(ObjectNode document) {
        var errors = new ArrayList<>(DefinitionChecks.of(document));
        if (errors.isEmpty()) eachSchema(document, (schema, path) -> errors.addAll(Expressions.errors(schema, path)));
        return errors;
    }

    private static void eachSchema(ObjectNode document, BiConsumer<Structural, String> action) {
        var versions = document.path("spec").path("versions");
        for (var i = 0; i < versions.size(); i++) {
            var schema = versions.get(i).path("schema").path("openAPIV3Schema");
            action.accept(SchemaReader.read(schema), "spec.versions[" + i + "].schema.openAPIV3Schema");
        }
    }

    @Override
    public List<FieldError> checkChange(Write write) {
        if (write.isOf("status")) return DefinitionChecks.ofStatus(write.sent());
        var errors = new ArrayList<>(DefinitionChecks.ofChange(write.sent(), write.stored()));
        // Rules that were taken once are not read again.
        var same = write.sent().at("/spec/versions").equals(write.stored().at("/spec/versions"));
        if (errors.isEmpty() && !same) {
            eachSchema(write.sent(), (schema, path) -> errors.addAll(Expressions.errors(schema, path)));
        }
        return errors;
    }
}
