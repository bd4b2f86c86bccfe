package dev.plimsoll.client.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LineBufferTest {
    private static List<String> lines(byte[] bytes, Random random) throws IOException {
        var buffer = new LineBuffer();
        var lines = new ArrayList<String>();
        for (var at = 0; at < bytes.length; ) {
            var size = Math.min(bytes.length - at, 1 + random.nextInt(9000));
            buffer.add(ByteBuffer.wrap(bytes, at, size));
            at += size;
            for (var line = buffer.line(); line.isPresent(); line = buffer.line()) {
                lines.add(new String(line.get(), StandardCharsets.UTF_8));
            }
        }
        return lines;
    }

    @Test
    void linesAreTheSameHoweverTheBytesArrive() throws IOException {
        for (var seed = 0; seed < 200; seed++) {
            var random = new Random(seed);
            var text = new StringBuilder();
            var expected = new ArrayList<String>();
            for (var i = 0; i < 20; i++) {
                var line = "é".repeat(random.nextInt(5) == 0 ? random.nextInt(20_000) : random.nextInt(20));
                text.append(line).append(random.nextBoolean() ? "\n" : "\r\n");
                if (!line.isEmpty()) expected.add(line);
            }
            text.append("no end of line");
            assertThat(lines(text.toString().getBytes(StandardCharsets.UTF_8), random))
                    .as("seed %d", seed)
                    .isEqualTo(expected);
        }
    }

    @Test
    void theRestIsWhatIsNoLineYet() throws IOException {
        var buffer = new LineBuffer();
        buffer.add(ByteBuffer.wrap("a\nbc".getBytes(StandardCharsets.UTF_8)));
        assertThat(buffer.line()).isPresent();
        assertThat(buffer.line()).isEqualTo(Optional.empty());
        assertThat(buffer.drain()).asString().isEqualTo("bc");
        assertThat(buffer.drain()).isEmpty();
    }
}
