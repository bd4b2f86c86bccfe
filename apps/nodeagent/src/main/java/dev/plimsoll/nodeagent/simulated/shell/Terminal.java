package dev.plimsoll.nodeagent.simulated.shell;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** What a terminal's driver does: echoes what is typed, lets a line be corrected, and ends lines as terminals want them. */
final class Terminal {
    private static final int INTERRUPT = 3;
    private static final int END = 4;
    private static final int BACKSPACE = 8;
    private static final int DELETE = 127;
    private static final int LONGEST_LINE = 4096;

    private final InputStream in;
    private final OutputStream out;

    Terminal(InputStream in, OutputStream out) {
        this.in = in;
        this.out = out;
    }

    /** Line feeds become the two characters that a terminal needs. */
    OutputStream output() {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                var text = new ByteArrayOutputStream(length + 8);
                for (var i = offset; i < offset + length; i++) {
                    if (bytes[i] == '\n') text.write('\r');
                    text.write(bytes[i]);
                }
                out.write(text.toByteArray());
            }
        };
    }

    /** What is typed, a line at a time, as a program reads it. */
    InputStream input() {
        return new InputStream() {
            private byte[] line = new byte[0];
            private int position;
            private boolean ended;

            @Override
            public int read() throws IOException {
                if (position == line.length) {
                    if (ended) return -1;
                    var next = line();
                    if (next == null) {
                        ended = true;
                        return -1;
                    }
                    line = next;
                    position = 0;
                }
                return line[position++] & 0xff;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                if (length == 0) return 0;
                var first = read();
                if (first < 0) return -1;
                bytes[offset] = (byte) first;
                var size = Math.min(length - 1, line.length - position);
                System.arraycopy(line, position, bytes, offset + 1, size);
                position += size;
                return size + 1;
            }
        };
    }

    /** With its end; null when nothing more comes. */
    private byte @org.jspecify.annotations.Nullable [] line() throws IOException {
        var typed = new ByteArrayOutputStream();
        while (true) {
            var next = in.read();
            if (next < 0 || (next == END && typed.size() == 0)) return null;
            switch (next) {
                case '\r', '\n' -> {
                    echo("\r\n");
                    typed.write('\n');
                    return typed.toByteArray();
                }
                case INTERRUPT -> {
                    echo("^C\r\n");
                    return new byte[] {'\n'};
                }
                case END -> {
                    return typed.toByteArray();
                }
                case BACKSPACE, DELETE -> {
                    if (typed.size() == 0) break;
                    var shorter = typed.toByteArray();
                    typed.reset();
                    typed.write(shorter, 0, shorter.length - 1);
                    echo("\b \b");
                }
                default -> {
                    if (typed.size() >= LONGEST_LINE || (next < 32 && next != '\t')) break;
                    typed.write(next);
                    out.write(next);
                }
            }
        }
    }

    private void echo(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.US_ASCII));
    }
}
