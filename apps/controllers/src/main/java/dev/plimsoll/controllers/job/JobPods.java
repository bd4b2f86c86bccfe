package dev.plimsoll.controllers.job;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.controllers.objects.Names;
import dev.plimsoll.controllers.objects.Templates;
import dev.plimsoll.controllers.objects.Workload;
import java.util.List;

/** The pods that jobs make. */
final class JobPods {
    private JobPods() {}

    /**
     * A pod.
     *
     * @param index -1 for none
     * @param failures how often each index has failed so far
     */
    static ObjectNode pod(Workload job, int index, IndexFailures failures, Names names) {
        var base = job.name().name() + "-" + (index < 0 ? "" : index + "-");
        var pod = Templates.pod(job, job.template(), names.after(base));
        var metadata = pod.withObject("/metadata");
        metadata.put("generateName", base);
        var finalizers =
                metadata.get("finalizers") instanceof ArrayNode known ? known : metadata.putArray("finalizers");
        finalizers.add(Tally.FINALIZER);
        if (index >= 0) number(job, pod, index);
        if (index >= 0 && new JobView(job).limitsIndexes()) count(metadata, failures.of(index));
        return pod;
    }

    /** The failures of those before it, so that they are known when those are gone. */
    private static void count(ObjectNode metadata, IndexFailures.Count count) {
        var annotations = metadata.withObject("/annotations");
        annotations.put(IndexFailures.COUNT, Integer.toString(count.failures()));
        if (count.ignored() > 0) annotations.put(IndexFailures.IGNORED, Integer.toString(count.ignored()));
    }

    private static void number(Workload job, ObjectNode pod, int index) {
        var text = Integer.toString(index);
        var metadata = pod.withObject("/metadata");
        metadata.withObject("/annotations").put(IndexSet.ANNOTATION, text);
        metadata.withObject("/labels").put(IndexSet.ANNOTATION, text);
        var spec = pod.withObject("/spec");
        spec.put("hostname", job.name().name() + "-" + text);
        for (var list : List.of("initContainers", "containers")) {
            for (var each : spec.path(list)) {
                if (each instanceof ObjectNode container) tellIndex(container);
            }
        }
    }

    private static void tellIndex(ObjectNode container) {
        for (var variable : container.path("env")) {
            if (variable.path("name").asText().equals("JOB_COMPLETION_INDEX")) return;
        }
        var variable = container.withArray("/env").addObject().put("name", "JOB_COMPLETION_INDEX");
        variable.putObject("valueFrom")
                .putObject("fieldRef")
                .put("apiVersion", "v1")
                .put("fieldPath", "metadata.annotations['" + IndexSet.ANNOTATION + "']");
    }
}
