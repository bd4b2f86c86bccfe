package dev.plimsoll.codec.manifest.problem;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.plimsoll.codec.manifest.Loads;
import dev.plimsoll.codec.manifest.ManifestLoader;
import dev.plimsoll.codec.manifest.yaml.ManifestLimits;
import java.io.ByteArrayInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every line that a text can be refused with, position included. */
class ManifestProblemTest {
    private static final ManifestLimits SMALL = new ManifestLimits(200, 4, 3, 40, 10);

    /** @param charset what turns the text into bytes; ISO_8859_1 makes each character the byte of its number */
    record Row(String sentence, String text, Charset charset, String expected) {
        Row(String sentence, String text, String expected) {
            this(sentence, text, StandardCharsets.UTF_8, expected);
        }

        @Override
        public String toString() {
            return sentence;
        }
    }

    static Stream<Row> syntax() {
        return Stream.of(
                new Row(
                        "a tab as indentation is explained",
                        "a:\n\tb: 1\n",
                        "f.yaml:2:1: a tab is used as indentation; YAML allows only spaces there"),
                new Row(
                        "a tab after spaces is explained",
                        "a:\n  b: 1\n  \tc: 1\n",
                        "f.yaml:3:3: a tab is used as indentation; YAML allows only spaces there"),
                new Row(
                        "a tab behind a text is explained",
                        "a: b\n\tc: d\n",
                        "f.yaml:2:1: a tab is used as indentation; YAML allows only spaces there"),
                new Row(
                        "a tab within brackets is not blamed",
                        "{\n\t\"a\": 1\n\t\"b\": 2}\n",
                        "f.yaml:3:2: a comma is missing, or the object that starts at 1:1 is not closed"),
                new Row(
                        "a long name is cut",
                        "a: *" + "b".repeat(70) + "\n",
                        "f.yaml:1:4: the alias *" + "b".repeat(60) + "... has no anchor of that name before it"),
                new Row(
                        "a second colon needs quotes",
                        "a: b: c\n",
                        "f.yaml:1:5: a second ': ' in one line; put quotes around a text that holds it"),
                new Row(
                        "a field too far to the right is shown",
                        "a: b\n c: d\n",
                        "f.yaml:2:3: a field is not expected here; check the indentation and the end of the line before"),
                new Row(
                        "a field between two levels is shown",
                        "a:\n    b: 1\n  c: 2\n",
                        "f.yaml:3:3: the indentation does not fit the lines above"),
                new Row(
                        "an entry among fields is shown",
                        "a: 1\n- b\n",
                        "f.yaml:2:1: a list entry (-) stands among the fields of an object"),
                new Row(
                        "a field among entries is shown",
                        "- a\nb: c\n",
                        "f.yaml:2:1: a field stands among the entries of a list"),
                new Row(
                        "text behind a quoted value is shown",
                        "a: \"b\" c\n",
                        "f.yaml:1:8: there is text behind a value that has ended; put quotes around the whole value"),
                new Row(
                        "an open double quote is shown where it opens",
                        "a: 1\nb: \"x\n",
                        "f.yaml:2:4: the quote that starts here is never closed"),
                new Row(
                        "an open single quote is shown where it opens",
                        "a: 'x\n---\n",
                        "f.yaml:1:4: the quote that starts here is never closed"),
                new Row(
                        "an open list is shown where it opens",
                        "a: [1, 2\n",
                        "f.yaml:1:4: the list that starts here is never closed by ]"),
                new Row(
                        "an open object is shown where it opens",
                        "{\"a\": 1,\n \"b\": 2\n",
                        "f.yaml:1:1: the object that starts here is never closed by }"),
                new Row(
                        "a missing comma is shown",
                        "{\"a\": 1\n \"b\": 2}\n",
                        "f.yaml:2:5: a comma is missing, or the object that starts at 1:1 is not closed"),
                new Row(
                        "a missing comma in a list is shown",
                        "a: [\"b\" \"c\"]\n",
                        "f.yaml:1:9: a comma is missing, or the list that starts at 1:4 is not closed"),
                new Row(
                        "two JSON objects need a line between them",
                        "{\"a\": 1}{\"b\": 2}",
                        "f.yaml:1:9: there is text behind the end of the document; a further document follows after a line ---"),
                new Row(
                        "a reserved character needs quotes",
                        "a: @b\n",
                        "f.yaml:1:4: a value cannot start with @; put it in quotes"),
                new Row(
                        "an unknown escape is shown",
                        "a: \"\\q\"\n",
                        "f.yaml:1:6: the escape \\q is not known; write \\\\ for a backslash, or use single quotes"),
                new Row(
                        "an escape beyond Unicode is shown",
                        "a: \"\\UFFFFFFFF\"\n",
                        "f.yaml:1:2: an escape after here names no character; the largest is \\U0010FFFF"),
                new Row(
                        "half of a surrogate pair is shown",
                        "a: \"\\ud83d\"\n",
                        "f.yaml:1:4: the text holds half of a character, an escape from \\ud800 to \\udfff without its pair"),
                new Row("a bracket without a value is shown", "a: ]\n", "f.yaml:1:4: a value is missing before ]"),
                new Row(
                        "an open bracket at the end is shown",
                        "a: [\n",
                        "f.yaml:2:1: the text ends where a value is expected"),
                new Row(
                        "a list entry behind a key is shown",
                        "a: - b\n",
                        "f.yaml:1:4: a list entry (-) cannot start here; begin it on its own line"),
                new Row(
                        "a key without its colon is shown",
                        "a: 1\nb\nc: 2\n",
                        "f.yaml:3:1: a ':' is missing after the key"),
                new Row(
                        "an unknown YAML version is shown",
                        "%YAML 2.0\n---\na: 1\n",
                        "f.yaml: the %YAML line names a version other than 1.1 and 1.2"),
                new Row(
                        "anything else keeps the parser's words, on one line",
                        "a: |x\n  b\n",
                        "f.yaml:1:5: not valid YAML: expected chomping or indentation indicators, but found x"),
                new Row(
                        "an alias without its anchor is shown",
                        "a: *b\n",
                        "f.yaml:1:4: the alias *b has no anchor of that name before it"),
                new Row(
                        "an anchor of another document does not count",
                        "a: &b 1\n---\na: *b\n",
                        "f.yaml:3:4: the alias *b has no anchor of that name before it"));
    }

    static Stream<Row> contents() {
        return Stream.of(
                new Row(
                        "a duplicate key names the first",
                        "a: 1\nb:\n  c: 1\n  d: 2\n  c: 3\n",
                        "f.yaml:5:3: the key \"c\" appears twice; the first is at 3:3"),
                new Row(
                        "a duplicate key may be written differently",
                        "\"a\": 1\na: 2\n",
                        "f.yaml:2:1: the key \"a\" appears twice; the first is at 1:1"),
                new Row(
                        "a duplicate key in JSON is shown",
                        "{\"a\": 1, \"a\": 2}",
                        "f.yaml:1:10: the key \"a\" appears twice; the first is at 1:2"),
                new Row(
                        "a long duplicate key is cut",
                        "a".repeat(70) + ": 1\n" + "a".repeat(70) + ": 1\n",
                        "f.yaml:2:1: the key \"" + "a".repeat(60) + "...\" appears twice; the first is at 1:1"),
                new Row(
                        "a key with a line break stays on one line",
                        "\"a\\nb\": 1\n\"a\\nb\": 1\n",
                        "f.yaml:2:1: the key \"a\\nb\" appears twice; the first is at 1:1"),
                new Row("a number is no key", "a:\n  1: b\n", "f.yaml:2:3: the key 1 is not a text; write \"1\""),
                new Row("a boolean is no key", "on: b\n", "f.yaml:1:1: the key on is not a text; write \"on\""),
                new Row("null is no key", "~: b\n", "f.yaml:1:1: the key ~ is not a text; write \"~\""),
                new Row("nothing is no key", ": b\n", "f.yaml:1:1: a key is missing before the colon"),
                new Row(
                        "a list is no key",
                        "{[1]: b}\n",
                        "f.yaml:1:2: a key is an object or a list; keys must be texts"),
                new Row(
                        "an alias of a list is no key",
                        "a: &a [1]\nb: {*a : 1}\n",
                        "f.yaml:2:5: a key is an object or a list; keys must be texts"),
                new Row(
                        "a merge of something else is shown",
                        "<<: 3\n",
                        "f.yaml:1:5: << merges objects only: an alias of one, or a list of such"),
                new Row(
                        "a merge of a list of something else is shown",
                        "<<: [{a: 1}, 3]\n",
                        "f.yaml:1:5: << merges objects only: an alias of one, or a list of such"),
                new Row("infinity is no number", "a: .inf\n", "f.yaml:1:4: .inf is no number that JSON can hold"),
                new Row("not-a-number is no number", "a: .NaN\n", "f.yaml:1:4: .NaN is no number that JSON can hold"),
                new Row(
                        "a value that does not fit its tag is shown",
                        "a: !!int b\n",
                        "f.yaml:1:4: \"b\" does not fit its tag !!int"),
                new Row(
                        "base64 without its padding is none",
                        "a: !!binary YWI\n",
                        "f.yaml:1:4: the !!binary value is not base64"),
                new Row(
                        "base64 that is none is shown",
                        "a: !!binary \"*\"\n",
                        "f.yaml:1:4: the !!binary value is not base64"),
                new Row(
                        "base64 of something else than text is shown",
                        "a: !!binary /w==\n",
                        "f.yaml:1:4: the !!binary value is no text, which JSON could not hold"),
                new Row("a recursive anchor is shown", "a: &a {b: *a}\n", "f.yaml:1:11: the anchor &a contains itself"),
                new Row(
                        "a document that is a text is no object",
                        "hello\n",
                        "f.yaml:1:1: the document is a text; an object with apiVersion and kind is expected"),
                new Row(
                        "a document that is a number is no object",
                        "\n12\n",
                        "f.yaml:2:1: the document is a number; an object with apiVersion and kind is expected"),
                new Row(
                        "a document that is a list is no object",
                        "- a\n",
                        "f.yaml:1:1: the document is a list; an object with apiVersion and kind is expected"),
                new Row(
                        "a JSON list is no object",
                        "[{\"apiVersion\": \"v1\"}]",
                        "f.yaml:1:1: the document is a list; an object with apiVersion and kind is expected"),
                new Row("a missing kind is shown", "---\napiVersion: v1\n", "f.yaml:2:1: kind is missing"),
                new Row("an empty kind is missing", "apiVersion: v1\nkind:\n", "f.yaml:2:1: kind is missing"),
                new Row("a blank kind is missing", "apiVersion: v1\nkind: ' '\n", "f.yaml:2:1: kind is missing"),
                new Row(
                        "a kind that is no text is shown",
                        "apiVersion: v1\nkind: 2\n",
                        "f.yaml:2:1: kind must be a text, but it is a number"),
                new Row("a missing apiVersion is shown", "kind: Pod\n", "f.yaml:1:1: apiVersion is missing"),
                new Row(
                        "an apiVersion that is no text is shown",
                        "kind: Pod\napiVersion: 1\n",
                        "f.yaml:2:1: apiVersion must be a text, but it is a number"),
                new Row(
                        "a List of something else is shown",
                        "apiVersion: v1\nkind: List\nitems: 3\n",
                        "f.yaml:3:1: items must be a list, but it is a number"),
                new Row(
                        "an entry of a List without kind is shown",
                        "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n",
                        "f.yaml:4:3: kind is missing"),
                new Row(
                        "an entry of a List that is no object is shown",
                        "apiVersion: v1\nkind: List\nitems:\n- 7\n",
                        "f.yaml:4:3: the document is a number; an object with apiVersion and kind is expected"),
                new Row("an empty text holds no object", "", "f.yaml: holds no object; write a manifest into it"),
                new Row("comments hold no object", "# nothing\n", "f.yaml: holds no object; write a manifest into it"),
                new Row(
                        "an empty List holds no object",
                        "apiVersion: v1\nkind: List\nitems: []\n",
                        "f.yaml: holds no object; write a manifest into it"));
    }

    static Stream<Row> bytes() {
        return Stream.of(
                new Row(
                        "a zero byte is binary",
                        "a: 1\nb: \0\n",
                        "f.yaml:2:4: not a text: it holds a zero byte, so it is a binary file"),
                new Row(
                        "bytes that are not UTF-8 are shown",
                        "a\n\u00C3\u00A4\u00FF",
                        StandardCharsets.ISO_8859_1,
                        "f.yaml:2:2: not a text in UTF-8: it holds a byte that is no character"),
                new Row(
                        "a character that breaks off is not UTF-8",
                        "a\u00C3",
                        StandardCharsets.ISO_8859_1,
                        "f.yaml:1:2: not a text in UTF-8: it holds a byte that is no character"),
                new Row(
                        "UTF-16 is named",
                        "a: 1",
                        StandardCharsets.UTF_16,
                        "f.yaml: the text is UTF-16; save it as UTF-8"),
                new Row(
                        "a control character is shown",
                        "a: 1\r\nb: x\u0001\n",
                        "f.yaml:2:5: the control character U+0001 is not allowed"),
                new Row(
                        "lone carriage returns end lines",
                        "a: 1\rb: x\u0001\n",
                        "f.yaml:2:5: the control character U+0001 is not allowed"),
                new Row(
                        "columns count characters",
                        "\uD83D\uDE00: @\n",
                        "f.yaml:1:4: a value cannot start with @; put it in quotes"));
    }

    static Stream<Row> limits() {
        var head = "{apiVersion: v1, kind: A, ";
        return Stream.of(
                new Row(
                        "what is just small enough is read",
                        Loads.HEAD + "#" + "x".repeat(200 - Loads.HEAD.length() - 1),
                        "1 objects"),
                new Row(
                        "what is too large is refused",
                        Loads.HEAD + "#" + "x".repeat(200 - Loads.HEAD.length()),
                        "f.yaml: larger than 200 bytes, the most that is read"),
                new Row("nesting as deep as allowed is read", head + "a: [[[]]]}", "1 objects"),
                new Row(
                        "nesting too deep is refused",
                        head + "a: [[[[]]]]}",
                        "f.yaml:1:33: nested deeper than 4 levels"),
                new Row(
                        "nesting too deep through an alias is refused",
                        head + "a: &a [[]], b: [[*a]]}",
                        "f.yaml:1:44: nested deeper than 4 levels"),
                new Row(
                        "as many documents as allowed are read",
                        Loads.HEAD + ("---\n" + Loads.HEAD).repeat(2),
                        "3 objects"),
                new Row(
                        "too many documents are refused",
                        (Loads.HEAD + "---\n").repeat(4),
                        "f.yaml:9:1: more than 3 documents"),
                new Row(
                        "too many empty documents are refused",
                        "---\n".repeat(10),
                        "f.yaml:4:1: more than 3 documents"),
                new Row(
                        "too many objects in lists are refused",
                        "{apiVersion: v1, kind: List, items: [" + "{apiVersion: v, kind: A},".repeat(4) + "]}",
                        "f.yaml:1:113: more than 3 documents"),
                new Row(
                        "too many values are refused",
                        head + "a: [" + "1,".repeat(40) + "]}",
                        "f.yaml:1:103: more than 40 values"),
                new Row(
                        "as many aliased values as allowed are read",
                        head + "a: &a [1, 2, 3, 4], b: [*a, *a]}",
                        "1 objects"),
                new Row(
                        "too many aliased values are refused",
                        head + "a: &a [1, 2, 3, 4], b: [*a, *a, *a]}",
                        "f.yaml:1:59: the aliases up to here repeat more than 10 values"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"syntax", "contents", "bytes"})
    void refused(Row row) {
        assertEquals(row.expected(), problem(new ManifestLoader(), row));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("limits")
    void bounded(Row row) {
        assertEquals(row.expected(), problem(new ManifestLoader(SMALL), row));
    }

    private static String problem(ManifestLoader loader, Row row) {
        return Loads.problem(
                loader.read("f.yaml", new ByteArrayInputStream(row.text().getBytes(row.charset()))));
    }
}
