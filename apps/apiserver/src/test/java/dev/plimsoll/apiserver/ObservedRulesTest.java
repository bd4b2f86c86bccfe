package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Creates with spoilt fields, as a kube-apiserver 1.37 was seen to answer them: those among all values of all fields of an object of each
 * kind that no recording has and that were answered differently here once, and one of each complaint about rare fields.
 */
class ObservedRulesTest {
    @Test
    @DisplayName("every observed create gets its observed answer")
    void replay() throws IOException, URISyntaxException {
        var resource = Objects.requireNonNull(getClass().getResource("/observed-rules.jsonl"));
        try (var server = new TestServer()) {
            var result = WireReplay.replay(Path.of(resource.toURI()), server);
            assertThat(server.defects()).isEmpty();
            assertThat(result.steps()).isGreaterThan(500);
            assertThat(result.differing()).isEmpty();
        }
    }
}
