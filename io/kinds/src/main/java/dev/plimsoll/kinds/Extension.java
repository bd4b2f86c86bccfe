package dev.plimsoll.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.jsonpath.JsonPath;
import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.codec.schema.Schema;
import dev.plimsoll.codec.selector.SelectableFields;
import dev.plimsoll.codec.structural.SchemaReader;
import dev.plimsoll.codec.structural.SchemaShapes;
import dev.plimsoll.codec.structural.Structural;
import dev.plimsoll.codec.table.Columns;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a CustomResourceDefinition says of a kind in one version. Two are equal if they come from the same generation of a
 * definition. The schema is read when somebody first asks for it.
 */
public final class Extension {
    private final Origin origin;
    private final Names names;
    private final JsonNode version;
    private volatile @Nullable Parts parts;

    /** Where it comes from: a definition, what it was like then, and the version of it. */
    public record Origin(String uid, String generation, String apiVersion, String kind) {}

    public record Names(String singular, String listKind) {}

    private record Parts(
            Structural schema,
            boolean hasRules,
            KindShape shape,
            KindShape envelope,
            Columns columns,
            SelectableFields fields) {}

    /** Takes over the entry of {@code spec.versions}, which is never changed. */
    public Extension(Origin origin, Names names, JsonNode version) {
        this.origin = origin;
        this.names = names;
        this.version = version;
    }

    /** Differs between any two that could be told apart. */
    public String identity() {
        return origin.uid() + "/" + origin.generation();
    }

    /** The same for all generations of one definition, in one version. */
    public String key() {
        return origin.uid() + "/" + origin.apiVersion();
    }

    public Names names() {
        return names;
    }

    /** The schema as it was given. */
    public JsonNode openApiSchema() {
        return version.path("schema").path("openAPIV3Schema");
    }

    public Structural schema() {
        return parts().schema();
    }

    /** Whether the schema has rules in the expression language. */
    public boolean hasRules() {
        return parts().hasRules();
    }

    /** What owners of fields see. */
    public KindShape shape() {
        return parts().shape();
    }

    /** Type and metadata only. */
    public KindShape envelope() {
        return parts().envelope();
    }

    public Columns columns() {
        return parts().columns();
    }

    public SelectableFields fields() {
        return parts().fields();
    }

    /** Null if objects of the kind cannot be scaled. */
    public @Nullable ScalePaths scale() {
        var scale = version.path("subresources").path("scale");
        return scale.isObject()
                ? ScalePaths.of(
                        scale.path("specReplicasPath").asText(),
                        scale.path("statusReplicasPath").asText(),
                        scale.path("labelSelectorPath").asText())
                : null;
    }

    /** What clients of a version are told that is on its way out; empty for others. */
    public String deprecation() {
        if (!version.path("deprecated").asBoolean()) return "";
        var given = version.path("deprecationWarning").asText();
        return given.isEmpty() ? origin.apiVersion() + " " + origin.kind() + " is deprecated" : given;
    }

    /** Two threads may both read it the first time; they find the same. */
    private Parts parts() {
        var known = parts;
        if (known != null) return known;
        var schema = SchemaReader.read(openApiSchema());
        var fresh = new Parts(
                schema,
                schema.hasExpressions(),
                SchemaShapes.of(schema, origin.apiVersion(), origin.kind()),
                Schema.bundled().envelope(origin.apiVersion(), origin.kind()),
                Columns.custom(version.path("additionalPrinterColumns")),
                SelectableFields.custom(selectable()));
        parts = fresh;
        return fresh;
    }

    private List<List<String>> selectable() {
        var paths = new ArrayList<List<String>>();
        for (var field : version.path("selectableFields")) {
            JsonPath.parse(field.path("jsonPath").asText())
                    .flatMap(JsonPath::names)
                    .ifPresent(paths::add);
        }
        return paths;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Extension that && origin.equals(that.origin);
    }

    @Override
    public int hashCode() {
        return origin.hashCode();
    }

    @Override
    public String toString() {
        return origin.toString();
    }
}
