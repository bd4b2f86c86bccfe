package dev.plimsoll.codec.structural;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.codec.trees.Trees;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PruningAndDefaultingTest {
    record Row(String rule, String schema, String given, String expected, List<String> unknown) {
        Row(String rule, String schema, String given, String expected, String... unknown) {
            this(rule, schema, given, expected, List.of(unknown));
        }

        @Override
        public String toString() {
            return rule;
        }
    }

    static Stream<Row> rows() {
        var object = "{'type':'object','properties':{%s}}";
        return Stream.of(
                new Row(
                        "what every object has stays",
                        object.formatted(""),
                        "{'apiVersion':'g/v1','kind':'K','metadata':{'name':'n'},'x':1}",
                        "{'apiVersion':'g/v1','kind':'K','metadata':{'name':'n'}}",
                        "x"),
                new Row(
                        "unknown members go, wherever they are",
                        object.formatted("'spec':" + object.formatted("'a':{'type':'integer'}")),
                        "{'spec':{'a':1,'b':{'c':2}}}",
                        "{'spec':{'a':1}}",
                        "spec.b"),
                new Row(
                        "in entries of lists too",
                        object.formatted(
                                "'l':{'type':'array','items':" + object.formatted("'a':{'type':'integer'}") + "}"),
                        "{'l':[{'a':1},{'b':2}]}",
                        "{'l':[{'a':1},{}]}",
                        "l[1].b"),
                new Row(
                        "members whose names are data stay",
                        object.formatted("'m':{'type':'object','additionalProperties':{'type':'string'}}"),
                        "{'m':{'x':'y'}}",
                        "{'m':{'x':'y'}}"),
                new Row(
                        "what is to be preserved stays",
                        object.formatted("'p':{'type':'object','x-kubernetes-preserve-unknown-fields':true}"),
                        "{'p':{'x':{'y':[1,{'z':2}]}}}",
                        "{'p':{'x':{'y':[1,{'z':2}]}}}"),
                new Row(
                        "inside what is preserved, what is described is described",
                        object.formatted("'p':{'type':'object','x-kubernetes-preserve-unknown-fields':true,"
                                + "'properties':{'k':" + object.formatted("'a':{'type':'integer'}") + "}}"),
                        "{'p':{'x':1,'k':{'a':1,'b':2}}}",
                        "{'p':{'x':1,'k':{'a':1}}}",
                        "p.k.b"),
                new Row(
                        "an embedded object keeps its type and metadata",
                        object.formatted("'e':{'type':'object','x-kubernetes-embedded-resource':true,"
                                + "'properties':{'spec':{'type':'object'}}}"),
                        "{'e':{'apiVersion':'v1','kind':'P','metadata':{'name':'x'},'other':1}}",
                        "{'e':{'apiVersion':'v1','kind':'P','metadata':{'name':'x'}}}",
                        "e.other"),
                new Row(
                        "a default stands in for what is not given",
                        object.formatted("'a':{'type':'integer','default':3}"),
                        "{}",
                        "{'a':3}"),
                new Row(
                        "and for a null that may not be one",
                        object.formatted("'a':{'type':'integer','default':3}"),
                        "{'a':null}",
                        "{'a':3}"),
                new Row(
                        "a null that may be one stays",
                        object.formatted("'a':{'type':'integer','nullable':true,'default':3}"),
                        "{'a':null}",
                        "{'a':null}"),
                new Row(
                        "a null without a default goes",
                        object.formatted("'a':{'type':'integer'}"),
                        "{'a':null}",
                        "{}"),
                new Row(
                        "defaults inside defaults",
                        object.formatted(
                                "'s':{'type':'object','default':{},'properties':{'a':{'type':'integer','default':1}}}"),
                        "{}",
                        "{'s':{'a':1}}"),
                new Row(
                        "no object is made for a default inside it",
                        object.formatted("'s':{'type':'object','properties':{'a':{'type':'integer','default':1}}}"),
                        "{}",
                        "{}"),
                new Row(
                        "defaults in entries and in members whose names are data",
                        object.formatted(
                                "'l':{'type':'array','items':" + object.formatted("'a':{'type':'integer','default':1}")
                                        + "},'m':{'type':'object','additionalProperties':"
                                        + object.formatted("'b':{'type':'integer','default':2}") + "}"),
                        "{'l':[{}],'m':{'x':{}}}",
                        "{'l':[{'a':1}],'m':{'x':{'b':2}}}"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void whatIsMadeOfIt(Row row) {
        var schema = SchemaReader.read(Trees.object(row.schema()));
        var document = Trees.object(row.given());
        assertThat(SchemaPruner.prune(document, schema)).isEqualTo(row.unknown());
        SchemaDefaults.apply(document, schema);
        assertThat(document).isEqualTo(Trees.object(row.expected()));
    }
}
