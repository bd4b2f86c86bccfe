package dev.plimsoll.streams.spdy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Headers as they are on the wire. Each block is compressed with what all blocks before it had; each direction is one thread's. */
final class HeaderBlocks implements AutoCloseable {
    private static final int MOST_BYTES = 64 * 1024;
    private static final byte[] DICTIONARY = SpdyDictionary.bytes();

    private final Inflater inflater = new Inflater();
    private final Deflater deflater = new Deflater();

    HeaderBlocks() {
        deflater.setDictionary(DICTIONARY);
    }

    /** Names in lower case. */
    Map<String, String> read(byte[] block) throws IOException {
        var headers = new LinkedHashMap<String, String>();
        var data = new DataInputStream(new ByteArrayInputStream(inflated(block)));
        var count = data.readInt();
        if (count < 0 || count > MOST_BYTES / 8) throw new IOException("a block of " + count + " headers");
        for (var i = 0; i < count; i++) {
            var name = text(data).toLowerCase(Locale.ROOT);
            headers.put(name, text(data));
        }
        return headers;
    }

    private static String text(DataInputStream data) throws IOException {
        var length = data.readInt();
        if (length < 0 || length > data.available()) throw new IOException("a header that is longer than its block");
        return new String(data.readNBytes(length), StandardCharsets.UTF_8);
    }

    private byte[] inflated(byte[] block) throws IOException {
        var out = new ByteArrayOutputStream();
        var piece = new byte[4096];
        inflater.setInput(block);
        try {
            while (true) {
                var count = inflater.inflate(piece);
                out.write(piece, 0, count);
                if (out.size() > MOST_BYTES) throw new IOException("headers are too long");
                if (count > 0) continue;
                if (inflater.needsDictionary()) inflater.setDictionary(DICTIONARY);
                else if (inflater.needsInput() || inflater.finished()) return out.toByteArray();
            }
        } catch (DataFormatException | IllegalArgumentException e) {
            throw new IOException("headers are not compressed as they should be", e);
        }
    }

    byte[] write(Map<String, String> headers) throws IOException {
        var plain = new ByteArrayOutputStream();
        var data = new DataOutputStream(plain);
        data.writeInt(headers.size());
        for (var header : headers.entrySet()) {
            text(data, header.getKey().toLowerCase(Locale.ROOT));
            text(data, header.getValue());
        }
        deflater.setInput(plain.toByteArray());
        var out = new ByteArrayOutputStream();
        var piece = new byte[1024];
        for (var count = deflater.deflate(piece, 0, piece.length, Deflater.SYNC_FLUSH);
                count > 0;
                count = deflater.deflate(piece, 0, piece.length, Deflater.SYNC_FLUSH)) {
            out.write(piece, 0, count);
        }
        return out.toByteArray();
    }

    private static void text(DataOutputStream data, String text) throws IOException {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        data.writeInt(bytes.length);
        data.write(bytes);
    }

    @Override
    public void close() {
        inflater.end();
        deflater.end();
    }
}
