package dev.plimsoll.cli.explain.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.manifest.Loaded;
import dev.plimsoll.codec.manifest.Manifest;
import dev.plimsoll.codec.manifest.ManifestLoader;
import dev.plimsoll.codec.view.PolicyReader;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.admission.limitrange.ItemDefaults;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.LimitRange;
import dev.plimsoll.core.model.ResourceQuota;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.core.validation.LimitRangeRules;
import dev.plimsoll.core.validation.QuotaRules;
import dev.plimsoll.objects.policy.ResourceQuotaObject;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/** LimitRanges and ResourceQuotas from files, as the API server would hold them. */
public final class PolicyFiles {
    private final InputStream input;
    private final List<String> problems;
    private final List<ObjectNode> documents = new ArrayList<>();

    private PolicyFiles(InputStream input, List<String> problems) {
        this.input = input;
        this.problems = problems;
    }

    public static NamespacePolicies read(
            List<String> limitRanges,
            List<String> quotas,
            InputStream input,
            FeatureGates gates,
            List<String> problems) {
        var files = new PolicyFiles(input, problems);
        return new NamespacePolicies(
                files.limitRanges(limitRanges, gates), files.quotas(quotas), files.documents, List.of(), false);
    }

    private List<LimitRange> limitRanges(List<String> files, FeatureGates gates) {
        var rules = LimitRangeRules.under(gates);
        return read(files, "LimitRange", PolicyReader::limitRange, rules::check, (document, _) -> document).stream()
                .map(ItemDefaults::apply)
                .toList();
    }

    private List<ResourceQuota> quotas(List<String> files) {
        return read(files, "ResourceQuota", PolicyFiles::readQuota, QuotaRules::check, PolicyFiles::held);
    }

    /** A quota that no controller has seen yet enforces what it says and has nothing in use. */
    private static Read<ResourceQuota> readQuota(JsonNode document) {
        return switch (PolicyReader.resourceQuota(document)) {
            case Read.Ok<ResourceQuota>(var quota)
            when !quota.enforced().isDeclared() -> {
                var used = quota.hard().mapped(hard -> Quantity.of(0, hard.format()));
                yield new Read.Ok<>(
                        new ResourceQuota(quota.metadata(), quota.hard(), quota.scopes(), quota.hard(), used));
            }
            case Read<ResourceQuota> read -> read;
        };
    }

    /** As a cluster holds it: a quota has a status. */
    private static ObjectNode held(ObjectNode document, ResourceQuota quota) {
        return new ResourceQuotaObject(document)
                .statusDraft()
                .hard(quota.enforced())
                .used(quota.used())
                .document();
    }

    private <T> List<T> read(
            List<String> files,
            String kind,
            Function<JsonNode, Read<T>> reader,
            Function<T, List<FieldError>> rules,
            BiFunction<ObjectNode, T, ObjectNode> held) {
        var values = new ArrayList<T>();
        for (var file : files) {
            switch (new ManifestLoader().load(file, input)) {
                case Loaded.Unreadable unreadable -> problems.add(unreadable.line());
                case Loaded.Documents(var manifests) -> {
                    for (var manifest : manifests) read(manifest, kind, reader, rules, held, values);
                }
            }
        }
        return values;
    }

    private <T> void read(
            Manifest manifest,
            String kind,
            Function<JsonNode, Read<T>> reader,
            Function<T, List<FieldError>> rules,
            BiFunction<ObjectNode, T, ObjectNode> held,
            List<T> values) {
        if (!manifest.kind().equals(kind)) {
            problems.add(manifest.problem(
                            "kind", "expected a " + kind + ", found a " + manifest.kind() + "; give manifests with -f")
                    .line());
            return;
        }
        switch (reader.apply(manifest.document())) {
            case Read.Malformed<T>(var wrong) ->
                wrong.forEach(problem -> problems.add(
                        manifest.problem(problem.field(), problem.toString()).line()));
            case Read.Ok<T>(var value) -> {
                rules.apply(value)
                        .forEach(error -> problems.add(manifest.problem(error.field(), error.toString())
                                .line()));
                values.add(value);
                documents.add(held.apply(manifest.document(), value));
            }
        }
    }
}
