package dev.plimsoll.console.http;

import dev.plimsoll.runtime.http.PageReply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The files of the page, all from the jar. */
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

    private final Map<String, PageReply> read = new ConcurrentHashMap<>();

    /** A file by its path, without the first slash; empty where there is none. */
    Optional<PageReply> find(String path) {
        var name = path.isEmpty() ? "index.html" : path;
        var matcher = NAME.matcher(name);
        if (!matcher.matches() || name.contains("..")) return Optional.empty();
        var known = read.get(name);
        if (known != null) return Optional.of(known);
        var bytes = bytes(name);
        if (bytes == null) return Optional.empty();
        var type = TYPES.getOrDefault(matcher.group(1), "application/octet-stream");
        var reply = PageReply.of(200, type, bytes).with("Cache-Control", "no-cache");
        read.put(name, reply);
        return Optional.of(reply);
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
