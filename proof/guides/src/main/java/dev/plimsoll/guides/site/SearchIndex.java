package dev.plimsoll.guides.site;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/** What the search of the site looks through: a script, since a page that was opened from a disk may load no data. */
final class SearchIndex {
    private static final int MOST_WORDS = 4000;

    private final ArrayNode entries = JsonNodeFactory.instance.arrayNode();

    void add(MarkdownPage page) {
        for (var section : page.sections()) {
            var words = section.words().replaceAll("\\s+", " ");
            entries.addObject()
                    .put("page", page.title())
                    .put("title", section.title())
                    .put("at", page.file() + "#" + section.anchor())
                    .put("text", words.substring(0, Math.min(words.length(), MOST_WORDS)));
        }
    }

    String script() {
        return "const SECTIONS = " + entries + ";\n";
    }
}
