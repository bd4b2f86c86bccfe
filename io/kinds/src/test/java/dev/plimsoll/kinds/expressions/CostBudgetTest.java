package dev.plimsoll.kinds.expressions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.ThreadMXBean;
import dev.plimsoll.codec.structural.SchemaReader;
import java.lang.management.ManagementFactory;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What rules may cost: estimated when they are written, counted when they run. */
class CostBudgetTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String CALL =
            "operation cancelled: actual cost limit exceeded: no further validation rules will be run due to call cost exceeds"
                    + " limit for rule: ";
    private static final String TOTAL =
            "validation failed due to running out of cost budget, no further validation rules will be run";

    private static ObjectNode json(String text) {
        try {
            return (ObjectNode) MAPPER.readTree(text.replace('\'', '"'));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static String schema(String properties, String... rules) {
        var text = new StringBuilder();
        for (var rule : rules) {
            text.append(text.isEmpty() ? "" : ",");
            text.append("{'rule':'").append(rule.replace("'", "\\u0027")).append("'}");
        }
        return "{'type':'object','properties':{" + properties + "},'x-kubernetes-validations':[" + text + "]}";
    }

    /** Properties of an object, a rule about it, and what is said when it is written; nothing if it is accepted. */
    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            one step                   | 'a':{'type':'integer'} | self.a == 1 | ok
            a list without a bound     | 'a':{'type':'array','items':{'type':'integer'}} | self.a.all(x, x > 0) | ok
            a loop in a loop           | 'a':{'type':'array','items':{'type':'integer'}} | self.a.all(x, self.a.all(y, x != y)) | more than 100x
            a loop in a bounded loop   | 'a':{'type':'array','maxItems':500,'items':{'type':'integer'}} | self.a.all(x, self.a.all(y, x != y)) | ok
            texts without a bound      | 'a':{'type':'array','items':{'type':'string'}} | self.a.all(x, x.matches('^[a-z]+$')) | more than 100x
            short texts                | 'a':{'type':'array','maxItems':100,'items':{'type':'string','maxLength':63}} | self.a.all(x, x.matches('^[a-z]+$')) | ok
            one long text              | 'a':{'type':'string'} | self.a.matches('^[a-z]+$') | ok
            a text in a text           | 'a':{'type':'string'},'b':{'type':'string'} | self.a.contains(self.b) | more than 100x
            texts that double          | 'a':{'type':'string'} | [self.a].map(b, b + b).map(c, c + c).map(d, d + d).map(e, e + e).map(f, f + f).map(g, g + g)[0] == '' | factor of 4.0x
            a value of a list          | 'a':{'type':'array','items':{'type':'string'}},'b':{'type':'array','items':{'type':'string'}} | self.a.all(x, x in self.b) | more than 100x
            a choice of words          | 'a':{'type':'array','items':{'type':'string','enum':['b','c']}} | self.a.all(x, x == 'b') | ok
            """)
    void estimates(String name, String properties, String rule, String expected) {
        var errors = Expressions.errors(SchemaReader.read(json(schema(properties, rule))), "schema");
        if (expected.equals("ok")) {
            assertThat(errors).as(name).isEmpty();
            return;
        }
        assertThat(errors.getFirst().toString())
                .startsWith(
                        "schema.x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of ")
                .contains(expected)
                .endsWith(
                        "(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and"
                                + " strings are declared)");
    }

    @Test
    void aRuleCountsAsOftenAsItIsAsked() {
        var rules = "'x-kubernetes-validations':[{'rule':'self.matches(\\\"^[a-z]+$\\\")'}]";
        var open = "'a':{'type':'array','items':{'type':'string','maxLength':1000," + rules + "}}";
        var bounded = "'a':{'type':'array','maxItems':100,'items':{'type':'string','maxLength':1000," + rules + "}}";
        assertThat(Expressions.errors(SchemaReader.read(json("{'type':'object','properties':{" + bounded + "}}")), "s"))
                .isEmpty();
        assertThat(Expressions.errors(SchemaReader.read(json("{'type':'object','properties':{" + open + "}}")), "s"))
                .extracting(Object::toString)
                .first()
                .asString()
                .startsWith(
                        "s.properties[a].items.x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds");
    }

    @Test
    void allRulesTogetherHaveALimit() {
        var rule = "self.a.all(x, self.a.all(y, x != y))";
        var list = "'a':{'type':'array','maxItems':1000,'items':{'type':'integer'}}";
        var rules = Stream.generate(() -> rule).limit(20).toArray(String[]::new);
        var errors = Expressions.errors(SchemaReader.read(json(schema(list, rules))), "s");
        assertThat(errors).hasSize(5);
        assertThat(errors.getFirst())
                .hasToString(
                        "s.x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total exceeding"
                                + " cost limit for entire OpenAPIv3 schema");
        assertThat(errors.getLast().toString())
                .startsWith(
                        "s: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds"
                                + " budget by factor of 1.");
    }

    /** A rule and an object that together ask for too much, or not. */
    record Row(String name, String properties, String rule, String document, String expected) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Row> rows() {
        var loops = "self.a.all(x, self.a.all(y, x != y || true))";
        var lists = "'a':{'type':'array','items':{'type':'integer'}}";
        var texts = "'a':{'type':'string'}";
        var loaf = "x".repeat(1 << 20);
        return Stream.of(
                new Row("a loop in a loop", lists, loops, "{'a':[" + "1,".repeat(200) + "1]}", ""),
                new Row("a long loop in a loop", lists, loops, "{'a':[" + "1,".repeat(1200) + "1]}", CALL + loops),
                new Row(
                        "texts that double",
                        texts,
                        "[self.a].map(b, b + b).map(c, c + c).map(d, d + d)[0] != ''",
                        "{'a':'" + loaf + "'}",
                        CALL),
                new Row(
                        "a text put into itself",
                        texts,
                        "self.a.replace('x', self.a) != ''",
                        "{'a':'" + loaf + "'}",
                        CALL),
                new Row("a text searched in itself", texts, "self.a.contains(self.a)", "{'a':'" + loaf + "'}", CALL),
                new Row(
                        "an expression that explodes",
                        texts,
                        "'a'.matches(self.a)",
                        "{'a':'(((a{1000}){1000}){1000})'}",
                        CALL),
                new Row(
                        "an expression that explodes, to be found",
                        texts,
                        "'a'.find(self.a) == 'a'",
                        "{'a':'(((a{1000}){1000}){1000})'}",
                        CALL),
                new Row("an expression", texts, "'aaa'.matches(self.a)", "{'a':'^a{1,5}$'}", ""),
                new Row(
                        "errors inside a loop do not save it",
                        lists,
                        "self.a.all(x, self.a.all(y, 1 / (x - x) == 1 && 1 / (y - y) == 1))",
                        "{'a':[" + "1,".repeat(1200) + "1]}",
                        CALL),
                new Row(
                        "a new list",
                        lists,
                        "self.a.map(x, x + 1).size() > 0",
                        "{'a':[" + "1,".repeat(1200) + "1]}",
                        ""),
                new Row(
                        "a new list that is long",
                        lists,
                        "self.a.map(x, x + 1).filter(x, x > 0).size() > 0",
                        "{'a':[" + "1,".repeat(20_000) + "1]}",
                        CALL),
                new Row(
                        "lists that are compared",
                        lists,
                        "self.a == self.a",
                        "{'a':[" + "1,".repeat(1200) + "1]}",
                        ""));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void running(Row row) {
        var schema = SchemaReader.read(json(schema(row.properties(), row.rule())));
        var rules = RuleCompiler.compile(schema, "");
        var document = json(row.document());
        var budget = new CostBudget();
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        var before = threads.getCurrentThreadAllocatedBytes();
        var errors = RuleCheck.of(document, schema, rules, null, budget);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1L << 30);
        assertThat(budget.spent()).isBetween(1L, 2 * CostBudget.PER_CALL + 1);
        if (row.expected().isEmpty()) assertThat(errors).isEmpty();
        else assertThat(errors.toString()).hasSizeLessThan(2_000).contains(row.expected());
    }

    @Test
    void theBudgetOfAnObjectEndsAllRules() {
        var rule = "self.a.all(x, self.a.all(y, x != y || true))";
        var rules = Stream.generate(() -> rule).limit(40).toArray(String[]::new);
        var schema = SchemaReader.read(json(schema("'a':{'type':'array','items':{'type':'integer'}}", rules)));
        var budget = new CostBudget();
        var errors = RuleCheck.of(
                json("{'a':[" + "1,".repeat(280) + "1]}"), schema, RuleCompiler.compile(schema, ""), null, budget);
        assertThat(errors)
                .singleElement()
                .extracting(Object::toString)
                .asString()
                .endsWith(TOTAL);
        assertThat(budget.spent()).isBetween(CostBudget.PER_OBJECT, CostBudget.PER_OBJECT + CostBudget.PER_CALL + 1);
    }
}
