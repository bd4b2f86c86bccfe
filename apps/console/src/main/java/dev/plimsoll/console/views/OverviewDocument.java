package dev.plimsoll.console.views;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.console.access.Rights;
import dev.plimsoll.console.cluster.ClusterModel;
import dev.plimsoll.console.cluster.PodFacts;
import dev.plimsoll.console.cluster.RecentChange;
import java.util.Locale;
import java.util.function.Predicate;

/** Counts, quota pressure and what happened lately; the nodes come as a table of their own. */
final class OverviewDocument {
    private static final int MOST_CHANGES = 30;
    private static final int MOST_RESIZES = 10;

    private OverviewDocument() {}

    static ObjectNode of(ClusterModel model, Rights rights) {
        var document = ClientJson.object();
        Predicate<ObjectName> visible = name -> rights.pods().contain(name.namespace());
        var pods = 0;
        var running = 0;
        for (var pod : model.pods()) {
            if (!visible.test(pod.name())) continue;
            pods++;
            if (pod.status().equals("Running")) running++;
        }
        var resizing = model.resizing().stream().filter(visible).toList();
        document.put("pods", pods)
                .put("running", running)
                .put("nodes", rights.nodes() ? model.nodes().size() : -1)
                .put("resizing", resizing.size())
                .put("unscheduled", model.unscheduled().stream().filter(visible).count())
                .put("trouble", model.caches().trouble());
        var waiting = document.putArray("resizes");
        resizing.stream()
                .limit(MOST_RESIZES)
                .forEach(name -> ResizesDocument.pending(waiting.addObject(), name, model, rights));
        QuotaDocument.pressure(document.putArray("quotas"), model, rights);
        changes(document, model, rights);
        return document;
    }

    private static void changes(ObjectNode document, ClusterModel model, Rights rights) {
        var changes = document.putArray("changes");
        model.history().changes().stream()
                .filter(change -> isVisible(change, rights))
                .limit(MOST_CHANGES)
                .forEach(change -> changes.addObject()
                        .put("when", change.when().toEpochMilli())
                        .put("namespace", change.object().namespace())
                        .put("name", change.object().name())
                        .put("kind", change.kind().name().toLowerCase(Locale.ROOT))
                        .put("text", change.text()));
    }

    private static boolean isVisible(RecentChange change, Rights rights) {
        var namespace = change.object().namespace();
        return namespace.isEmpty() ? rights.nodes() : rights.pods().contain(namespace);
    }

    /** The states of a pod's resources, as numbers; what is not known is left out. */
    static void states(ObjectNode target, PodFacts pod) {
        ResourceNumbers.states(target.putObject("cpu"), pod.cpu());
        ResourceNumbers.states(target.putObject("memory"), pod.memory());
    }
}
