package dev.plimsoll.guides.site;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Block;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.Document;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/** A Markdown file as HTML: headings can be linked to, and links to other files of the site go to their pages. */
final class MarkdownPage {
    private static final List<TablesExtension> EXTENSIONS = List.of((TablesExtension) TablesExtension.create());

    private final String name;
    private final Set<String> pages;
    private final Node document;
    private final List<Section> sections = new ArrayList<>();
    private final Map<Node, String> anchors = new HashMap<>();

    /** A heading and the words below it. */
    record Section(String title, String anchor, String words) {}

    MarkdownPage(String name, String markdown, Set<String> pages) {
        this.name = name;
        this.pages = pages;
        this.document = Parser.builder().extensions(EXTENSIONS).build().parse(markdown);
        document.accept(new Reader());
    }

    /** Its path below the site. */
    String file() {
        return html(name);
    }

    private static String html(String markdown) {
        return markdown.substring(0, markdown.length() - ".md".length()) + ".html";
    }

    String title() {
        return sections.isEmpty() ? name : sections.getFirst().title();
    }

    List<Section> sections() {
        return List.copyOf(sections);
    }

    String html() {
        return HtmlRenderer.builder()
                .extensions(EXTENSIONS)
                .attributeProviderFactory(_ -> (node, _, attributes) -> {
                    var anchor = anchors.get(node);
                    if (anchor != null) attributes.put("id", anchor);
                })
                .build()
                .render(document);
    }

    /** As GitHub makes them: words in small letters, joined by dashes. */
    private static String anchor(String title) {
        return title.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    /** Where a link goes on the site; empty for a file of the source tree that has no page. */
    private String target(String destination) {
        if (destination.startsWith("#") || destination.matches("[a-z]+:.*")) return destination;
        var hash = destination.indexOf('#');
        var path = hash < 0 ? destination : destination.substring(0, hash);
        var rest = hash < 0 ? "" : destination.substring(hash);
        var folder = name.equals("index.md") || !name.contains("/") ? "" : name.substring(0, name.lastIndexOf('/') + 1);
        var resolved = Path.of(folder + path).normalize().toString();
        if (resolved.equals("README.md")) return "../".repeat(depth()) + "index.html" + rest;
        return pages.contains(resolved) ? html(path) + rest : "";
    }

    private int depth() {
        return (int) name.chars().filter(each -> each == '/').count();
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** Finds headings and words, and changes links. */
    private final class Reader extends AbstractVisitor {
        private String title = "";
        private String anchor = "";
        private StringBuilder words = new StringBuilder();

        @Override
        public void visit(Heading heading) {
            end();
            var before = words;
            words = new StringBuilder();
            visitChildren(heading);
            title = words.toString().strip();
            words = before;
            words.setLength(0);
            anchor = anchor(title);
            anchors.put(heading, anchor);
            sections.add(new Section(title, anchor, ""));
        }

        private void end() {
            if (sections.isEmpty()) return;
            sections.set(
                    sections.size() - 1,
                    new Section(title, anchor, words.toString().strip()));
        }

        @Override
        public void visit(Text text) {
            words.append(text.getLiteral());
        }

        @Override
        public void visit(Code code) {
            words.append(code.getLiteral());
        }

        @Override
        public void visit(FencedCodeBlock block) {
            words.append(' ').append(block.getLiteral()).append(' ');
        }

        @Override
        public void visit(SoftLineBreak lineBreak) {
            words.append(' ');
        }

        @Override
        public void visit(HtmlBlock block) {
            // Comments of the Markdown are for those who write it.
            if (block.getLiteral().strip().startsWith("<!--")) block.unlink();
        }

        @Override
        public void visit(Link link) {
            visitChildren(link);
            var target = target(link.getDestination());
            link.setDestination(target);
            if (!target.isEmpty()) return;
            for (var child = link.getFirstChild(); child != null; child = link.getFirstChild())
                link.insertBefore(child);
            link.unlink();
        }

        @Override
        protected void visitChildren(Node parent) {
            super.visitChildren(parent);
            if (parent instanceof Block || parent instanceof CustomNode) words.append(' ');
            if (parent instanceof Document) end();
        }
    }
}
