package dev.plimsoll.codec.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.codec.schema.Schema;
import dev.plimsoll.codec.trees.RandomTrees;
import dev.plimsoll.codec.trees.Trees;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sets of fields and their form on the wire. */
class FieldSetTest {
    private static final KindShape POD = Schema.bundled().find("v1", "Pod").orElseThrow();

    private static FieldSet set(String text) {
        return FieldsV1.parse(Trees.json(text)).orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'f:spec':{'f:replicas':{}}}",
                "{'f:metadata':{'f:labels':{'.':{},'f:app':{}}}}",
                "{'f:spec':{'f:containers':{'k:{\\\"name\\\":\\\"a\\\"}':{'.':{},'f:image':{}}}}}",
                "{'f:metadata':{'f:finalizers':{'v:\\\"x\\\"':{}}}}",
                "{'f:spec':{'f:list':{'i:3':{}}}}",
                "{'f:p':{'k:{\\\"containerPort\\\":80,\\\"protocol\\\":\\\"TCP\\\"}':{}}}",
            })
    void whatIsReadIsPrinted(String text) {
        assertThat(FieldsV1.print(set(text)).toString())
                .isEqualTo(Trees.json(text).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "1", "{x:{}}", "{'f:a':1}", "{'k:1':{}}", "{'k:{':{}}", "{'i:x':{}}", "{'v:':{}}"})
    void whatIsNoSetIsRefused(String text) {
        assertThat(FieldsV1.parse(Trees.json(text))).isEmpty();
    }

    @Test
    void pathsAreWrittenAsInMessages() {
        var set =
                set("{'f:spec':{'f:containers':{'k:{\\\"name\\\":\\\"a\\\"}':{'.':{},'f:image':{}}},'f:x':{'v:1':{}}},"
                        + "'f:metadata':{'f:annotations':{'f:a/b':{}}}}");
        assertThat(set.paths())
                .containsExactly(
                        ".metadata.annotations.a/b",
                        ".spec.containers[name=\"a\"]",
                        ".spec.containers[name=\"a\"].image",
                        ".spec.x[=1]");
    }

    @Test
    void differenceTakesExactlyTheFields() {
        var whole = set("{'f:a':{'.':{},'f:b':{}},'f:c':{}}");
        assertThat(whole.difference(set("{'f:a':{}}"))).isEqualTo(set("{'f:a':{'f:b':{}},'f:c':{}}"));
        assertThat(whole.difference(set("{'f:a':{'f:b':{}}}"))).isEqualTo(set("{'f:a':{},'f:c':{}}"));
    }

    @Test
    void filtersTakeWholeSubtrees() {
        var fields = Contents.of(
                Trees.object("{metadata:{labels:{a:'b'}},spec:{nodeName:'n',resources:{limits:{cpu:'1'}},"
                        + "containers:[{name:'a',image:'i',resources:{requests:{cpu:'1'}}}]},status:{phase:'p'}}"),
                POD.shape());
        assertThat(OwnershipFilter.except("status").apply(fields).paths())
                .noneMatch(path -> path.startsWith(".status"));
        assertThat(OwnershipFilter.only("spec.containers.*.resources", "spec.resources")
                        .apply(fields)
                        .paths())
                .containsExactly(".spec.containers[name=\"a\"].resources.requests.cpu", ".spec.resources.limits.cpu");
    }

    @Test
    void setsOfRandomDocumentsObeyTheLawsOfSets() {
        var trees = new RandomTrees(11);
        for (var i = 0; i < 2_000; i++) {
            var a = Contents.of(trees.document(POD), POD.shape());
            var b = Contents.of(trees.document(POD), POD.shape());
            assertThat(FieldsV1.parse(FieldsV1.print(a))).contains(a);
            assertThat(a.union(b)).isEqualTo(b.union(a));
            assertThat(a.union(a)).isEqualTo(a);
            assertThat(a.intersection(b)).isEqualTo(b.intersection(a));
            assertThat(a.difference(a).isEmpty()).isTrue();
            assertThat(a.difference(b).union(a.intersection(b))).isEqualTo(a);
            assertThat(a.difference(b).intersection(b).isEmpty()).isTrue();
        }
    }

    @Test
    void anyJsonIsReadOrRefused() {
        var trees = new RandomTrees(12);
        for (var i = 0; i < 5_000; i++) {
            var node = trees.object(3);
            node.set(trees.oneOf(List.of("f:a", "k:{}", "k:[1]", "v:{", "i:-1", ".", "f:")), trees.object(2));
            assertThat(FieldsV1.parse(node)).isNotNull();
        }
    }
}
