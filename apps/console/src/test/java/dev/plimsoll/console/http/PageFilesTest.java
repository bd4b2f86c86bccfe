package dev.plimsoll.console.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.runtime.http.PageReply;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The files of the page as they are sent. */
// Acceptance of the console: own-files, code-size
class PageFilesTest {
    private static final int MOST_CODE = 120 * 1024;
    private static final Pattern IMPORT = Pattern.compile("from ?[\"'](\\.[^\"']+)[\"']");

    private final PageFiles files = new PageFiles();

    private PageReply file(String name, boolean takesGzip) {
        return files.find(name, takesGzip).orElseThrow(() -> new AssertionError(name));
    }

    /** What a tab loads: the page, its style, its scripts and what they import. */
    private List<String> loaded() {
        var names = new ArrayList<>(List.of("index.html", "style.css", "icon.svg", "app.js", "data-worker.js"));
        for (var i = 0; i < names.size(); i++) {
            var imports = IMPORT.matcher(new String(file(names.get(i), false).body(), StandardCharsets.UTF_8));
            while (imports.find()) {
                var name = URI.create("/" + names.get(i))
                        .resolve(imports.group(1))
                        .getPath()
                        .substring(1);
                if (!names.contains(name)) names.add(name);
            }
        }
        return names;
    }

    @Test
    @DisplayName("whoever takes files compressed gets the same files, compressed once")
    void compressed() throws IOException {
        for (var name : loaded()) {
            var plain = file(name, false);
            var sent = file(name, true);
            assertThat(plain.headers()).doesNotContainKey("Content-Encoding").containsEntry("Vary", "Accept-Encoding");
            assertThat(sent.contentType()).isEqualTo(plain.contentType());
            assertThat(file(name, true)).isSameAs(sent);
            if (!sent.headers().containsKey("Content-Encoding")) continue; // too small to become smaller
            assertThat(sent.headers())
                    .containsEntry("Content-Encoding", "gzip")
                    .containsEntry("Vary", "Accept-Encoding")
                    .containsEntry("Cache-Control", "no-cache");
            try (var unpacked = new GZIPInputStream(new ByteArrayInputStream(sent.body()))) {
                assertThat(unpacked.readAllBytes()).as(name).isEqualTo(plain.body());
            }
        }
        assertThat(file("app.js", true).body())
                .hasSizeLessThan(file("app.js", false).body().length / 2);
    }

    @Test
    @DisplayName("all that a tab loads is 120 KiB on its way at most")
    void size() {
        var names = loaded();
        assertThat(names).contains("view-pods.js", "lit/lit-html.js");
        assertThat(names.stream()
                        .mapToInt(name -> file(name, true).body().length)
                        .sum())
                .isLessThan(MOST_CODE);
    }
}
