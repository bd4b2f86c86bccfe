package dev.plimsoll.console.views;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.console.access.Rights;
import dev.plimsoll.console.cluster.ClusterModel;
import java.time.Instant;

/** What a topic shows to somebody with these rights. */
public final class ViewDocuments {
    private ViewDocuments() {}

    /** The document; what the viewer may not see is told as forbidden and not as absent. */
    public static ObjectNode of(Topic topic, ClusterModel model, Rights rights, Instant now) {
        return switch (topic) {
            case Topic.Overview _ -> OverviewDocument.of(model, rights);
            case Topic.OnePod(var name) -> PodViewDocument.of(name, model, rights, now);
            case Topic.OneNode(var name) -> NodeViewDocument.of(name, model, rights);
            case Topic.Resizes _ -> ResizesDocument.of(model, rights);
            case Topic.Quotas _ -> QuotaDocument.of(model, rights, now);
            case Topic.Unscheduled _ -> UnscheduledDocument.of(model, rights);
            case Topic.Autoscalers _ -> AutoscalerDocument.all(model, rights, now);
            case Topic.OneAutoscaler(var name) -> AutoscalerDocument.one(name, model, rights, now);
            case Topic.Pods _, Topic.Nodes _ -> ClientJson.object();
        };
    }

    static ObjectNode forbidden(String what) {
        return ClientJson.object().put("forbidden", what);
    }
}
