package dev.plimsoll.codec.structural;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.codec.trees.Trees;
import dev.plimsoll.core.validation.FieldError;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a structural schema must be like; {@code s} is where it stands. */
class SchemaChecksTest {
    record Row(String rule, String schema, String expected) {
        @Override
        public String toString() {
            return rule;
        }
    }

    private static String with(String property) {
        return "{'type':'object','properties':{'a':" + property + "}}";
    }

    static Stream<Row> rows() {
        return Stream.of(
                new Row("a structural schema", with("{'type':'string'}"), ""),
                new Row("a root without a type", "{}", "s.type: Required value: must not be empty at the root"),
                new Row(
                        "a root of another type",
                        "{'type':'string'}",
                        "s.type: Invalid value: \"string\": must be object at the root"),
                new Row(
                        "a field without a type",
                        with("{'description':'x'}"),
                        "s.properties[a].type: Required value: must not be empty for specified object fields"),
                new Row(
                        "entries without a type",
                        with("{'type':'array','items':{}}"),
                        "s.properties[a].items.type: Required value: must not be empty for specified array items"),
                new Row(
                        "a list without entries",
                        with("{'type':'array'}"),
                        "s.properties[a].items: Required value: must be specified"),
                new Row("a number or a text needs no type", with("{'x-kubernetes-int-or-string':true}"), ""),
                new Row(
                        "with its usual condition",
                        with("{'x-kubernetes-int-or-string':true,'anyOf':[{'type':'integer'},{'type':'string'}]}"),
                        ""),
                new Row("what preserves needs no type", with("{'x-kubernetes-preserve-unknown-fields':true}"), ""),
                new Row(
                        "a type in a condition",
                        with("{'type':'string','anyOf':[{'type':'string'}]}"),
                        "s.properties[a].anyOf[0].type: Forbidden: must be empty to be structural"),
                new Row(
                        "a field that only a condition has",
                        "{'type':'object','oneOf':[{'properties':{'b':{'minimum':1}}}]}",
                        "s.properties[b]: Required value: because it is defined in s.oneOf[0].properties[b]"),
                new Row(
                        "metadata with rules of its own",
                        "{'type':'object','properties':{'metadata':{'type':'object','properties':{'labels':{'type':'object'}}}}}",
                        "s.properties[metadata]: Forbidden: must not specify anything other than name and generateName, "
                                + "but metadata is implicitly specified"),
                new Row(
                        "unique entries",
                        with("{'type':'array','uniqueItems':true,'items':{'type':'string'}}"),
                        "s.properties[a].uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime "
                                + "complexity becomes quadratic"),
                new Row(
                        "references",
                        with("{'$ref':'#/x','type':'string'}"),
                        "s.properties[a].$ref: Forbidden: $ref is not supported"),
                new Row(
                        "a type that is none",
                        with("{'type':'text'}"),
                        "s.properties[a].type: Unsupported value: \"text\": supported values: \"array\", \"boolean\", "
                                + "\"integer\", \"number\", \"object\", \"string\""),
                new Row(
                        "names and data",
                        "{'type':'object','properties':{'a':{'type':'object','properties':{'b':{'type':'string'}},"
                                + "'additionalProperties':{'type':'string'}}}}",
                        "s.properties[a].additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive"),
                new Row(
                        "preserving nothing",
                        with("{'type':'object','x-kubernetes-preserve-unknown-fields':false}"),
                        "s.properties[a].x-kubernetes-preserve-unknown-fields: Invalid value: false: must be true or undefined"),
                new Row(
                        "a map without keys",
                        with("{'type':'array','x-kubernetes-list-type':'map','items':{'type':'object'}}"),
                        "s.properties[a].x-kubernetes-list-map-keys: Required value: must not be empty if "
                                + "x-kubernetes-list-type is map"),
                new Row(
                        "keys that can be missing",
                        with("{'type':'array','x-kubernetes-list-type':'map','x-kubernetes-list-map-keys':['k'],"
                                + "'items':{'type':'object','properties':{'k':{'type':'string'}}}}"),
                        "s.properties[a].items.properties[k].default: Required value: this property is in "
                                + "x-kubernetes-list-map-keys, so it must have a default or be a required property"),
                new Row(
                        "a default of another type",
                        with("{'type':'integer','default':'x'}"),
                        "s.properties[a].default: Invalid value: \"string\": s.properties[a].default in body must be of "
                                + "type integer: \"string\""),
                new Row(
                        "a default with unknown fields",
                        with("{'type':'object','default':{'x':1}}"),
                        "s.properties[a].default: Invalid value: {\"x\":1}: must not have unknown fields"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void whatIsSaid(Row row) {
        var errors = SchemaChecks.of(Trees.object(row.schema()), "s");
        assertThat(String.join("|", errors.stream().map(FieldError::toString).toList()))
                .isEqualTo(row.expected());
    }
}
