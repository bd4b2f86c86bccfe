package dev.plimsoll.kinds.expressions.functions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

// Acceptance of Kubernetes clients: cel-libraries
class SemanticVersionTest {
    /** The order of semver.org, item 11, with some more. */
    private static final List<String> ORDER = List.of(
            "0.0.1",
            "1.0.0-1",
            "1.0.0-2",
            "1.0.0-11",
            "1.0.0-alpha",
            "1.0.0-alpha.1",
            "1.0.0-alpha.beta",
            "1.0.0-beta",
            "1.0.0-beta.2",
            "1.0.0-beta.11",
            "1.0.0-rc.1",
            "1.0.0",
            "1.0.1",
            "1.2.0",
            "1.10.0",
            "2.0.0");

    private static SemanticVersion version(String text) {
        return SemanticVersion.parse(text, false).orElseThrow();
    }

    @Test
    void everyPairIsInOrder() {
        for (var i = 0; i < ORDER.size(); i++) {
            for (var j = 0; j < ORDER.size(); j++) {
                assertThat(Integer.signum(version(ORDER.get(i)).compareTo(version(ORDER.get(j)))))
                        .as("%s and %s", ORDER.get(i), ORDER.get(j))
                        .isEqualTo(Integer.compare(i, j));
            }
        }
    }

    @Test
    void whatWasBuiltDoesNotMakeVersionsDiffer() {
        assertThat(version("1.0.0+a")).isEqualTo(version("1.0.0+b")).hasSameHashCodeAs(version("1.0.0"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "1", "1.2", "01.2.3", "1.2.3-", "1.2.3-01", "1.2.3+", "v1.2.3", "1.2.3.4", "1.2.x", "-1.2.3"
            })
    void theseAreNone(String text) {
        assertThat(SemanticVersion.parse(text, false)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1.2.0", "1.2", "v01.02", "v1.2.0"})
    void someAreOverlooked(String text) {
        assertThat(SemanticVersion.parse(text, true)).contains(version("1.2.0"));
    }
}
