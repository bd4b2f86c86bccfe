package dev.plimsoll.guides.site;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

// Acceptance of the command line: site
class DocumentationSiteTest {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]*)\"");
    private static final Pattern ID = Pattern.compile(" id=\"([^\"]*)\"");

    @TempDir
    Path site;

    private int pages;

    @BeforeEach
    void build() throws IOException {
        pages = DocumentationSite.build(ROOT, site);
    }

    private List<Path> html() throws IOException {
        try (var files = Files.walk(site)) {
            return files.filter(file -> file.toString().endsWith(".html")).toList();
        }
    }

    @Test
    @DisplayName("every guide and every command has a page")
    void pages() throws IOException {
        assertThat(html()).hasSize(pages).hasSizeGreaterThan(50);
        for (var page : List.of(
                "index.html",
                "docs/guide/tour.html",
                "docs/guide/explain.html",
                "reference/index.html",
                "reference/plimsoll-explain.html",
                "reference/plimsoll-up.html")) assertThat(site.resolve(page)).isNotEmptyFile();
        assertThat(Files.readString(site.resolve("reference/plimsoll-up.html")))
                .contains("--ephemeral")
                .contains("plimsoll up -d --name team-a");
    }

    @Test
    @DisplayName(
            "every link of a page leads to a page, a picture or a heading that is there, and none leaves the folder")
    void links() throws IOException {
        var broken = new TreeSet<String>();
        var links = 0;
        for (var page : html()) {
            for (var each : LINK.matcher(Files.readString(page)).results().toList()) {
                var link = each.group(1);
                if (link.matches("(https?|mailto):.*")) continue;
                links++;
                var hash = link.indexOf('#');
                var path = hash < 0 ? link : link.substring(0, hash);
                var target = path.isEmpty() ? page : page.resolveSibling(path).normalize();
                if (!target.startsWith(site) || !Files.isRegularFile(target)) broken.add(name(page) + " -> " + link);
                else if (hash >= 0 && !ids(target).contains(link.substring(hash + 1)))
                    broken.add(name(page) + " -> " + link);
            }
        }
        assertThat(links).isGreaterThan(500);
        assertThat(broken).isEmpty();
    }

    private String name(Path page) {
        return site.relativize(page).toString();
    }

    private static List<String> ids(Path page) throws IOException {
        var ids = new ArrayList<String>();
        ID.matcher(Files.readString(page)).results().forEach(each -> ids.add(each.group(1)));
        return ids;
    }

    @Test
    @DisplayName("the search knows every heading, and finds nothing on the network")
    void search() throws IOException {
        var script = Files.readString(site.resolve("search-index.js"));
        var entries =
                new ObjectMapper().readTree(script.substring("const SECTIONS = ".length(), script.lastIndexOf(';')));
        assertThat(entries).hasSizeGreaterThan(300);
        assertThat(entries).anySatisfy(entry -> {
            assertThat(entry.path("at").asText()).isEqualTo("reference/plimsoll-resize.html#plimsoll-resize");
            assertThat(entry.path("text").asText()).contains("--dry-run");
        });
        for (var page : html())
            assertThat(Files.readString(page)).doesNotContainPattern("<(script|link|img)[^>]*https?:");
    }

    @Test
    @DisplayName("the pictures of README are what the commands print; -Drewrite=true makes them anew")
    void pictures() throws IOException {
        for (var picture : Pictures.of(ROOT).entrySet()) {
            var file = ROOT.resolve("docs/images").resolve(picture.getKey());
            if (Boolean.getBoolean("rewrite")) Files.writeString(file, picture.getValue());
            assertThat(file).hasContent(picture.getValue());
        }
    }

    /** Ages and what pods use differ from run to run, and with them bars and numbers. */
    @Test
    @DisplayName("the picture of watch shows what the command shows, but for numbers; -Drewrite=true makes it anew")
    void watch(@TempDir Path folder) throws IOException, InterruptedException {
        var made = WatchPicture.make(ROOT, folder);
        var file = ROOT.resolve("docs/images/watch.svg");
        if (Boolean.getBoolean("rewrite")) Files.writeString(file, made);
        assertThat(made).contains("default/grower").contains("deferred");
        assertThat(words(Files.readString(file))).isEqualTo(words(made));
    }

    private static List<String> words(String picture) {
        var words = picture.substring(picture.indexOf("</style>")).replaceAll("<[^>]*>", " ");
        return Pattern.compile("[A-Za-z/-]{4,}")
                .matcher(words)
                .results()
                .map(each -> each.group())
                .toList();
    }
}
