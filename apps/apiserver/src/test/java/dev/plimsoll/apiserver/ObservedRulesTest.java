package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

// Acceptance of Kubernetes clients: kinds-rules, device-admin-access, gated-pods, long-names
/**
 * Creates and patches as a kube-apiserver 1.37 was seen to answer them, of those that were answered differently here once. {@code observed-rules} has
 * spoilt fields: all values of all fields of an object of each kind, and one of each complaint about rare fields. {@code observed-fields}
 * has objects of each kind with one field more, for every field of the kind, and objects with many fields of which up to three are spoilt;
 * one of each kind of difference. {@code observed-patches} has objects with two wrong fields, whose errors come in an order, trust bundles, and
 * patches of several kinds. {@code observed-rare-fields} has claims of devices, scopes of quotas, overhead, series of events, templates of claims, generations that
 * clients send, and changes of pods, with and without scheduling gates.
 */
class ObservedRulesTest {
    @ParameterizedTest(name = "every step of {0} gets its observed answer")
    @CsvSource({"observed-rules, 500", "observed-fields, 250", "observed-patches, 200", "observed-rare-fields, 450"})
    void replay(String name, int least) throws IOException, URISyntaxException {
        var resource = Objects.requireNonNull(getClass().getResource("/" + name + ".jsonl"));
        try (var server = new TestServer()) {
            var result = WireReplay.replay(Path.of(resource.toURI()), server);
            assertThat(server.defects()).isEmpty();
            assertThat(result.steps()).isGreaterThan(least);
            assertThat(result.differing()).isEmpty();
        }
    }
}
