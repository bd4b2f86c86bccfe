package dev.plimsoll.console.views;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.console.access.Rights;
import dev.plimsoll.console.cluster.ClusterModel;
import java.time.Instant;
import java.util.Optional;

/** What a topic shows to somebody with these rights. */
public final class ViewDocuments {
    private ViewDocuments() {}

    /**
     * The document; what the viewer may not see is told as forbidden and not as absent. Empty while an object is being read that somebody has just opened.
     */
    public static Optional<ObjectNode> of(Topic topic, ClusterModel model, Rights rights, Instant now) {
        return switch (topic) {
            case Topic.Overview _ -> Optional.of(OverviewDocument.of(model, rights));
            case Topic.OnePod(var name) -> PodViewDocument.of(name, model, rights, now);
            case Topic.OneNode(var name) -> NodeViewDocument.of(name, model, rights);
            case Topic.Resizes _ -> Optional.of(ResizesDocument.of(model, rights));
            case Topic.Quotas _ -> Optional.of(QuotaDocument.of(model, rights, now));
            case Topic.Unscheduled _ -> Optional.of(UnscheduledDocument.of(model, rights));
            case Topic.Autoscalers _ -> Optional.of(AutoscalerDocument.all(model, rights, now));
            case Topic.OneAutoscaler(var name) -> Optional.of(AutoscalerDocument.one(name, model, rights, now));
            case Topic.Pods _, Topic.Nodes _ -> Optional.empty();
        };
    }

    /** For an object that the model does not have: it is missing once all have been listed. */
    static Optional<ObjectNode> absent(Cache<?> cache, ObjectName name) {
        return cache.isSynced() && cache.find(name).isEmpty()
                ? Optional.of(ClientJson.object().put("missing", true))
                : Optional.empty();
    }

    static ObjectNode forbidden(String what) {
        return ClientJson.object().put("forbidden", what);
    }
}
