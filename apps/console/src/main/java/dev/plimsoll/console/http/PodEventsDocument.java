package dev.plimsoll.console.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.ResourceList;
import dev.plimsoll.objects.event.EventObject;
import java.util.Comparator;

/** The events of a pod, asked for as the user who looks at it. */
final class PodEventsDocument {
    private static final int MOST = 100;

    private PodEventsDocument() {}

    static ObjectNode of(ApiClient client, ObjectName pod) {
        var document = ClientJson.object();
        var selection = ObjectSelection.inNamespace(pod.namespace())
                .withFields("involvedObject.kind=Pod,involvedObject.name=" + pod.name());
        switch (client.list(ApiResource.EVENTS, selection, Page.ALL)) {
            case RequestResult.Done<ResourceList>(var list) -> {
                var events = document.putArray("events");
                list.items().stream()
                        .map(EventObject::new)
                        .sorted(Comparator.comparing(EventObject::lastTime).reversed())
                        .limit(MOST)
                        .forEach(event -> events.addObject()
                                .put("when", event.lastTime().toEpochMilli())
                                .put("type", event.type())
                                .put("reason", event.reason())
                                .put("message", event.message())
                                .put("count", event.count()));
            }
            case RequestResult<ResourceList> failed -> document.put("problem", failed.problem());
        }
        return document;
    }
}
