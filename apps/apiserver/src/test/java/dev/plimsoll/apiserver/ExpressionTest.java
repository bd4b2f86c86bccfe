package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

// Acceptance of Kubernetes clients: cel-libraries
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

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "isURL('https://a.example:8443/x') && !isURL('x y') && !isURL('a/b')",
                "url('https://u@a.example:8443/x%20y?k=v&k=w').getHost() == 'a.example:8443'",
                "url('https://[::1]:80/').getHostname() == '::1' && url('https://a/').getPort() == ''",
                "url('https://a/x%20y?k=v&k=w').getEscapedPath() == '/x%20y'",
                "url('https://a/?k=v&k=w').getQuery()['k'] == ['v', 'w'] && url('/p').getScheme() == ''",
                "isIP('10.0.0.1') && isIP('::1') && !isIP('010.0.0.1') && !isIP('::ffff:1.2.3.4') && !isIP('fe80::1%eth0')",
                "ip('2001:db8:0:0:0:0:0:1') == ip('2001:db8::1') && string(ip('2001:DB8::1')) == '2001:db8::1'",
                "ip.isCanonical('2001:db8::1') && !ip.isCanonical('2001:DB8::1') && ip('10.0.0.1').family() == 4",
                "ip('127.0.0.1').isLoopback() && ip('::').isUnspecified() && ip('224.0.0.5').isLinkLocalMulticast()",
                "ip('fe80::1').isLinkLocalUnicast() && ip('8.8.8.8').isGlobalUnicast() && !ip('255.255.255.255').isGlobalUnicast()",
                "isCIDR('10.0.0.0/8') && !isCIDR('10.0.0.0/33') && cidr('10.1.0.0/16').containsIP('10.1.2.3')",
                "cidr('10.1.2.3/16').masked() == cidr('10.1.0.0/16') && string(cidr('10.1.2.3/16').ip()) == '10.1.2.3'",
                "cidr('10.0.0.0/8').containsCIDR(cidr('10.1.0.0/16')) && !cidr('10.1.0.0/16').containsCIDR('10.0.0.0/8')",
                "cidr('fd00::/8').prefixLength() == 8 && cidr('::/0').containsIP(ip('::1')) && string(cidr('::1/128')) == '::1/128'",
                "isSemver('1.2.3-alpha.1+b') && !isSemver('v1.2') && isSemver('v01.2', true)",
                "semver('1.2.3').isLessThan(semver('1.10.0')) && semver('1.0.0-rc.1').isLessThan(semver('1.0.0'))",
                "semver('v1.2', true) == semver('1.2.0') && semver('1.2.3').compareTo(semver('1.2.3-a')) == 1",
                "semver('1.2.3').major() == 1 && semver('1.2.3').minor() == 2 && semver('1.2.3').patch() == 3",
                "semver('2.0.0').isGreaterThan(semver('1.0.0-2')) && semver('1.0.0-2').isLessThan(semver('1.0.0-11'))",
                "format.dns1123Label().validate('a-b') == optional.none()",
                "format.dns1123Label().validate('A_b').hasValue() && format.named('uuid').hasValue()",
                "!format.named('nope').hasValue() && format.named('date').value().validate('2026-13-01').value() == ['invalid date']",
                "format.labelValue().validate('ok').orValue([]) == [] && format.uri().validate('x y').hasValue()",
                "format.dns1123SubdomainPrefix().validate('a.b-').orValue([]) == []",
                "quantity('1.5').isInteger() == false && quantity('2k').asInteger() == 2000",
                "quantity('1500m').asApproximateFloat() == 1.5 && quantity('1').add(2) == quantity('3') && quantity('1').sub(quantity('2')).sign() == -1",
                "quantity('1Gi').compareTo(quantity('1073741824')) == 0 && !isQuantity('1Xi')",
                "[1, 2, 3, 2].indexOf(2) == 1 && [1, 2, 3, 2].lastIndexOf(2) == 3 && 'abcb'.indexOf('b') == 1 && [1, 2].includes(2)",
                "[3, 1, 2].sort() == [1, 2, 3] && [1, 1, 2].distinct() == [1, 2] && [[1], [2]].flatten() == [1, 2]",
                "[1, 2, 3].slice(1, 2) == [2] && lists.range(3) == [0, 1, 2] && ['b', 'aa'].sortBy(s, size(s)) == ['b', 'aa']",
                "[1, 2, 3].reverse() == [3, 2, 1] && 'abc'.reverse() == 'cba' && [1, 2].first() == optional.of(1)",
                "[1, 2].last().value() == 2",
                "'a1b22'.findAll('[0-9]+') == ['1', '22'] && 'a1b22'.findAll('[0-9]+', 1) == ['1'] && 'abc'.find('x') == ''",
                "'%s has %d of %.2f (%x, %b, %e)'.format(['a', 3, 2.5, 255, true, 1.5]) == 'a has 3 of 2.50 (ff, 1, 1.500000e+00)'",
                "'%s'.format([[1, 'a']]) == '[1, a]' && '%%'.format([]) == '%' && '%s'.format([{'b': 1, 'a': 2}]) == '{a: 2, b: 1}'",
                "'a,b'.split(',').join('-') == 'a-b' && ' x '.trim() == 'x' && 'abc'.charAt(1) == 'b' && 'abcd'.substring(1, 3) == 'bc'",
                "'aXa'.replace('a', 'b', 1) == 'bXa' && 'ab'.upperAscii() == 'AB' && strings.quote('x') == '\"x\"'",
                "sets.contains([1, 2], [1]) && sets.equivalent([1, 2], [2, 1]) && sets.intersects([1], [1, 2])",
                "[1, 2].all(i, v, v == i + 1) && {'a': 1}.exists(k, v, k == 'a' && v == 1)",
                "[1, 2].transformList(i, v, v * 2) == [2, 4] && {'a': 1}.transformMap(k, v, v + 1) == {'a': 2}",
                "{'a': 'b'}.transformMapEntry(k, v, {v: k}) == {'b': 'a'} && [1, 1].existsOne(i, v, i == 0 && v == 1)",
                "dyn('x').indexOf('x') == 0 && dyn([1]).indexOf(1) == 0 && dyn('ab').reverse() == 'ba' && dyn([1, 2]).reverse() == [2, 1]"
            })
    void theFunctionsOfKubernetesAreThere(String rule) {
        var definition = define(rule.replace("\"", "\\\""));
        assertThat(definition.status()).as(definition.text()).isEqualTo(201);
        var made = box("b", "{}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "ip(self.size) == ip('::1') | IP Address \"2Gi\" parse error during conversion from string",
                "quantity(self.size).asInteger() == 1 && quantity('1500m').asInteger() == 1 | failed rule",
                "quantity('1500m').asInteger() == 1 | cannot convert value to integer evaluating rule",
                "semver(self.size).major() == 1 | Invalid Semantic Version",
                "url(self.size).getHost() == '' | invalid URI for request",
                "authorizer.path('/').check('get').allowed() | undeclared reference to 'authorizer'"
            })
    void whatCannotBeReadIsToldOf(String rule, String why) {
        var definition = define(rule);
        var text = definition.status() == 201 ? box("b", "{\"size\":\"2Gi\"}").message() : definition.message();
        assertThat(text).contains(why);
    }

    @Test
    void noFunctionDoesMoreThanItsRuleMayCost() {
        assertThat(define("size(lists.range(self.high)) > 0").status()).isEqualTo(201);
        assertThat(box("b", "{\"high\":4000000000}").message()).contains("call cost exceeds limit for rule");
    }
}
