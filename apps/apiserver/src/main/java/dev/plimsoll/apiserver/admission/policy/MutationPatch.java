package dev.plimsoll.apiserver.admission.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.admission.matching.MatchedRequest;
import dev.plimsoll.codec.apply.AppliedConfiguration;
import dev.plimsoll.codec.apply.ApplyOutcome;
import dev.plimsoll.codec.patch.JsonPatch;
import dev.plimsoll.codec.patch.PatchOutcome;
import dev.plimsoll.kinds.builtin.Strategies;
import dev.plimsoll.kinds.expressions.BuiltObject;
import dev.plimsoll.kinds.expressions.ExpressionValues;
import dev.plimsoll.objects.TypeMeta;
import java.util.Collection;

/** Changes an object as an expression says. */
final class MutationPatch {
    private static final String ROOT = "Object";

    private final Strategies strategies;

    MutationPatch(Strategies strategies) {
        this.strategies = strategies;
    }

    sealed interface Result {
        record Changed(ObjectNode object) implements Result {}

        record Refused(String why) implements Result {}
    }

    Result of(MatchedRequest request, boolean applies, Object value) {
        var object = request.object();
        if (object == null) return new Result.Refused("there is no object to change");
        try {
            return applies ? applied(request, object, value) : patched(object, value);
        } catch (IllegalArgumentException e) {
            return new Result.Refused(String.valueOf(e.getMessage()));
        }
    }

    private Result applied(MatchedRequest request, ObjectNode object, Object value) {
        if (!(ExpressionValues.json(value, ROOT) instanceof ObjectNode config)) {
            return new Result.Refused("an ApplyConfiguration expression must give an Object");
        }
        new TypeMeta(request.kind().apiVersion(), request.kind().name()).writeTo(config);
        return switch (AppliedConfiguration.laidOver(object, config, strategies.shape(request.kind()))) {
            case ApplyOutcome.Applied(var next) -> new Result.Changed(next);
            case ApplyOutcome.Refused(var why) -> new Result.Refused("invalid ApplyConfiguration: " + why);
            case ApplyOutcome.Mistyped(var why) -> new Result.Refused("error applying patch: " + why);
            case ApplyOutcome.Conflicting conflicting -> new Result.Refused(conflicting.message());
        };
    }

    private static Result patched(ObjectNode object, Object value) {
        if (!(value instanceof Collection<?> list)) {
            return new Result.Refused("a JSONPatch expression must give a list of JSONPatch");
        }
        var operations = JsonNodeFactory.instance.arrayNode();
        for (var each : list) operations.add(operation(each));
        return switch (JsonPatch.apply(object, operations)) {
            case PatchOutcome.Patched(var tree) -> new Result.Changed(tree);
            case PatchOutcome.Refused(var _, var message) -> new Result.Refused("JSON Patch: " + message);
        };
    }

    private static JsonNode operation(Object value) {
        if (!(value instanceof BuiltObject patch)) {
            throw new IllegalArgumentException("a JSONPatch expression must give a list of JSONPatch");
        }
        return ExpressionValues.json(patch, "");
    }
}
