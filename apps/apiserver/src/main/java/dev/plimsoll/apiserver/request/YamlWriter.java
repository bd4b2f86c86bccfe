package dev.plimsoll.apiserver.request;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.manifest.YamlWords;
import java.nio.charset.StandardCharsets;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Trees as YAML in block form, members by name. Texts are plain only where no reader of any YAML version takes them for more. */
final class YamlWriter {
    /** Parsers look no further than 1,024 characters for the colon behind a key; a longer key must say that it is one. */
    private static final int LONGEST_KEY = 1000;

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_/][A-Za-z0-9_./-]*");

    private final StringBuilder out = new StringBuilder();

    private YamlWriter() {}

    static byte[] bytes(JsonNode tree) {
        var writer = new YamlWriter();
        if (isNested(tree)) writer.nested(tree, 0);
        else writer.out.append(scalar(tree)).append('\n');
        return writer.out.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static boolean isNested(JsonNode node) {
        return node.isContainerNode() && !node.isEmpty();
    }

    private void nested(JsonNode node, int indent) {
        if (node.isArray()) {
            for (var item : node) {
                out.repeat(' ', indent).append("- ");
                if (!isNested(item)) {
                    out.append(scalar(item)).append('\n');
                    continue;
                }
                var at = out.length();
                nested(item, indent + 2);
                out.delete(at, at + indent + 2);
            }
            return;
        }
        var members = new TreeMap<String, JsonNode>();
        for (var member : node.properties()) members.put(member.getKey(), member.getValue());
        members.forEach((name, value) -> {
            var key = text(name);
            var isLong = key.length() > LONGEST_KEY;
            out.repeat(' ', indent);
            if (isLong)
                out.append("? ").append(key).append('\n').repeat(' ', indent).append(':');
            else out.append(key).append(':');
            if (isNested(value)) {
                out.append('\n');
                nested(value, value.isArray() && !isLong ? indent : indent + 2);
            } else {
                out.append(' ').append(scalar(value)).append('\n');
            }
        });
    }

    private static String scalar(JsonNode node) {
        return node.isTextual() ? text(node.textValue()) : node.toString();
    }

    private static String text(String value) {
        var plain = PLAIN.matcher(value).matches() && !YamlWords.isWord(value);
        return plain
                ? value
                : com.fasterxml.jackson.databind.node.TextNode.valueOf(value).toString();
    }
}
