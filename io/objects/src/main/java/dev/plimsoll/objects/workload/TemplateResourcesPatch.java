package dev.plimsoll.objects.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.objects.ObjectDraft;
import dev.plimsoll.objects.tree.DraftList;
import dev.plimsoll.objects.tree.DraftNode;
import java.util.List;

/** A strategic merge patch for a workload that sets requests and limits in its template and nothing else. */
public final class TemplateResourcesPatch extends ObjectDraft {
    private final DraftNode template;

    public TemplateResourcesPatch(ApiResource resource, ObjectName name) {
        super(resource, name);
        var spec =
                resource.kind().equals("CronJob") ? spec().object("jobTemplate").object("spec") : spec();
        this.template = spec.object("template").object("spec");
    }

    /** Requests and limits as they are in a pod. */
    public ObjectNode of(PodSpec pod) {
        write(pod.resources(), template);
        write(pod.containers(), template.list("containers"));
        return document();
    }

    private static void write(List<Container> containers, DraftList list) {
        for (var container : containers) {
            write(container.resources(), list.addObject().put("name", container.name()));
        }
    }

    private static void write(ResourceRequirements resources, DraftNode owner) {
        if (resources.isEmpty()) return;
        write(resources.requests(), "requests", owner);
        write(resources.limits(), "limits", owner);
    }

    private static void write(ResourceAmounts amounts, String side, DraftNode owner) {
        amounts.toMap()
                .forEach((name, quantity) ->
                        owner.object("resources").object(side).put(name.text(), quantity.toString()));
    }
}
