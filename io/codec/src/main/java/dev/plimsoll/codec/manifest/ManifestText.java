package dev.plimsoll.codec.manifest;

import dev.plimsoll.codec.manifest.problem.ManifestProblem;
import dev.plimsoll.codec.manifest.problem.Position;
import dev.plimsoll.codec.manifest.problem.ProblemText;
import dev.plimsoll.codec.manifest.yaml.ReadResult;
import dev.plimsoll.codec.manifest.yaml.ReadResult.Done;
import dev.plimsoll.codec.manifest.yaml.ReadResult.Failed;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/** Turns a source's bytes into text, or says where they stop being one. */
final class ManifestText {
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private ManifestText() {}

    static ReadResult<String> decode(String source, byte[] bytes) {
        if (isUtf16(bytes)) return new Failed<>(new ManifestProblem.InSource(source, ProblemText.UTF16));
        for (var i = 0; i < bytes.length; i++) {
            if (bytes[i] == 0) return failed(source, positionOfByte(bytes, i), ProblemText.NUL);
        }
        var input = ByteBuffer.wrap(bytes);
        var output = CharBuffer.allocate(bytes.length);
        // A fresh decoder stops at what it cannot decode, and leaves the input there.
        var result = StandardCharsets.UTF_8.newDecoder().decode(input, output, true);
        if (result.isError()) return failed(source, positionOfByte(bytes, input.position()), ProblemText.NOT_UTF8);
        var decoded = output.flip().toString();
        var text = decoded.indexOf(BYTE_ORDER_MARK) == 0 ? decoded.substring(1) : decoded;
        return printable(source, text);
    }

    private static boolean isUtf16(byte[] bytes) {
        if (bytes.length < 2) return false;
        var first = bytes[0] & 0xFF;
        var second = bytes[1] & 0xFF;
        return (first == 0xFE && second == 0xFF) || (first == 0xFF && second == 0xFE);
    }

    /** The parser would refuse these characters as well, but without saying where they are. */
    private static ReadResult<String> printable(String source, String text) {
        var line = 1;
        var column = 1;
        for (var i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            var c = text.codePointAt(i);
            if (!StreamReader.isPrintable(c)) {
                return failed(source, new Position(line, column), ProblemText.controlCharacter(c));
            }
            var breaks = c == '\n' || (c == '\r' && (i + 1 == text.length() || text.charAt(i + 1) != '\n'));
            line = breaks ? line + 1 : line;
            column = breaks ? 1 : column + 1;
        }
        return new Done<>(text);
    }

    private static Position positionOfByte(byte[] bytes, int index) {
        var line = 1;
        var column = 1;
        for (var i = 0; i < index; i++) {
            var breaks = bytes[i] == '\n' || (bytes[i] == '\r' && bytes[i + 1] != '\n');
            var continuesCharacter = (bytes[i] & 0xC0) == 0x80;
            line = breaks ? line + 1 : line;
            if (breaks) column = 1;
            else if (!continuesCharacter) column++;
        }
        return new Position(line, column);
    }

    private static ReadResult<String> failed(String source, Position position, String what) {
        return new Failed<>(new ManifestProblem.InText(source, position, what));
    }
}
