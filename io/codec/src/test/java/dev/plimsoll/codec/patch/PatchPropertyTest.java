package dev.plimsoll.codec.patch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.codec.schema.Schema;
import dev.plimsoll.codec.trees.RandomTrees;
import java.util.List;
import org.junit.jupiter.api.Test;

// Acceptance of Kubernetes clients: patches
/** What holds for every patch and document. */
class PatchPropertyTest {
    private static final List<KindShape> KINDS = List.of(
            Schema.bundled().find("v1", "Pod").orElseThrow(),
            Schema.bundled().find("v1", "Node").orElseThrow(),
            Schema.bundled().find("v1", "Service").orElseThrow(),
            Schema.bundled().find("apps/v1", "Deployment").orElseThrow());

    @Test
    void mergePatchIsWhatTheRfcSaysOutsideOfLists() {
        var trees = new RandomTrees(1);
        for (var i = 0; i < 5_000; i++) {
            var document = trees.object(4);
            var patch = trees.object(4);
            assertThat(MergePatch.apply(document, patch))
                    .isEqualTo(new PatchOutcome.Patched((ObjectNode) naive(document.deepCopy(), patch)));
        }
    }

    /** The pseudo code of RFC 7386, section 2, but for objects in lists: they lose their nulls, as in Kubernetes. */
    private static JsonNode naive(JsonNode target, JsonNode patch) {
        if (patch instanceof ArrayNode list) {
            var copy = list.arrayNode();
            for (var item : list) copy.add(naive(NullNode.instance, item));
            return copy;
        }
        if (!patch.isObject()) return patch;
        var result = target instanceof ObjectNode object ? object : ((ObjectNode) patch).objectNode();
        for (var entry : patch.properties()) {
            if (entry.getValue().isNull()) {
                result.remove(entry.getKey());
            } else {
                result.set(entry.getKey(), naive(result.path(entry.getKey()), entry.getValue()));
            }
        }
        return result;
    }

    @Test
    void theDifferenceOfTwoDocumentsMakesOneOfTheOther() {
        var trees = new RandomTrees(6);
        for (var i = 0; i < 5_000; i++) {
            var from = withoutDirectives(trees.object(4));
            var to = withoutDirectives(trees.object(4));
            assertThat(MergePatch.apply(from, difference(from, to))).isEqualTo(new PatchOutcome.Patched(to));
        }
    }

    private static ObjectNode difference(ObjectNode from, ObjectNode to) {
        var patch = to.objectNode();
        for (var entry : from.properties()) if (!to.has(entry.getKey())) patch.putNull(entry.getKey());
        for (var entry : to.properties()) {
            var before = from.get(entry.getKey());
            if (entry.getValue().equals(before)) continue;
            if (before instanceof ObjectNode old && entry.getValue() instanceof ObjectNode now) {
                patch.set(entry.getKey(), difference(old, now));
            } else {
                patch.set(entry.getKey(), entry.getValue());
            }
        }
        return patch;
    }

    @Test
    void strategicPatchWithOnesOwnContentChangesNothing() {
        var trees = new RandomTrees(2);
        for (var i = 0; i < 2_000; i++) {
            var kind = trees.oneOf(KINDS);
            var document = withoutDirectives(trees.document(kind));
            assertThat(StrategicPatch.apply(document, document, kind)).isEqualTo(new PatchOutcome.Patched(document));
        }
    }

    @Test
    void aStrategicPatchTwiceIsThePatchOnce() {
        var trees = new RandomTrees(3);
        for (var i = 0; i < 2_000; i++) {
            var kind = trees.oneOf(KINDS);
            var document = withoutDirectives(trees.document(kind));
            var patch = withoutDirectives(trees.document(kind));
            var once = StrategicPatch.apply(document, patch, kind);
            if (!(once instanceof PatchOutcome.Patched(var tree))) throw new AssertionError(once);
            assertThat(StrategicPatch.apply(tree, patch, kind)).isEqualTo(once);
        }
    }

    private static ObjectNode withoutDirectives(ObjectNode document) {
        return (ObjectNode) content(document);
    }

    private static JsonNode content(JsonNode value) {
        if (value instanceof ObjectNode map) {
            var content = map.objectNode();
            for (var entry : map.properties()) {
                if (!Directive.isOne(entry.getKey()) && !entry.getValue().isNull()) {
                    content.set(entry.getKey(), content(entry.getValue()));
                }
            }
            return content;
        }
        if (!(value instanceof ArrayNode list)) return value;
        var content = list.arrayNode();
        // A null of a list that is added is left out, one of a list that replaces another stays.
        for (var item : list) if (!item.isNull()) content.add(content(item));
        return content;
    }

    @Test
    void noPatchOfAnyShapeThrowsOrChangesItsInputs() {
        var trees = new RandomTrees(4);
        for (var i = 0; i < 20_000; i++) {
            var kind = trees.oneOf(KINDS);
            var document = trees.random().nextBoolean() ? trees.object(5) : trees.document(kind);
            var patch = trees.anything(5);
            var texts = document.toString() + patch;
            assertThat(StrategicPatch.apply(document, patch, kind)).isNotNull();
            assertThat(MergePatch.apply(document, patch)).isNotNull();
            assertThat(JsonPatch.apply(document, patch)).isNotNull();
            assertThat(document.toString() + patch).isEqualTo(texts);
        }
    }

    @Test
    void aJsonPatchOfRandomOperationsIsAValue() {
        var trees = new RandomTrees(5);
        for (var i = 0; i < 10_000; i++) {
            var document = trees.object(4);
            var patch = document.arrayNode();
            for (var n = trees.random().nextInt(4); n >= 0; n--) {
                var step = patch.addObject();
                step.put("op", trees.oneOf(List.of("add", "remove", "replace", "move", "copy", "test")));
                step.put(
                        "path", trees.oneOf(List.of("", "/", "/a", "/a/0", "/a/-", "/spec/containers/1", "/b/a", "x")));
                step.put("from", trees.oneOf(List.of("", "/a", "/b", "/a/0", "/spec")));
                step.set("value", trees.anything(2));
            }
            assertThat(JsonPatch.apply(document, patch)).isNotNull();
        }
    }
}
