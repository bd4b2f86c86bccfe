package dev.plimsoll.codec.view;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.model.LimitRange;
import dev.plimsoll.core.model.Node;
import dev.plimsoll.core.model.ResourceQuota;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads what bounds the pods of a namespace or a node: LimitRange, ResourceQuota, Node. */
public final class PolicyReader {
    private PolicyReader() {}

    public static Read<LimitRange> limitRange(JsonNode document) {
        return Cursor.read(
                document,
                root -> new LimitRange(
                        Metadata.of(root.object("metadata")),
                        root.object("spec").list("limits", PolicyReader::item)));
    }

    private static LimitRange.Item item(Cursor item) {
        return new LimitRange.Item(
                item.text("type"),
                item.amounts("max"),
                item.amounts("min"),
                item.amounts("default"),
                item.amounts("defaultRequest"),
                item.amounts("maxLimitRequestRatio"));
    }

    public static Read<ResourceQuota> resourceQuota(JsonNode document) {
        return Cursor.read(
                document,
                root -> new ResourceQuota(
                        Metadata.of(root.object("metadata")),
                        root.object("spec").amounts("hard"),
                        scopes(root.object("spec")),
                        root.object("status").amounts("hard"),
                        root.object("status").amounts("used")));
    }

    private static List<ResourceQuota.ScopeRequirement> scopes(Cursor spec) {
        var scopes = new ArrayList<ResourceQuota.ScopeRequirement>();
        for (var name : spec.texts("scopes")) {
            scopes.add(ResourceQuota.ScopeRequirement.plain(name));
        }
        scopes.addAll(spec.object("scopeSelector")
                .list(
                        "matchExpressions",
                        expression -> new ResourceQuota.ScopeRequirement(
                                expression.text("scopeName"),
                                expression.text("operator"),
                                expression.texts("values"))));
        return scopes;
    }

    public static Read<Node> node(JsonNode document) {
        return Cursor.read(
                document,
                root -> new Node(
                        Metadata.of(root.object("metadata")),
                        root.object("status").amounts("capacity"),
                        root.object("status").amounts("allocatable"),
                        Set.copyOf(root.object("status").texts("declaredFeatures"))));
    }
}
