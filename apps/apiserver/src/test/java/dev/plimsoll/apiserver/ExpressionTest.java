package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules of schemas in the expression language. */
class ExpressionTest {
    private static final String OBJECTS = "/apis/example.com/v1/boxes";
    private static final String DEFINITION = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: boxes.example.com}
            spec:
              group: example.com
              scope: Cluster
              names: {plural: boxes, kind: Box}
              versions:
              - name: v1
                served: true
                storage: true
                schema:
                  openAPIV3Schema:
                    type: object
                    x-kubernetes-validations:
                    - {rule: "self.metadata.name.startsWith('b')", message: names begin with b}
                    properties:
                      spec:
                        type: object
                        x-kubernetes-validations:
                        - {rule: self.low <= self.high, messageExpression: "'low is ' + string(self.low)"}
                        - {rule: "RULE"}
                        properties:
                          low: {type: integer, default: 1}
                          high: {type: integer, default: 5}
                          fixed: {type: string, x-kubernetes-validations: [{rule: self == oldSelf, message: cannot change, reason: FieldValueForbidden}]}
                          size: {type: string}
                          my-name: {type: string}
                          when: {type: string, format: date-time}
                          list: {type: array, maxItems: 100, items: {type: integer}}
                          map: {type: object, maxProperties: 10, additionalProperties: {type: string, maxLength: 100}}
                          either: {x-kubernetes-int-or-string: true}
            """;

    private final TestServer server = new TestServer();

    @AfterEach
    void closed() {
        assertThat(server.defects()).isEmpty();
        server.close();
    }

    private TestServer.Answer define(String rule) {
        return server.call("POST", Widgets.DEFINITIONS, DEFINITION.replace("RULE", rule), Widgets.YAML);
    }

    private TestServer.Answer box(String name, String spec) {
        return server.post(
                OBJECTS,
                "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Box\",\"metadata\":{\"name\":\"" + name + "\"},\"spec\":"
                        + spec + "}");
    }

    @Test
    void rulesAreAskedWhereTheyStand() {
        assertThat(define("true").status()).isEqualTo(201);
        assertThat(box("b", "{}").status()).isEqualTo(201);
        assertThat(box("a", "{\"low\":7}").message())
                .isEqualTo("Box.example.com \"a\" is invalid: [<nil>: Invalid value: \"object\": names begin with b, "
                        + "spec: Invalid value: \"object\": low is 7]");
    }

    @Test
    void rulesAboutChangesAreAskedOfChanges() {
        define("true");
        assertThat(box("b", "{\"fixed\":\"x\"}").status()).isEqualTo(201);
        assertThat(server.patch("merge-patch+json", OBJECTS + "/b", "{\"spec\":{\"fixed\":\"y\"}}")
                        .message())
                .isEqualTo("Box.example.com \"b\" is invalid: spec.fixed: Forbidden: cannot change");
    }

    @Test
    void anObjectThatIsWrongIsNotAskedFurther() {
        define("true");
        assertThat(box("a", "{\"low\":\"x\"}").message())
                .contains("spec.low in body must be of type integer: \"string\"")
                .contains(
                        "<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; "
                                + "correct the existing errors to complete validation");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "has(self.size) && quantity(self.size).isGreaterThan(quantity('1Gi'))",
                "self.my__dash__name == 'n'",
                "self.when > timestamp('2020-01-01T00:00:00Z')",
                "self.list.isSorted() && self.list.sum() == 6 && self.list.max() == 3",
                "self.map.all(k, self.map[k].matches('^[a-z]+$'))",
                "type(self.either) == int && self.either < 10",
                "self.?absent.orValue('') == ''",
                "self.size.find('[0-9]+') == '2'",
                "self.list.exists(i, i == 2) && 3 in self.list && size(self.map) == 1",
                "self.size.lowerAscii() == '2gi'"
            })
    void theLanguageIsThere(String rule) {
        var definition = define(rule);
        if (rule.contains("absent")) {
            assertThat(definition.message()).contains("undefined field 'absent'");
            return;
        }
        assertThat(definition.status()).as(definition.text()).isEqualTo(201);
        var made = box(
                "b",
                "{\"size\":\"2Gi\",\"my-name\":\"n\",\"when\":\"2026-01-01T00:00:00Z\",\"list\":[1,2,3],\"map\":{\"a\":\"b\"},\"either\":5}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "self.nope == 1 | compilation failed: ERROR: <input>:1:5: undefined field 'nope'",
                "self.low == 'x' | found no matching overload for '_==_'",
                "self.low | cel expression must evaluate to a bool",
                "self.low < | compilation failed: "
            })
    void aRuleThatMakesNoSenseIsRefused(String rule, String why) {
        var answer = define(rule);
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.message())
                .contains(
                        "spec.versions[0].schema.openAPIV3Schema.properties[spec].x-kubernetes-validations[1].rule: Invalid value: \"")
                .contains(why);
    }

    @Test
    void aRuleThatCannotBeEnforcedIsToldOf() {
        var answer = define("isURL(self.size)");
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.warning()).contains("not enforced: the function isURL is not there");
        assertThat(box("b", "{}").status()).isEqualTo(201);
    }
}
