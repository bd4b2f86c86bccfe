package dev.plimsoll.codec.structural;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.trees.Trees;
import dev.plimsoll.core.validation.FieldError;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is said against a value {@code v}, by the schema of it; the words are those of Kubernetes. */
class ValidationTest {
    record Row(String rule, String schema, String value, String expected) {
        @Override
        public String toString() {
            return rule;
        }
    }

    static Stream<Row> rows() {
        return Stream.of(
                new Row("a fitting value", "{'type':'integer'}", "1", ""),
                new Row(
                        "another type",
                        "{'type':'integer'}",
                        "'x'",
                        "v: Invalid value: \"string\": v in body must be of type integer: \"string\""),
                new Row("a whole number with a fraction is an integer", "{'type':'integer'}", "2.0", ""),
                new Row(
                        "a broken number is none",
                        "{'type':'integer'}",
                        "2.5",
                        "v: Invalid value: \"number\": v in body must be of type integer: \"number\""),
                new Row(
                        "null",
                        "{'type':'string'}",
                        "null",
                        "v: Invalid value: \"null\": v in body must be of type string: \"null\""),
                new Row("null where it is allowed", "{'type':'string','nullable':true}", "null", ""),
                new Row(
                        "a list of values",
                        "{'type':'string','enum':['a','b']}",
                        "'c'",
                        "v: Unsupported value: \"c\": supported values: \"a\", \"b\""),
                new Row(
                        "maximum",
                        "{'type':'integer','maximum':10}",
                        "11",
                        "v: Invalid value: 11: v in body should be less than or equal to 10"),
                new Row(
                        "minimum that is excluded",
                        "{'type':'number','minimum':0.5,'exclusiveMinimum':true}",
                        "0.5",
                        "v: Invalid value: 0.5: v in body should be greater than 0.5"),
                new Row(
                        "multiple",
                        "{'type':'integer','multipleOf':3}",
                        "4",
                        "v: Invalid value: 4: v in body should be a multiple of 3"),
                new Row(
                        "pattern",
                        "{'type':'string','pattern':'^a+$'}",
                        "'b'",
                        "v: Invalid value: \"b\": v in body should match '^a+$'"),
                new Row(
                        "pattern that others would try for ever",
                        "{'type':'string','pattern':'^(a+)+$'}",
                        "'" + "a".repeat(60) + "b'",
                        "v: Invalid value: \"" + "a".repeat(60) + "b\": v in body should match '^(a+)+$'"),
                new Row(
                        "too short",
                        "{'type':'string','minLength':2}",
                        "'a'",
                        "v: Invalid value: \"a\": v in body should be at least 2 chars long"),
                new Row(
                        "too long",
                        "{'type':'string','maxLength':2}",
                        "'abc'",
                        "v: Too long: may not be more than 2 bytes"),
                new Row(
                        "too few entries",
                        "{'type':'array','minItems':1,'items':{'type':'string'}}",
                        "[]",
                        "v: Invalid value: 0: v in body should have at least 1 items"),
                new Row(
                        "too many entries",
                        "{'type':'array','maxItems':1,'items':{'type':'string'}}",
                        "['a','b']",
                        "v: Too many: 2: must have at most 1 items"),
                new Row(
                        "an entry of another type",
                        "{'type':'array','items':{'type':'string'}}",
                        "['a',1]",
                        "v[1]: Invalid value: \"integer\": v[1] in body must be of type string: \"integer\""),
                new Row(
                        "too many members",
                        "{'type':'object','maxProperties':1,'additionalProperties':{'type':'integer'}}",
                        "{'a':1,'b':2}",
                        "v: Too many: 2: must have at most 1 items"),
                new Row(
                        "a missing member",
                        "{'type':'object','required':['a'],'properties':{'a':{'type':'string'}}}",
                        "{}",
                        "v.a: Required value"),
                new Row(
                        "a member whose name is data",
                        "{'type':'object','additionalProperties':{'type':'integer'}}",
                        "{'x':'y'}",
                        "v.x: Invalid value: \"string\": v.x in body must be of type integer: \"string\""),
                new Row("a whole number or a text", "{'x-kubernetes-int-or-string':true}", "'10%'", ""),
                new Row(
                        "neither a whole number nor a text",
                        "{'x-kubernetes-int-or-string':true}",
                        "true",
                        "v: Invalid value: \"boolean\": v in body must be of type integer,string: \"boolean\""),
                new Row(
                        "format",
                        "{'type':'string','format':'date-time'}",
                        "'yesterday'",
                        "v: Invalid value: \"yesterday\": v in body must be of type date-time: \"yesterday\""),
                new Row("a format that nobody knows", "{'type':'string','format':'poem'}", "'x'", ""),
                new Row(
                        "none of several",
                        "{'type':'object','properties':{'a':{'type':'integer'},'b':{'type':'integer'}},"
                                + "'oneOf':[{'required':['a']},{'required':['b']}]}",
                        "{}",
                        "<nil>: Invalid value: \"\": \"v\" must validate one and only one schema (oneOf). Found none valid"
                                + "|v.a: Required value"),
                new Row(
                        "two of one",
                        "{'type':'object','properties':{'a':{'type':'integer'},'b':{'type':'integer'}},"
                                + "'oneOf':[{'required':['a']},{'required':['b']}]}",
                        "{'a':1,'b':2}",
                        "<nil>: Invalid value: \"\": \"v\" must validate one and only one schema (oneOf). Found 2 valid alternatives"),
                new Row(
                        "none of any",
                        "{'type':'integer','anyOf':[{'maximum':1},{'minimum':5}]}",
                        "3",
                        "<nil>: Invalid value: \"\": \"v\" must validate at least one schema (anyOf)"
                                + "|v: Invalid value: 3: v in body should be less than or equal to 1"),
                new Row(
                        "what must not be",
                        "{'type':'string','not':{'enum':['no']}}",
                        "'no'",
                        "<nil>: Invalid value: \"\": \"v\" must not validate the schema (not)"),
                new Row(
                        "not all",
                        "{'type':'integer','allOf':[{'maximum':5},{'minimum':1}]}",
                        "7",
                        "<nil>: Invalid value: \"\": \"v\" must validate all the schemas (allOf)"
                                + "|v: Invalid value: 7: v in body should be less than or equal to 5"),
                new Row(
                        "an entry twice in a set",
                        "{'type':'array','x-kubernetes-list-type':'set','items':{'type':'string'}}",
                        "['a','b','a']",
                        "v[2]: Duplicate value: \"a\""),
                new Row(
                        "a key twice in a list that is a map",
                        "{'type':'array','x-kubernetes-list-type':'map','x-kubernetes-list-map-keys':['k'],"
                                + "'items':{'type':'object','required':['k'],'properties':{'k':{'type':'string'}}}}",
                        "[{'k':'a'},{'k':'a'}]",
                        "v[1]: Duplicate value: {\"k\":\"a\"}"));
    }

    private static Structural schemaOf(String value) {
        return SchemaReader.read(Trees.object("{'type':'object','properties':{'v':" + value + "}}"));
    }

    private static ObjectNode document(String value) {
        return Trees.object("{'v':" + value + "}");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void whatIsSaid(Row row) {
        var errors = Validation.of(document(row.value()), schemaOf(row.schema()));
        assertThat(String.join("|", errors.stream().map(FieldError::toString).toList()))
                .isEqualTo(row.expected());
    }

    @Test
    void whatAChangeLeavesAsItWasIsNotAskedAgain() {
        var schema = SchemaReader.read(
                Trees.object(
                        "{'type':'object','properties':{'a':{'type':'integer','maximum':1},'b':{'type':'integer','maximum':1}}}"));
        var before = Trees.object("{'a':5,'b':0}");
        assertThat(Validation.ofChange(Trees.object("{'a':5,'b':1}"), schema, before))
                .isEmpty();
        assertThat(Validation.ofChange(Trees.object("{'a':6,'b':0}"), schema, before))
                .hasSize(1);
    }
}
