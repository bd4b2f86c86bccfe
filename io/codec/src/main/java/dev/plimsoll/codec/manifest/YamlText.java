package dev.plimsoll.codec.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.representer.StandardRepresenter;

/** Writes a tree as YAML. */
public final class YamlText {
    private YamlText() {}

    public static String of(JsonNode tree) {
        var settings =
                DumpSettings.builder().setDefaultFlowStyle(FlowStyle.BLOCK).build();
        return new Dump(settings, new TextRepresenter(settings)).dumpToString(plain(tree));
    }

    /** Quotes what readers of older YAML would take for more than a text. */
    private static final class TextRepresenter extends StandardRepresenter {
        TextRepresenter(DumpSettings settings) {
            super(settings);
            var usual = Objects.requireNonNull(representers.get(String.class));
            representers.put(
                    String.class,
                    text -> YamlWords.needsQuotes((String) text)
                            ? representScalar(Tag.STR, (String) text, ScalarStyle.DOUBLE_QUOTED)
                            : usual.representData(text));
        }
    }

    private static @Nullable Object plain(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT -> {
                Map<String, @Nullable Object> map = new LinkedHashMap<>();
                for (var entry : node.properties()) map.put(entry.getKey(), plain(entry.getValue()));
                yield map;
            }
            case ARRAY -> {
                List<@Nullable Object> list = new ArrayList<>();
                for (var item : node) list.add(plain(item));
                yield list;
            }
            case BOOLEAN -> node.booleanValue();
            case NUMBER -> node.numberValue();
            case NULL, MISSING -> null;
            case STRING, BINARY, POJO -> node.asText();
        };
    }
}
