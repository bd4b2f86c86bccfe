package dev.plimsoll.autoscaler.cluster;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.objects.autoscaling.VpaDefinitionObject;
import java.util.List;

/**
 * Whether the cluster's definition of VerticalPodAutoscalers has our fields. An API server drops fields that a definition does
 * not have, without a word: policies for pods would count for nothing, and recommendations would be lost.
 */
public final class DefinitionCheck {
    private static final ApiResource DEFINITIONS = ApiResource.clustered(
            "apiextensions.k8s.io", "v1", "customresourcedefinitions", "CustomResourceDefinition");
    private static final String NAME = "verticalpodautoscalers.autoscaling.k8s.io";

    private DefinitionCheck() {}

    /** Fields that are missing; none where there is no definition that could be read, as on a server that has the kind built in. */
    public static List<String> missing(ApiClient client) {
        return client.get(DEFINITIONS, ObjectName.ofCluster(NAME))
                .done()
                .map(document -> new VpaDefinitionObject(document).missingFields())
                .orElse(List.of());
    }
}
