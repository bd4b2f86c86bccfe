package dev.plimsoll.codec.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which objects a text holds. */
class DocumentsTest {
    private static final String A = "apiVersion: v1\nkind: A\n";
    private static final String B = "apiVersion: v1\nkind: B\n";
    private static final String BASE = Loads.HEAD + "base: &b {p: 1, q: 2}\nmore: &m {p: 8, r: 9}\n";

    record Row(String sentence, String text, String expected) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    static Stream<Row> objects() {
        return Stream.of(
                new Row("a line --- separates documents", A + "---\n" + B, "0 v1 A, 1 v1 B"),
                new Row("a line ... ends a document", A + "...\n---\n" + B, "0 v1 A, 1 v1 B"),
                new Row("a line --- may come first and last", "---\n" + A + "---\n", "0 v1 A"),
                new Row("empty documents are skipped", A + "---\n---\n" + B, "0 v1 A, 1 v1 B"),
                new Row("documents of comments only are skipped", "# one\n---\n# two\n---\n" + A, "0 v1 A"),
                new Row("documents that are null are skipped", "null\n---\n~\n---\n" + A, "0 v1 A"),
                new Row("a %YAML line is accepted", "%YAML 1.1\n---\n" + A, "0 v1 A"),
                new Row("a byte order mark is ignored", "\uFEFF" + A, "0 v1 A"),
                new Row("lines may end with CRLF", "apiVersion: v1\r\nkind: A\r\n---\r\n" + B, "0 v1 A, 1 v1 B"),
                new Row("JSON is read", "{\"apiVersion\": \"v1\", \"kind\": \"A\"}", "0 v1 A"),
                new Row(
                        "JSON may be indented by tabs",
                        "{\n\t\"apiVersion\": \"v1\",\n\t\"kind\":\t\"A\"\n}\n",
                        "0 v1 A"),
                new Row(
                        "JSON documents may be separated by ---",
                        "{\"apiVersion\": \"v1\", \"kind\": \"A\"}\n---\n{\"apiVersion\": \"v1\", \"kind\": \"B\"}\n",
                        "0 v1 A, 1 v1 B"),
                new Row(
                        "a List is taken apart",
                        "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: A}\n- {apiVersion: v1, kind: B}\n---\n"
                                + A,
                        "0 v1 A, 1 v1 B, 2 v1 A"),
                new Row(
                        "a List within a List is taken apart",
                        "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: A}]}\n",
                        "0 v1 A"),
                new Row(
                        "empty entries of a List are skipped",
                        "apiVersion: v1\nkind: List\nitems:\n- null\n- {apiVersion: v1, kind: A}\n",
                        "0 v1 A"),
                new Row("a List without items holds nothing", "apiVersion: v1\nkind: List\n---\n" + A, "0 v1 A"),
                new Row(
                        "entries of a typed list have the kind that it names",
                        "apiVersion: apps/v1\nkind: DeploymentList\nitems:\n- metadata: {name: a}\n",
                        "0 apps/v1 Deployment"),
                new Row(
                        "a kind that merely ends with List is an object",
                        "apiVersion: example.com/v1\nkind: AllowList\nitems: many\n",
                        "0 example.com/v1 AllowList"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void objects(Row row) {
        var found = Loads.all(row.text()).stream()
                .map(each -> each.index() + " " + each.apiVersion() + " " + each.kind())
                .collect(Collectors.joining(", "));
        assertEquals(row.expected(), found);
    }

    static Stream<Row> values() {
        return Stream.of(
                new Row(
                        "an alias repeats its anchor's value",
                        Loads.HEAD + "a: &a [1, {b: 2}]\nx: *a\n",
                        "[1,{\"b\":2}]"),
                new Row(
                        "an anchor may be used within a later one",
                        Loads.HEAD + "a: &a [1]\nb: &b [*a, *a]\nx: *b\n",
                        "[[1],[1]]"),
                new Row("the latest anchor of a name counts", Loads.HEAD + "a: &a 1\nb: &a 2\nx: *a\n", "2"),
                new Row("a scalar may be anchored", Loads.HEAD + "a: &a 100m\nx: {c: *a}\n", "{\"c\":\"100m\"}"),
                new Row("a key may be an alias of a text", Loads.HEAD + "a: &a key\nx: {*a : 1}\n", "{\"key\":1}"),
                new Row("an explicit key is a key", Loads.HEAD + "x:\n  ? a\n  : b\n", "{\"a\":\"b\"}"),
                new Row("a merge adds fields", BASE + "x:\n  <<: *b\n  s: 3\n", "{\"p\":1,\"q\":2,\"s\":3}"),
                new Row(
                        "a field after a merge replaces what it brought",
                        BASE + "x:\n  <<: *b\n  p: 3\n",
                        "{\"p\":3,\"q\":2}"),
                new Row(
                        "a merge replaces a field before it, as in kubectl",
                        BASE + "x:\n  p: 3\n  <<: *b\n",
                        "{\"p\":1,\"q\":2}"),
                new Row(
                        "of several merged objects the first wins",
                        BASE + "x:\n  <<: [*b, *m]\n",
                        "{\"p\":1,\"r\":9,\"q\":2}"),
                new Row("a merged object may be written in place", Loads.HEAD + "x:\n  <<: {p: 1}\n", "{\"p\":1}"),
                new Row("<< in quotes is an ordinary key", Loads.HEAD + "x:\n  \"<<\": 1\n", "{\"<<\":1}"),
                new Row("a key in quotes may look like a number", Loads.HEAD + "x: {\"1\": a}\n", "{\"1\":\"a\"}"),
                new Row(
                        "a tag on an object or a list is ignored",
                        Loads.HEAD + "x: !mine [!!map {a: 1}]\n",
                        "[{\"a\":1}]"),
                new Row("a set is an object of nulls", Loads.HEAD + "x: !!set {a, b}\n", "{\"a\":null,\"b\":null}"),
                new Row("the order of fields is kept", Loads.HEAD + "x: {z: 1, a: 2}\n", "{\"z\":1,\"a\":2}"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void values(Row row) {
        assertEquals(row.expected(), Loads.one(row.text()).document().path("x").toString());
    }
}
