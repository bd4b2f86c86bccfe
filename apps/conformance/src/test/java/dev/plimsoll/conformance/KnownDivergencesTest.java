package dev.plimsoll.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class KnownDivergencesTest {
    @Test
    void everyNamedDivergenceIsASectionOfTheDocument() throws IOException {
        var document = Files.readString(Path.of(System.getProperty("plimsoll.root"), "docs/divergences.md"));
        assertThat(KnownDivergences.names()).isNotEmpty();
        assertThat(KnownDivergences.names())
                .allSatisfy(name -> assertThat(document).contains("### `" + name + "`"));
    }
}
