package dev.plimsoll.guides.site;

import dev.plimsoll.cli.Main;
import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.reference.CommandReference;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** README, guides, other documents and the reference of commands as HTML pages that need no server and no network. */
public final class DocumentationSite {
    private static final List<String> FILES = List.of("search.js", "style.css");
    private static final List<String> PICTURES = List.of(".svg", ".png");

    private final Path root;
    private final Path target;
    private final SearchIndex index = new SearchIndex();

    private DocumentationSite(Path root, Path target) {
        this.root = root;
        this.target = target;
    }

    /** Arguments: the source tree, and the folder for the pages. */
    public static void main(String[] arguments) throws IOException {
        var pages = build(Path.of(arguments[0]), Path.of(arguments[1]));
        System.out.println(pages + " pages: " + Path.of(arguments[1], "index.html"));
    }

    /** Makes all pages and says how many they are. */
    static int build(Path root, Path target) throws IOException {
        return new DocumentationSite(root.toAbsolutePath().normalize(), target).build();
    }

    private int build() throws IOException {
        var pages = new LinkedHashMap<String, String>();
        pages.put("index.md", Files.readString(root.resolve("README.md")));
        for (var file : documents(".md")) pages.put(file, Files.readString(root.resolve(file)));
        for (var file : List.of("CHANGELOG.md", "CONTRIBUTING.md"))
            if (Files.exists(root.resolve(file))) pages.put(file, Files.readString(root.resolve(file)));
        reference().forEach((name, text) -> pages.put("reference/" + name, text));
        for (var page : pages.entrySet()) write(page.getKey(), page.getValue(), pages);
        for (var picture : pictures()) copy(picture);
        for (var name : FILES) Files.writeString(target.resolve(name), resource(name));
        Files.writeString(target.resolve("search-index.js"), index.script());
        return pages.size();
    }

    private static Map<String, String> reference() {
        var nobody = new PrintWriter(Writer.nullWriter());
        var console = new Console(InputStream.nullInputStream(), nobody, false, false, true);
        return CommandReference.pages(Main.commandLine(console, nobody).getCommandSpec());
    }

    private List<String> documents(String ending) throws IOException {
        try (var files = Files.walk(root.resolve("docs"))) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .map(file -> root.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    private List<String> pictures() throws IOException {
        var found = new ArrayList<String>();
        for (var ending : PICTURES) found.addAll(documents(ending));
        found.add("examples/backtest/shop.svg");
        return found;
    }

    private void copy(String file) throws IOException {
        var to = target.resolve(file);
        Files.createDirectories(to.getParent());
        Files.copy(root.resolve(file), to, StandardCopyOption.REPLACE_EXISTING);
    }

    private void write(String name, String markdown, Map<String, String> pages) throws IOException {
        var page = new MarkdownPage(name, markdown, pages.keySet());
        var up = "../".repeat((int) name.chars().filter(each -> each == '/').count());
        var file = target.resolve(page.file());
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(
                file,
                resource("page.html")
                        .replace("@TITLE@", MarkdownPage.escaped(page.title()))
                        .replace("@UP@", up)
                        .replace("@BODY@", page.html()));
        index.add(page);
    }

    private static String resource(String name) throws IOException {
        try (var stream = DocumentationSite.class.getResourceAsStream(name)) {
            if (stream == null) throw new IOException("no resource " + name);
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
