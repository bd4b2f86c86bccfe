package dev.plimsoll.apiserver.verbs;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.apiserver.storage.IndexedObject;
import dev.plimsoll.codec.selector.FieldSelector;
import dev.plimsoll.codec.selector.LabelSelector;
import dev.plimsoll.codec.selector.ParsedSelector;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import java.util.Map;

/** Which objects a list or watch is about: by label, by field, by the name in the path. */
public record ListSelection(LabelSelector labels, FieldSelector fields, String name) {
    public static ListSelection of(Call call) {
        var fields = fields(call.query().text("fieldSelector"), call.kind());
        var wanted = fields.requiredValue("metadata.name");
        if (!call.name().isEmpty() && wanted.isPresent() && !wanted.get().equals(call.name())) {
            throw new RefusedException(
                    new Refusal.BadRequest("fieldSelector metadata.name doesn't match requested name"));
        }
        return new ListSelection(parsed(LabelSelector.parse(call.query().text("labelSelector"))), fields, call.name());
    }

    private static FieldSelector fields(String text, Kind kind) {
        return parsed(FieldSelector.parse(text, kind.selectableFields()));
    }

    private static <S> S parsed(ParsedSelector<S> parsed) {
        return switch (parsed) {
            case ParsedSelector.Parsed<S>(var selector) -> selector;
            case ParsedSelector.Malformed<S>(var message) ->
                throw new RefusedException(new Refusal.BadRequest(message));
        };
    }

    public boolean isEverything() {
        return labels.isEverything() && fields.isEverything() && name.isEmpty();
    }

    public boolean matches(IndexedObject candidate) {
        if (isEverything()) return true;
        if (candidate.isRuledOut(fields)) return false;
        if (!name.isEmpty() && !name.equals(candidate.fields().get("metadata.name"))) return false;
        for (var requirement : fields.requirements()) {
            if (!requirement.matches(candidate.fields().getOrDefault(requirement.field(), ""))) return false;
        }
        return labels.matches(candidate.labels());
    }

    /** Everything that field selectors of a kind can see of an object. */
    public static Map<String, String> fieldsOf(Kind kind, JsonNode object) {
        return kind.selectableFields().valuesOf(object);
    }
}
