package dev.plimsoll.streams.spdy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.streams.BytePipe;
import dev.plimsoll.streams.DuplexStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.Adler32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

// Acceptance of nodes: session-protocols
/** Frames as a client sends and reads them. */
@Timeout(60)
class SpdyConnectionTest {
    /** One end of a connection in memory. */
    private record End(BytePipe in, BytePipe out) implements DuplexStream {
        @Override
        public InputStream input() {
            return in.input();
        }

        @Override
        public OutputStream output() {
            return out.output();
        }

        @Override
        public void close() {
            try {
                out.output().close();
                in.input().close();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private final BytePipe up = new BytePipe(1 << 16);
    private final BytePipe down = new BytePipe(1 << 16);
    private final HeaderBlocks headers = new HeaderBlocks();

    private void control(int type, int flags, byte[] body) throws IOException {
        var frame = ByteBuffer.allocate(8 + body.length);
        frame.putInt(0x8003_0000 | type).putInt(flags << 24 | body.length).put(body);
        up.output().write(frame.array());
    }

    private void open(int id, Map<String, String> sent) throws IOException {
        var block = headers.write(sent);
        control(
                1,
                0,
                ByteBuffer.allocate(10 + block.length)
                        .putInt(id)
                        .putInt(0)
                        .putShort((short) 0)
                        .put(block)
                        .array());
    }

    private void data(int id, int flags, String text) throws IOException {
        var body = text.getBytes(StandardCharsets.UTF_8);
        up.output()
                .write(ByteBuffer.allocate(8 + body.length)
                        .putInt(id)
                        .putInt(flags << 24 | body.length)
                        .put(body)
                        .array());
    }

    @Test
    void theDictionaryIsTheOneOfTheSpecification() {
        var sum = new Adler32();
        sum.update(SpdyDictionary.bytes());
        assertThat(sum.getValue()).isEqualTo(0xe3c6a7c2L);
    }

    @Test
    void streamsAreAnsweredAndTheirDataIsNotMixed() throws Exception {
        var connection = new SpdyConnection(
                new End(up, down),
                stream -> Thread.ofVirtual().start(() -> {
                    try {
                        var text = new String(stream.input().readAllBytes(), StandardCharsets.UTF_8);
                        stream.output()
                                .write((stream.header("streamtype") + ":" + text).getBytes(StandardCharsets.UTF_8));
                        stream.close();
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                }));
        var reader = Thread.ofVirtual().start(() -> {
            try {
                connection.run();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        open(1, Map.of("streamType", "one"));
        open(3, Map.of("streamType", "two"));
        data(1, 0, "a");
        data(3, 0, "x");
        data(1, 1, "b");
        data(3, 1, "y");
        control(6, 0, ByteBuffer.allocate(4).putInt(1).array());
        var read = new DataInputStream(down.input());
        var one = "";
        var two = "";
        var replies = 0;
        var pings = 0;
        for (var ends = 0; ends < 2 || pings < 1; ) {
            var word = read.readInt();
            var rest = read.readInt();
            var body = read.readNBytes(rest & 0xff_ffff);
            if (word == 0x8003_0002) replies++;
            if (word == 0x8003_0006) pings++;
            if (word == 1) one += new String(body, StandardCharsets.UTF_8);
            if (word == 3) two += new String(body, StandardCharsets.UTF_8);
            if (word > 0 && rest >>> 24 == 1) ends++;
        }
        assertThat(replies).isEqualTo(2);
        assertThat(one).isEqualTo("one:ab");
        assertThat(two).isEqualTo("two:xy");
        up.output().close();
        reader.join();
    }

    @Test
    void whatIsNoSpdyEndsTheConnection() throws Exception {
        var connection = new SpdyConnection(new End(up, down), _ -> {});
        up.output().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        up.output().close();
        assertThatThrownBy(connection::run).isInstanceOf(IOException.class);
        assertThat(down.input().readAllBytes()).isEmpty();
    }
}
