package dev.plimsoll.console.http;

import dev.plimsoll.runtime.http.PageReply;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** The files of the page, all from the jar. Each is read and compressed once, when it is first asked for. */
final class PageFiles {
    private static final Pattern NAME = Pattern.compile("(?:[a-z0-9-]+/)*[a-zA-Z0-9.-]+\\.(html|js|css|svg)");
    private static final String OWN = "/dev/plimsoll/console/page/";
    /** Where the jar of the rendering library has its files. */
    private static final String LIT = "/META-INF/resources/_static/lit-html/";

    private static final String LIT_VERSION = litVersion();
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml");
    private static final Map<String, String> PLAIN = Map.of("Cache-Control", "no-cache", "Vary", "Accept-Encoding");
    private static final Map<String, String> COMPRESSED =
            Map.of("Cache-Control", "no-cache", "Vary", "Accept-Encoding", "Content-Encoding", "gzip");

    private final Map<String, Forms> read = new ConcurrentHashMap<>();

    /** A file as it is, and as it is sent to who takes it compressed. */
    private record Forms(PageReply plain, PageReply compressed) {
        static Forms of(String type, byte[] bytes) {
            var plain = new PageReply(200, type, bytes, PLAIN);
            var smaller = gzip(bytes);
            return new Forms(
                    plain, smaller.length < bytes.length ? new PageReply(200, type, smaller, COMPRESSED) : plain);
        }
    }

    /**
     * A file by its path, without the first slash; empty where there is none.
     *
     * @param takesGzip whether whoever asks can read it compressed
     */
    Optional<PageReply> find(String path, boolean takesGzip) {
        var name = path.isEmpty() ? "index.html" : path;
        var matcher = NAME.matcher(name);
        if (!matcher.matches() || name.contains("..")) return Optional.empty();
        var forms = read.get(name);
        if (forms == null) {
            var bytes = bytes(name);
            if (bytes == null) return Optional.empty();
            forms = Forms.of(TYPES.getOrDefault(matcher.group(1), "application/octet-stream"), bytes);
            read.put(name, forms);
        }
        return Optional.of(takesGzip ? forms.compressed() : forms.plain());
    }

    private static byte[] gzip(byte[] bytes) {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }

    /** As the build uses it. */
    private static String litVersion() {
        var told = new Properties();
        try (var stream = PageFiles.class.getResourceAsStream("lit-html.properties")) {
            told.load(Objects.requireNonNull(stream, "lit-html.properties is not in the jar"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return told.getProperty("version");
    }

    private static byte @Nullable [] bytes(String name) {
        var resource = name.startsWith("lit/") ? LIT + LIT_VERSION + "/" + name.substring("lit/".length()) : OWN + name;
        try (var stream = PageFiles.class.getResourceAsStream(resource)) {
            return stream == null ? null : stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
