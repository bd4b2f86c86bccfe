package dev.plimsoll.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.security.SecureServer.Answer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Rules of custom resources cannot keep the server busy: neither whoever writes them nor whoever writes objects. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExpressionCostTest {
    private static final String LOOPS = "self.items.all(x, self.items.all(y, x != y || true))";

    private final SecureServer server = new SecureServer();

    @AfterAll
    void close() {
        server.close();
        assertThat(server.defects()).isEmpty();
    }

    private Answer define(String plural, String kind, String bound) {
        return server.admin().post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", """
                        {"metadata":{"name":"%s.example.com"},"spec":{"group":"example.com","scope":"Namespaced",
                        "names":{"plural":"%s","kind":"%s"},"versions":[{"name":"v1","served":true,"storage":true,
                        "schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":{"type":"object",
                        "x-kubernetes-validations":[{"rule":"%s"}],
                        "properties":{"items":{"type":"array"%s,"items":{"type":"integer"}}}}}}}}]}}
                        """.formatted(
                        plural, plural, kind, LOOPS, bound));
    }

    private Answer create(int items) {
        return server.admin()
                .post(
                        "/apis/example.com/v1/namespaces/default/bounded",
                        "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Bounded\",\"metadata\":{\"name\":\"n" + items
                                + "\"},\"spec\":{\"items\":[" + "1,".repeat(items - 1) + "1]}}");
    }

    @Test
    void aRuleThatCouldCostTooMuchIsRefused() {
        var answer = define("open", "Open", "");
        assertThat(answer.status()).isEqualTo(422);
        var path = "spec.versions[0].schema.openAPIV3Schema";
        var rule = path + ".properties[spec].x-kubernetes-validations[0].rule: Forbidden: ";
        var advice =
                " exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties,"
                        + " and maxLength where arrays, maps, and strings are declared)";
        assertThat(answer.message())
                .isEqualTo("CustomResourceDefinition.apiextensions.k8s.io \"open.example.com\" is invalid: [" + rule
                        + "estimated rule cost" + advice + ", " + rule
                        + "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema, "
                        + path
                        + ": Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema"
                        + advice + "]");
    }

    @Test
    void aRuleWithinItsEstimateIsStoppedWhenItRunsTooLong() {
        assertThat(define("bounded", "Bounded", ",\"maxItems\":900").status()).isEqualTo(201);
        assertThat(create(100).status()).isEqualTo(201);
        var answer = create(900);
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.message())
                .isEqualTo(
                        "Bounded.example.com \"n900\" is invalid: spec: Invalid value: \"object\": operation cancelled:"
                                + " actual cost limit exceeded: no further validation rules will be run due to call cost exceeds limit"
                                + " for rule: " + LOOPS);
        assertThat(server.admin().get("/readyz").status()).isEqualTo(200);
    }
}
