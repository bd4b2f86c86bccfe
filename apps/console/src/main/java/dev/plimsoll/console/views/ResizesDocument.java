package dev.plimsoll.console.views;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.console.access.Rights;
import dev.plimsoll.console.cluster.ClusterCaches;
import dev.plimsoll.console.cluster.ClusterModel;
import dev.plimsoll.console.cluster.FinishedResize;
import dev.plimsoll.console.cluster.PodStates;
import dev.plimsoll.core.estimation.update.ResizeState;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.resize.ReportedState;
import dev.plimsoll.core.resize.admission.Holders;
import dev.plimsoll.core.resize.admission.MissingText;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.ArrayList;

/** Resizes that wait or are on their way, with who holds the room, and those that ended. */
final class ResizesDocument {
    private static final int MOST = 200;
    private static final ReportedState REPORTED = ReportedState.under(FeatureGates.DEFAULT);

    private ResizesDocument() {}

    static ObjectNode of(ClusterModel model, Rights rights) {
        if (rights.pods().areNone()) return ViewDocuments.forbidden("pods");
        var document = ClientJson.object();
        var pending = document.putArray("pending");
        var seen = 0;
        for (var name : model.resizing()) {
            if (!rights.pods().contain(name.namespace())) continue;
            if (seen++ < MOST) pending(pending.addObject(), name, model, rights);
        }
        document.put("count", seen);
        var finished = document.putArray("finished");
        model.history().finished().stream()
                .filter(resize -> rights.pods().contain(resize.pod().namespace()))
                .limit(MOST)
                .forEach(resize -> finished(finished.addObject(), resize));
        return document;
    }

    /** One that has come into force. */
    static void finished(ObjectNode target, FinishedResize resize) {
        target.put("namespace", resize.pod().namespace())
                .put("name", resize.pod().name())
                .put("node", resize.node())
                .put("asked", resize.asked().toEpochMilli())
                .put("done", resize.done().toEpochMilli())
                .put("fromCpu", resize.fromCpu())
                .put("toCpu", resize.toCpu())
                .put("fromMemory", resize.fromMemory())
                .put("toMemory", resize.toMemory());
    }

    /** One that is not in force yet. */
    static void pending(ObjectNode target, ObjectName name, ClusterModel model, Rights rights) {
        var facts = model.podOrNull(name);
        if (facts == null) return;
        var pod = facts.pod().pod();
        target.put("namespace", name.namespace())
                .put("name", name.name())
                .put("node", facts.node())
                .put("state", facts.resize().isEmpty() ? "asked for" : facts.resize());
        OverviewDocument.states(target, facts);
        target.put("why", facts.resize().isEmpty() ? "" : PodStates.resizeMessage(pod));
        var asked = model.history().askedOrNull(name);
        var since = asked == null ? conditionTime(pod) : asked.toEpochMilli();
        if (since > 0) target.put("since", since);
        holders(target, pod, model, rights);
    }

    private static long conditionTime(Pod pod) {
        try {
            return ResizeState.of(pod.status().conditions())
                    .map(state -> OffsetDateTime.parse(state.lastTransitionTime())
                            .toInstant()
                            .toEpochMilli())
                    .orElse(0L);
        } catch (DateTimeException _) {
            return 0; // a node that writes no time
        }
    }

    /** Who has what a deferred resize waits for, as far as the viewer may see them. */
    static void holders(ObjectNode target, Pod pod, ClusterModel model, Rights rights) {
        var missing = MissingText.read(PodMessages.resize(pod));
        var node = pod.spec().placement().nodeName();
        if (missing.isEmpty() || node.isEmpty()) return;
        var visible = new ArrayList<Pod>();
        for (var other : model.caches().pods().found(ClusterCaches.BY_NODE, node)) {
            if (rights.pods().contain(other.name().namespace()) && !other.isEnded()) visible.add(other.pod());
        }
        var state = REPORTED.of(node, visible);
        var list = target.putArray("missing");
        for (var each : missing) {
            var holders = Holders.of(state, pod.metadata().uid(), each.resource());
            var entry = list.addObject()
                    .put("resource", each.resource().text())
                    .put("amount", each.amount())
                    .put("others", holders.count() - holders.largest().size())
                    .put("hidden", Math.max(0, each.holders() - holders.count()));
            var named = entry.putArray("holders");
            for (var holder : holders.largest()) {
                named.addObject()
                        .put("namespace", holder.namespace())
                        .put("name", holder.name())
                        .put("amount", holders.amount(holder));
            }
        }
    }
}
