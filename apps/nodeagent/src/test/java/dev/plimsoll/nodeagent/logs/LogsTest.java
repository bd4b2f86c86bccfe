package dev.plimsoll.nodeagent.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.nodeagent.logs.LogRequest.Parsed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogsTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:10Z");
    private static final String WRITTEN = """
            2026-01-02T03:04:05.000000001Z stdout F one
            2026-01-02T03:04:06.5Z stderr P tw
            2026-01-02T03:04:06.6Z stderr F o
            2026-01-02T03:04:07Z stdout F\s
            2026-01-02T03:04:08+00:00 stdout F:x four words in here
            """;

    @TempDir
    Path folder;

    private static LogRequest request(String query) {
        return switch (LogRequest.parse(query, NOW)) {
            case Parsed.Ok(var request) -> request;
            case Parsed.Malformed(var why) -> throw new AssertionError(why);
        };
    }

    private String copied(String query) throws IOException, InterruptedException {
        var file = Files.writeString(folder.resolve("0.log"), WRITTEN);
        var to = new ByteArrayOutputStream();
        try (var counted = CriLogFile.open(file, () -> false);
                var log = CriLogFile.open(file, () -> false)) {
            new LogCopy(request(query), to).run(log, LogCopy.linesBefore(counted, request(query)));
        }
        return to.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | 'one/two//four words in here/'",
                "tailLines=2 | '/four words in here/'",
                "tailLines=3 | 'two//four words in here/'",
                "tailLines=0 | ''",
                "tailLines=99 | 'one/two//four words in here/'",
                "limitBytes=5 | 'one/t'",
                "sinceSeconds=3 | '/four words in here/'",
                "sinceTime=2026-01-02T03:04:08Z | 'four words in here/'",
                "follow=true | 'one/two//four words in here/'",
                "follow=true&tailLines=1 | 'four words in here/'",
                "tailLines=1&timestamps=true | '2026-01-02T03:04:08.000000000Z four words in here/'",
                "limitBytes=65&timestamps=1 | '2026-01-02T03:04:05.000000001Z one/2026-01-02T03:04:06.500000000Z'"
            })
    void partsOfALog(String query, String expected) throws IOException, InterruptedException {
        assertThat(copied(query).replace('\n', '/')).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tailLines=-1 | tailLines must be at least 0, not -1",
                "limitBytes=0 | limitBytes must be at least 1, not 0",
                "sinceSeconds=5&sinceTime=2026-01-02T03:04:08Z | at most one of `sinceTime` or `sinceSeconds` may be specified",
                "sinceTime=yesterday | sinceTime or sinceSeconds is not a time"
            })
    void questionsThatMakeNoSense(String query, String why) {
        assertThat(LogRequest.parse(query, NOW)).isEqualTo(new Parsed.Malformed(why));
    }

    @Test
    void aLineAndItsEndAreWrittenInOnePiece() throws IOException, InterruptedException {
        var file = Files.writeString(folder.resolve("0.log"), WRITTEN);
        var pieces = new ArrayList<String>();
        var to = new OutputStream() {
            @Override
            public void write(int b) {
                pieces.add(Character.toString(b));
            }

            @Override
            public void write(byte[] bytes, int offset, int length) {
                pieces.add(new String(bytes, offset, length, StandardCharsets.UTF_8));
            }
        };
        try (var log = CriLogFile.open(file, () -> false)) {
            new LogCopy(request(""), to).run(log, 0);
        }
        assertThat(pieces).containsExactly("one\n", "tw", "o\n", "\n", "four words in here\n");
    }

    @Test
    void aLineThatNoRuntimeWroteIsShownAsItStands() throws IOException, InterruptedException {
        var file = Files.writeString(folder.resolve("0.log"), "garbage\n2026 is no time\n");
        var to = new ByteArrayOutputStream();
        try (var log = CriLogFile.open(file, () -> false)) {
            new LogCopy(request(""), to).run(log, 0);
        }
        assertThat(to).hasToString("garbage\n2026 is no time\n");
    }

    /** Counts what was read ahead of what was written: a log that is kept would be read to its end first. */
    @Test
    void aLogLargerThanTheMemoryIsCopiedLineByLine() throws IOException, InterruptedException {
        for (var query : new String[] {"", "tailLines=900000", "limitBytes=20000000", "follow=true"}) {
            var log = new EndlessLog(1_000_000);
            var skipped = LogCopy.linesBefore(new EndlessLog(1_000_000), request(query));
            new LogCopy(request(query), log.reader()).run(log, skipped);
            assertThat(log.furthestAhead()).as(query).isLessThan(2L * EndlessLog.LINE_BYTES);
        }
    }

    @Test
    void aLineWithoutEndIsCutIntoPieces() throws IOException, InterruptedException {
        var file = Files.write(folder.resolve("0.log"), new byte[5 << 20]);
        try (var log = CriLogFile.open(file, () -> false)) {
            var part = log.next(false);
            assertThat(part).isNotNull();
            assertThat(part.text()).hasSize(1 << 20);
        }
    }

    @Test
    void linesAreFollowedUntilTheContainerEnds() throws Exception {
        var file = Files.writeString(folder.resolve("0.log"), "2026-01-02T03:04:05Z stdout F one\n");
        var running = new AtomicBoolean(true);
        var read = new SynchronousQueue<String>();
        var reader = Thread.ofVirtual().start(() -> {
            try (var log = CriLogFile.open(file, running::get)) {
                for (var part = log.next(true); part != null; part = log.next(true)) {
                    read.put(new String(part.text(), StandardCharsets.UTF_8));
                }
                read.put("the end");
            } catch (IOException | InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        assertThat(read.take()).isEqualTo("one");
        append(file, "2026-01-02T03:04:06Z std");
        append(file, "out F two\n");
        assertThat(read.take()).isEqualTo("two");
        append(file, "2026-01-02T03:04:07Z stdout F three\n");
        running.set(false);
        assertThat(read.take()).isEqualTo("three");
        assertThat(read.take()).isEqualTo("the end");
        reader.join();
    }

    @Test
    void aFileThatIsRotatedIsFollowedInTheNextOne() throws Exception {
        var file = Files.writeString(folder.resolve("0.log"), "2026-01-02T03:04:05Z stdout F one\n");
        var running = new AtomicBoolean(true);
        var read = new SynchronousQueue<String>();
        var reader = Thread.ofVirtual().start(() -> {
            try (var log = CriLogFile.open(file, running::get)) {
                for (var part = log.next(true); part != null; part = log.next(true)) {
                    read.put(new String(part.text(), StandardCharsets.UTF_8));
                }
                read.put("the end");
            } catch (IOException | InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        assertThat(read.take()).isEqualTo("one");
        var aside = Files.move(file, folder.resolve("0.log.20260102-030406"));
        append(aside, "2026-01-02T03:04:06Z stdout F two\n");
        Files.writeString(file, "2026-01-02T03:04:07Z stdout F three\n");
        assertThat(read.take()).isEqualTo("two");
        assertThat(read.take()).isEqualTo("three");
        append(file, "2026-01-02T03:04:08Z stdout F four\n");
        assertThat(read.take()).isEqualTo("four");
        running.set(false);
        assertThat(read.take()).isEqualTo("the end");
        reader.join();
    }

    private static void append(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.APPEND);
    }
}
