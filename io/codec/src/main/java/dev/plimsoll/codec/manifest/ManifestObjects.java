package dev.plimsoll.codec.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.manifest.problem.ManifestProblem;
import dev.plimsoll.codec.manifest.problem.Position;
import dev.plimsoll.codec.manifest.problem.ProblemText;
import dev.plimsoll.codec.manifest.yaml.ManifestLimits;
import dev.plimsoll.codec.manifest.yaml.PositionTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects the objects of a source from its documents: lists are taken apart, empty documents left out. */
final class ManifestObjects {
    private static final String LIST = "List";

    private final String source;
    private final ManifestLimits limits;
    private final List<Manifest> manifests = new ArrayList<>();

    ManifestObjects(String source, ManifestLimits limits) {
        this.source = source;
        this.limits = limits;
    }

    List<Manifest> manifests() {
        return List.copyOf(manifests);
    }

    /** Adds what the document holds; a problem if it is not made of Kubernetes objects. */
    Optional<ManifestProblem> add(JsonNode value, PositionTree place) {
        if (value.isNull()) return Optional.empty();
        if (!(value instanceof ObjectNode object)) {
            return problem(place.position(), ProblemText.notAnObject(ValueType.of(value)));
        }
        for (var field : List.of(ManifestFields.API_VERSION, ManifestFields.KIND)) {
            var refused = requireText(object, place, field);
            if (refused.isPresent()) return refused;
        }
        var kind = object.path(ManifestFields.KIND).textValue();
        var items = object.path(ManifestFields.ITEMS);
        if (kind.equals(LIST)) return addItems(object, items, place);
        if (kind.endsWith(LIST) && items.isArray()) return addItems(object, items, place);
        if (manifests.size() == limits.documents()) {
            return problem(place.position(), ProblemText.tooManyDocuments(limits.documents()));
        }
        manifests.add(new Manifest(source, manifests.size(), object, new Positions(place)));
        return Optional.empty();
    }

    private Optional<ManifestProblem> addItems(ObjectNode list, JsonNode items, PositionTree place) {
        if (items.isMissingNode() || items.isNull()) return Optional.empty();
        var at = place.fields().getOrDefault(ManifestFields.ITEMS, place);
        if (!items.isArray()) {
            var text = ProblemText.wrongType(ManifestFields.ITEMS, "a list", ValueType.of(items));
            return problem(at.position(), text);
        }
        for (var i = 0; i < items.size(); i++) {
            if (items.get(i) instanceof ObjectNode item) nameKind(item, list);
            var refused = add(items.get(i), at.entries().get(i));
            if (refused.isPresent()) return refused;
        }
        return Optional.empty();
    }

    /** The entries of a typed list, such as a PodList, need not repeat what the list's kind says. */
    private static void nameKind(ObjectNode item, ObjectNode list) {
        var kind = list.path(ManifestFields.KIND).textValue();
        if (kind.equals(LIST)) return;
        if (!item.has(ManifestFields.KIND))
            item.put(ManifestFields.KIND, kind.substring(0, kind.length() - LIST.length()));
        if (!item.has(ManifestFields.API_VERSION)) {
            item.set(ManifestFields.API_VERSION, list.get(ManifestFields.API_VERSION));
        }
    }

    private Optional<ManifestProblem> requireText(ObjectNode object, PositionTree place, String field) {
        var value = object.path(field);
        var at = place.fields().getOrDefault(field, place).position();
        if (value.isMissingNode() || value.isNull()) return problem(at, ProblemText.missing(field));
        if (!value.isTextual()) return problem(at, ProblemText.wrongType(field, "a text", ValueType.of(value)));
        return value.textValue().isBlank() ? problem(at, ProblemText.missing(field)) : Optional.empty();
    }

    private Optional<ManifestProblem> problem(Position position, String text) {
        return Optional.of(new ManifestProblem.InText(source, position, text));
    }
}
