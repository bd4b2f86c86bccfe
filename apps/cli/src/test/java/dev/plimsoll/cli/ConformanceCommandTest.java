package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConformanceCommandTest extends CommandLineTest {
    @TempDir
    private Path folder;

    private void record(String name, String lines) throws IOException {
        try (var file = new GZIPOutputStream(Files.newOutputStream(folder.resolve(name + ".jsonl.gz")))) {
            file.write(lines.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void aRecordingThatAgreesExitsWithZero() throws IOException {
        record(
                "quantity",
                "{\"id\":\"q-1\",\"a\":\"1Gi\",\"b\":\"x\",\"aString\":\"1Gi\",\"aFormat\":\"BinarySI\",\"aSign\":1,"
                        + "\"aValue\":1073741824,\"aMilli\":1073741824000,\"bError\":\"quantities must match the regular expression "
                        + "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'\"}\n");
        record("unheard-of", "{}\n");
        var ran = run("conformance", folder.toString());
        assertThat(ran.out())
                .contains("unheard-of   not yet replayed")
                .endsWith("conformance: 1 of 1 agree, 0 named divergences\n");
        assertThat(ran.exit()).isZero();
    }

    @Test
    void aDifferenceIsShownAndExitsWithOne() throws IOException {
        record("quantity", "{\"id\":\"q-1\",\"a\":\"1x\",\"aError\":\"something else\",\"b\":\"\"}\n");
        var ran = run("conformance", folder.toString());
        assertThat(ran.out())
                .contains("- recorded  something else")
                .contains("+ ours      quantities must match")
                .endsWith("conformance: 0 of 1 agree, 0 named divergences\n");
        assertThat(ran.exit()).isEqualTo(1);
    }

    @Test
    void aFolderWithoutRecordingsOrAnUnknownNameIsOneSentence() throws IOException {
        assertThat(run("conformance", folder.toString()).errors()).contains("no recordings");
        assertThat(run("conformance", "nowhere").errors())
                .isEqualToIgnoringNewLines("plimsoll: nowhere: no such folder; check the path");
        assertThat(run("conformance", folder.toString(), "--only", "frogs").errors())
                .contains("--only frogs: not replayed");
        record("quantity", "not json\n");
        var ran = run("conformance", folder.toString());
        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.errors()).contains("quantity.jsonl.gz").doesNotContain("\tat ");
    }
}
