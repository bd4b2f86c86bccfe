package dev.plimsoll.kinds.strategy.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImageNameTest {
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            nullValues = "-",
            value = {
                "i,true",
                "i:latest,true",
                "i:1,false",
                "a.b,true",
                "10.0.0.1,true",
                "x/y,true",
                "registry.example/app,true",
                "registry.example:5000/app,true",
                "registry.example:5000/app:1,false",
                "Registry.Example/app,true",
                "localhost/a,true",
                // Names that cannot be read mean no particular image.
                "Never,false",
                "BAD_name,false",
                "1Gi,false",
                "*,false",
                "-x,false",
                "100%,false",
                "a//b,false",
                "a/B,false",
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa,false",
                "i@sha256:0,false"
            })
    void latest(String image, boolean expected) {
        assertThat(ImageName.isLatest(image)).isEqualTo(expected);
    }

    @Test
    @DisplayName("no name takes long to read")
    void hostile() {
        assertTimeoutPreemptively(Duration.ofSeconds(10), () -> {
            assertThat(ImageName.isLatest("a-".repeat(2000) + "!")).isFalse();
            assertThat(ImageName.isLatest("a".repeat(3_000_000))).isFalse();
            assertThat(ImageName.isLatest("a/".repeat(2000))).isFalse();
        });
    }
}
