package dev.plimsoll.codec.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.re2j.Pattern;
import com.sun.management.ThreadMXBean;
import dev.plimsoll.codec.apply.FieldWriter;
import dev.plimsoll.codec.apply.OwnershipFilter;
import dev.plimsoll.codec.apply.ServerSideApply;
import dev.plimsoll.codec.fields.FieldFindings;
import dev.plimsoll.codec.json.JsonSize;
import dev.plimsoll.codec.json.ReadJson;
import dev.plimsoll.codec.json.StrictJson;
import dev.plimsoll.codec.manifest.ManifestLoader;
import dev.plimsoll.codec.manifest.yaml.ManifestLimits;
import dev.plimsoll.codec.patch.JsonPatch;
import dev.plimsoll.codec.patch.StrategicPatch;
import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.codec.schema.Schema;
import dev.plimsoll.codec.structural.RegularExpressions;
import dev.plimsoll.codec.structural.SchemaChecks;
import dev.plimsoll.codec.structural.SchemaReader;
import dev.plimsoll.codec.structural.Validation;
import dev.plimsoll.codec.trees.RandomTrees;
import dev.plimsoll.codec.trees.Trees;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No input within the 3 MiB of a request takes memory out of proportion. Memory is what the thread allocated, kept or not. */
class HostileInputTest {
    private static final KindShape POD = Schema.bundled().find("v1", "Pod").orElseThrow();
    private static final KindShape FREE = Schema.bundled().shapeOf("example.com/v1", "Thing");
    private static final String LONG = "x".repeat(1 << 20);
    private static final long MIB = 1 << 20;

    interface Work {
        Object done();
    }

    record Row(String name, long mostMebibytes, String expected, Work work) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Row> rows() {
        return Stream.concat(patches(), texts());
    }

    private static Stream<Row> patches() {
        return Stream.of(
                new Row(
                        "a long text copied 10,000 times",
                        300,
                        "Unable to complete the copy, the accumulated size increase of copy is 3200016, exceeding the"
                                + " limit 3145728",
                        () -> JsonPatch.apply(
                                Trees.object("{a:'" + "x".repeat(400_000) + "'}"),
                                Trees.json("[" + "{op:'copy',from:'/a',path:'/b'},".repeat(9_999)
                                        + "{op:'copy',from:'/a',path:'/b'}]"))),
                new Row(
                        "copies of copies",
                        300,
                        "Unable to complete the copy",
                        () -> JsonPatch.apply(
                                Trees.object("{a:['" + "x".repeat(1000) + "']}"),
                                Trees.json("[" + "{op:'copy',from:'/a',path:'/a/-'},".repeat(40)
                                        + "{op:'copy',from:'/a',path:'/a/-'}]"))),
                new Row(
                        "a value copied into itself",
                        100,
                        "deeper than 512 levels",
                        () -> JsonPatch.apply(
                                Trees.object("{a:{}}"),
                                Trees.json("[" + "{op:'copy',from:'/a',path:'/a/a'},".repeat(600)
                                        + "{op:'copy',from:'/a',path:'/a/a'}]"))),
                new Row(
                        "the document copied into itself",
                        10,
                        "the server rejected our request",
                        () -> JsonPatch.apply(
                                Trees.object("{}"),
                                Trees.json("[" + "{op:'copy',from:'',path:'/a'},".repeat(600)
                                        + "{op:'copy',from:'',path:'/a'}]"))),
                new Row(
                        "deep values added below deep values",
                        100,
                        "deeper than 512 levels",
                        () -> JsonPatch.apply(
                                Trees.object("{}"),
                                Trees.json("[{op:'add',path:'/a',value:" + nested(300) + "},{op:'add',path:'/a"
                                        + "/a".repeat(299) + "',value:" + nested(300) + "}]"))),
                new Row(
                        "deep values moved below deep values",
                        100,
                        "deeper than 512 levels",
                        () -> JsonPatch.apply(
                                Trees.object("{a:" + nested(300) + ",b:" + nested(300) + "}"),
                                Trees.json("[{op:'move',from:'/b',path:'/a" + "/a".repeat(299) + "'}]"))),
                new Row(
                        "10,000 entries put in front of a million",
                        600,
                        "too many list entries",
                        () -> JsonPatch.apply(
                                Trees.object("{a:[" + "0,".repeat(1_000_000) + "0]}"),
                                Trees.json("[" + "{op:'add',path:'/a/0',value:0},".repeat(9_999)
                                        + "{op:'add',path:'/a/0',value:0}]"))),
                new Row(
                        "a strategic patch that names one long list again and again",
                        2_000,
                        "too many list entries",
                        () -> StrategicPatch.apply(
                                Trees.object("{spec:{containers:[{name:'a',env:[" + numbered("{name:'e%d'}", 20_000)
                                        + "]}]}}"),
                                Trees.json("{spec:{containers:[" + "{name:'a',env:[{name:'z'}]},".repeat(20_000)
                                        + "{name:'a'}]}}"),
                                POD)),
                new Row(
                        "conflicts below one long name",
                        600,
                        "Apply failed with 20000 conflicts",
                        () -> applied("{" + numbered("f%d:1", 20_000) + "}")));
    }

    private static Object applied(String data) {
        var live = apply("one", Trees.object("{}"), data);
        return new ServerSideApply(FREE, writer("two"), OwnershipFilter.everything())
                .apply(live, longNamed("data", data.replace(":1", ":2")), false);
    }

    private static ObjectNode apply(String manager, ObjectNode live, String data) {
        var outcome = new ServerSideApply(FREE, writer(manager), OwnershipFilter.everything())
                .apply(live, longNamed("data", data), false);
        if (!(outcome instanceof dev.plimsoll.codec.apply.ApplyOutcome.Applied(var tree))) {
            throw new AssertionError(outcome);
        }
        return tree;
    }

    private static FieldWriter writer(String manager) {
        return new FieldWriter(manager, "example.com/v1", "", Instant.EPOCH);
    }

    private static Stream<Row> texts() {
        return Stream.of(
                new Row(
                        "YAML aliases of a long text",
                        200,
                        "repeat more than 3,145,728 characters",
                        () -> new ManifestLoader(new ManifestLimits(3 << 20, 100, 10, 300_000, 100_000))
                                .read(
                                        "body",
                                        "kind: A\napiVersion: v1\na: &a \"" + LONG + "\"\nb: [" + "*a, ".repeat(50_000)
                                                + "*a]\n")),
                new Row(
                        "YAML aliases of aliases",
                        200,
                        "the aliases up to here repeat",
                        () -> new ManifestLoader().read("body", laughs())),
                new Row(
                        "300,000 values in YAML",
                        1_500,
                        "more than 300,000 values",
                        () -> new ManifestLoader(new ManifestLimits(3 << 20, 100, 10, 300_000, 100_000))
                                .read("body", "a: [" + "0,".repeat(1_000_000) + "0]")),
                new Row(
                        "names that occur twice below one long name",
                        300,
                        "spec.xxx",
                        () -> json("{\"spec\":{\"" + LONG + "\":{" + "\"a\":1,".repeat(200_000) + "\"a\":1}}}")),
                new Row(
                        "fields beside a name that occurs twice below one long name",
                        300,
                        "duplicate field",
                        () -> findings("{\"metadata\":{\"labels\":{\"" + LONG + "\":{\"a\":1,\"a\":1,"
                                + numbered("\"f%d\":1", 100_000) + "}}}}")),
                new Row(
                        "unknown fields below one long name",
                        300,
                        "unknown field",
                        () -> findings("{\"spec\":{\"volumes\":[{" + numbered("\"f%d\":1", 100_000) + "}]}}")),
                new Row(
                        "wrong values below one long name in a custom resource",
                        300,
                        "must be of type integer",
                        () -> Validation.of(
                                (ObjectNode) longNamed("a", "['" + "a','".repeat(100_000) + "']")
                                        .get("a"),
                                SchemaReader.read(
                                        Trees.json(
                                                "{type:'object',additionalProperties:{type:'array',items:{type:'integer'}}}")))),
                new Row(
                        "properties below one long name in a definition",
                        600,
                        "must not be empty for specified object fields",
                        () -> SchemaChecks.of(
                                Trees.object("{type:'object'}")
                                        .set(
                                                "properties",
                                                longNamed(
                                                                "a",
                                                                "{type:'object',properties:{"
                                                                        + numbered("f%d:{}", 20_000) + "}}")
                                                        .get("a")),
                                "spec")),
                new Row(
                        "a pattern that repeats repetitions",
                        10,
                        "must be a valid regular expression, but isn't: expression is too large",
                        () -> SchemaChecks.of(
                                Trees.json("{type:'object',properties:{a:{type:'string',"
                                        + "pattern:'(((a{1000}){1000}){1000})'}}}"),
                                "spec")),
                new Row(
                        "a pattern of 4,000 groups within one another",
                        10,
                        "must be a valid regular expression, but isn't: expression is too large",
                        () -> SchemaChecks.of(
                                Trees.json("{type:'object',properties:{a:{type:'string',pattern:'" + "(".repeat(4_000)
                                        + ")".repeat(4_000) + "'}}}"),
                                "spec")),
                new Row(
                        "a duration of a million parts",
                        300,
                        "must be of type duration",
                        () -> Validation.of(
                                Trees.object("{a:'" + "1s".repeat(500_000) + "'}"),
                                SchemaReader.read(Trees.json(
                                        "{type:'object',properties:{a:{type:'string',format:'duration'}}}")))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void memoryIsBounded(Row row) {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        var before = threads.getCurrentThreadAllocatedBytes();
        var answer = row.work().done().toString();
        var taken = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(answer.contains(row.expected()))
                .as(answer.substring(0, Math.min(500, answer.length())))
                .isTrue();
        assertThat(taken).isLessThan(row.mostMebibytes() * MIB);
    }

    @Test
    void theSizeOfATreeIsThatOfItsText() {
        var trees = new RandomTrees(14);
        for (var i = 0; i < 5_000; i++) {
            var tree = trees.anything(5);
            assertThat(JsonSize.of(tree)).isEqualTo(tree.toString().getBytes(StandardCharsets.UTF_8).length);
        }
        var text = Trees.object("{}").put("a\"\\\n\u0001é€😀", 1.5).put("b", 10_000_000_000L);
        assertThat(JsonSize.of(text)).isEqualTo(text.toString().getBytes(StandardCharsets.UTF_8).length);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "a",
                "abc",
                "[a-z]{1,63}",
                "(a{1000}){9}",
                "x{,5}",
                "\\x{10FFFF}{3}",
                "\\p{Greek}{2}",
                "[]a]{4}",
                "[^\\]]{4}",
                "\\Qab{100}\\E",
                "(?i)^(([a-z0-9]([-a-z0-9]*[a-z0-9])?)\\.)*$",
                "[[:alpha:]]{100}",
                "a|b{30}|(c|d){4}"
            })
    void theProgramOfAnExpressionIsHardlyLargerThanEstimated(String expression) {
        var estimate = RegularExpressions.size(expression);
        var program = Pattern.compile(expression).programSize();
        assertThat((long) program).isLessThan(2 * estimate + 10);
    }

    private static Object json(String text) {
        return new StrictJson().read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Object findings(String text) {
        if (!(json(text) instanceof ReadJson.Tree(var root, var duplicates))) throw new AssertionError(text);
        return FieldFindings.of(root, List.copyOf(duplicates), POD).messages();
    }

    /** An object under a name, which has one long name. */
    private static ObjectNode longNamed(String name, String value) {
        var tree = Trees.object("{}");
        tree.putObject(name).set(LONG, Trees.json(value));
        return tree;
    }

    private static String nested(int levels) {
        return "{a:".repeat(levels - 1) + "{}" + "}".repeat(levels - 1);
    }

    private static String numbered(String format, int count) {
        var text = new StringBuilder();
        for (var i = 0; i < count; i++) text.append(i == 0 ? "" : ",").append(format.formatted(i));
        return text.toString();
    }

    private static String laughs() {
        var text = new StringBuilder("kind: A\napiVersion: v1\na0: &a0 [1,1,1,1,1,1,1,1,1,1]\n");
        for (var i = 1; i < 10; i++) {
            text.append("a%d: &a%d [".formatted(i, i));
            text.append("*a%d, ".formatted(i - 1).repeat(9)).append("*a%d]\n".formatted(i - 1));
        }
        return text.toString();
    }
}
