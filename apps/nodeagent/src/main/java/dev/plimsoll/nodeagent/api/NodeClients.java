package dev.plimsoll.nodeagent.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.objects.MetadataReader;

/** The way of each node to the API: every node is somebody of its own there. */
public interface NodeClients {
    ApiClient of(String node);

    /**
     * Whether another pod has taken the name of this one. A conflict does not say so: a server answers with one as well when a request
     * lost against other writers too often.
     */
    default boolean isReplaced(String node, ObjectMeta pod) {
        return of(node).get(ApiResource.PODS, new ObjectName(pod.namespace(), pod.name()))
                        instanceof RequestResult.Done<ObjectNode>(var document)
                && !MetadataReader.read(document).uid().equals(pod.uid());
    }
}
