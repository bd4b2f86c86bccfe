package dev.plimsoll.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Nobody can change a shared document, whatever method of it they call. */
class SharedDocumentTest {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** A random tree of objects, lists and values. */
    private static JsonNode tree(Random random, int depth) {
        return switch (depth == 0 ? 2 + random.nextInt(4) : random.nextInt(6)) {
            case 0 -> object(random, depth);
            case 1 -> {
                var array = NODES.arrayNode();
                for (var i = random.nextInt(4); i > 0; i--) array.add(tree(random, depth - 1));
                yield array;
            }
            case 2 -> NODES.textNode("t" + random.nextInt(9));
            case 3 -> NODES.numberNode(random.nextLong());
            case 4 -> NODES.booleanNode(random.nextBoolean());
            default -> NODES.nullNode();
        };
    }

    private static ObjectNode object(Random random, int depth) {
        var object = NODES.objectNode();
        for (var i = random.nextInt(5); i > 0; i--) object.set("m" + random.nextInt(6), tree(random, depth - 1));
        return object;
    }

    private static @Nullable Object argument(Class<?> type) {
        if (type == String.class) return "m1";
        if (type == byte.class || type == Byte.class) return (byte) 7;
        if (type == char.class || type == Character.class) return 'c';
        if (type == int.class || type == Integer.class) return 0;
        if (type == long.class || type == Long.class) return 7L;
        if (type == short.class || type == Short.class) return (short) 7;
        if (type == float.class || type == Float.class) return 7f;
        if (type == double.class || type == Double.class) return 7d;
        if (type == boolean.class || type == Boolean.class) return true;
        if (type == BigDecimal.class) return BigDecimal.TEN;
        if (type == BigInteger.class) return BigInteger.TEN;
        if (type == byte[].class) return new byte[] {1};
        if (type == String[].class) return new String[] {"m1"};
        if (type == JsonPointer.class) return JsonPointer.valueOf("/m1");
        if (type == Map.class) return Map.of("m1", new TextNode("new"));
        if (type == Collection.class) return List.of("m1");
        if (type == Predicate.class) return (Predicate<Object>) _ -> true;
        if (type == ObjectNode.class) return NODES.objectNode().put("m1", "new");
        if (type == com.fasterxml.jackson.databind.node.ArrayNode.class)
            return NODES.arrayNode().add("new");
        if (type == JsonNode.class || type == Object.class) return new TextNode("new");
        if (type.isEnum()) return type.getEnumConstants()[0];
        return null;
    }

    /** Changes what a method gives: entries, and what iterators stand on. */
    private static void tamper(@Nullable Object given) {
        var all = given instanceof Iterable<?> iterable && !(given instanceof JsonNode) ? iterable.iterator() : given;
        if (!(all instanceof Iterator<?> iterator) || !iterator.hasNext()) return;
        var first = iterator.next();
        refused(() -> {
            if (first instanceof Map.Entry<?, ?> entry) change(entry);
        });
        refused(iterator::remove);
    }

    @SuppressWarnings("unchecked")
    private static void change(Map.Entry<?, ?> entry) {
        ((Map.Entry<String, JsonNode>) entry).setValue(new TextNode("new"));
    }

    private static void refused(Runnable change) {
        try {
            change.run();
        } catch (UnsupportedOperationException | IllegalStateException _) {
            // as it should be; whether anything changed is looked at afterwards
        }
    }

    /** Calls a method; whether it said that nothing can be changed. */
    private static boolean isRefused(Method method, JsonNode node) throws IllegalAccessException {
        try {
            tamper(method.invoke(
                    node,
                    Arrays.stream(method.getParameterTypes())
                            .map(SharedDocumentTest::argument)
                            .toArray()));
            return false;
        } catch (InvocationTargetException e) {
            return e.getCause() instanceof UnsupportedOperationException;
        }
    }

    private static List<Method> methods(JsonNode node) {
        return Arrays.stream(node.getClass().getMethods())
                .filter(method ->
                        !Modifier.isStatic(method.getModifiers()) && method.getDeclaringClass() != Object.class)
                .filter(method ->
                        !method.getName().equals("as") && !method.getName().startsWith("serialize"))
                .toList();
    }

    private static void containers(JsonNode node, List<JsonNode> found) {
        if (node instanceof ContainerNode<?>) found.add(node);
        for (var child : node) containers(child, found);
    }

    @Test
    void noMethodChangesADocumentAtAnyDepth() throws IllegalAccessException {
        var refused = new TreeSet<String>();
        for (var seed = 0; seed < 40; seed++) {
            var original = object(new Random(seed), 4);
            var shared = SharedDocument.of(original);
            var expected = original.deepCopy();
            var all = new java.util.ArrayList<JsonNode>();
            containers(shared, all);
            for (var node : all) {
                for (var method : methods(node)) if (isRefused(method, node)) refused.add(method.getName());
                assertThat(shared).as("seed %s", seed).isEqualTo(expected);
            }
        }
        assertThat(refused)
                .contains("put", "set", "setAll", "replace", "remove", "removeAll", "add", "insert", "retain");
    }

    @Test
    void theDocumentThatItWasMadeOfMayChange() {
        var original = object(new Random(1), 4).put("name", "before");
        var shared = SharedDocument.of(original);
        original.put("name", "after");
        assertThat(shared.get("name").asText()).isEqualTo("before");
    }

    @Test
    void aCopyMayBeChangedAndLeavesItAsItWas() {
        var shared = SharedDocument.of(
                NODES.objectNode().set("metadata", NODES.objectNode().put("name", "a")));
        var copy = shared.deepCopy();
        assertThat(copy).isEqualTo(shared);
        copy.withObject("/metadata").put("name", "b");
        assertThat(shared.at("/metadata/name").asText()).isEqualTo("a");
        assertThatThrownBy(() -> shared.withObject("/metadata").put("name", "b"))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    private record Name(String text) {}

    private record Size(int members) {}

    @Test
    void whoeverReadsItAsATypeGetsTheSameValue() {
        var shared = SharedDocument.of(NODES.objectNode().put("name", "a"));
        var name =
                shared.as(Name.class, document -> new Name(document.path("name").asText()));
        assertThat(shared.as(Size.class, document -> new Size(document.size()))).isEqualTo(new Size(1));
        assertThat(shared.as(Name.class, _ -> new Name("read again"))).isSameAs(name);
    }
}
