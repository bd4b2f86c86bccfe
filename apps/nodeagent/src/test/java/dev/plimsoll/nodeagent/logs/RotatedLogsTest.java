package dev.plimsoll.nodeagent.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

// Acceptance of nodes: logs
/** Log files that are put aside when they are full. */
class RotatedLogsTest {
    private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void begin() {
        file = folder.resolve("0.log");
    }

    private boolean rotate(int minute, int maxFiles) throws IOException {
        return new RotatedLogs(file, new LogLimits(10, maxFiles))
                .rotateIfFull(NOON.plusSeconds(60L * minute), () -> Files.createFile(file));
    }

    private List<String> names() throws IOException {
        try (var all = Files.list(folder)) {
            return all.map(each -> String.valueOf(each.getFileName())).sorted().toList();
        }
    }

    @Test
    void aFileThatIsNotFullStays() throws IOException {
        Files.writeString(file, "0123456789");
        assertThat(rotate(0, 5)).isFalse();
        assertThat(names()).containsExactly("0.log");
    }

    @Test
    void theNewestStayAndAllButOneAreCompressed() throws IOException {
        for (var minute = 0; minute < 5; minute++) {
            Files.writeString(file, "what was said in minute " + minute);
            assertThat(rotate(minute, 4)).isTrue();
        }
        assertThat(names())
                .containsExactly(
                        "0.log", "0.log.20261118-120200.gz", "0.log.20261118-120300.gz", "0.log.20261118-120400");
        assertThat(folder.resolve("0.log.20261118-120400")).hasContent("what was said in minute 4");
        try (var old = new GZIPInputStream(Files.newInputStream(folder.resolve("0.log.20261118-120200.gz")))) {
            assertThat(new String(old.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("what was said in minute 2");
        }
    }

    @Test
    void whatAnotherContainerSaidAndWhatWasLeftHalfDoneDoNotCount() throws IOException {
        Files.writeString(folder.resolve("1.log"), "another instance");
        Files.writeString(folder.resolve("0.log.20261118-110000.tmp"), "half");
        Files.writeString(file, "much more than ten bytes");
        assertThat(rotate(0, 2)).isTrue();
        assertThat(names()).containsExactly("0.log", "0.log.20261118-120000", "1.log");
    }

    @Test
    void aWriterThatGoesOnFindsItsFileUnderItsName() throws IOException {
        Files.writeString(file, "much more than ten bytes");
        assertThatThrownBy(() -> new RotatedLogs(file, new LogLimits(10, 5)).rotateIfFull(NOON, () -> {
                    throw new IOException("not now");
                }))
                .hasMessage("not now");
        assertThat(names()).containsExactly("0.log");
        assertThat(file).hasContent("much more than ten bytes");
    }
}
