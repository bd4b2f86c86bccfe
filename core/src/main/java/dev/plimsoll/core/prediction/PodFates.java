package dev.plimsoll.core.prediction;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What has become so far of every pod of a run. */
final class PodFates {
    private final Map<String, Draft> drafts = new LinkedHashMap<>();
    /** Pods that went without their workload's doing and were not replaced yet, by workload. */
    private final Map<String, Deque<PredictedPod>> lost = new HashMap<>();

    private static final class Draft {
        private final PredictedPod pod;
        private final String workload;
        private final String from;
        private final boolean isMade;
        private String replaces = "";
        private PodOutcome ending;

        Draft(PredictedPod pod, String workload, boolean isMade, PodOutcome ending) {
            this.pod = pod;
            this.workload = workload;
            this.from = pod.node();
            this.isMade = isMade;
            this.ending = ending;
        }
    }

    /** A pod of the cluster. */
    void found(PredictedPod pod, String workload) {
        var ending = pod.node().isEmpty() ? new PodOutcome.Waits("", List.of()) : new PodOutcome.Stays(pod.node());
        drafts.put(pod.uid(), new Draft(pod, workload, false, ending));
    }

    /** A pod that was made just now; where its workload has lost one, it takes that one's place. */
    void made(PredictedPod pod, String workload) {
        var draft = new Draft(pod, workload, true, new PodOutcome.Waits("", List.of()));
        var waiting = lost.get(workload);
        if (waiting != null && !waiting.isEmpty()) {
            draft.replaces = waiting.removeFirst().placement().key().name();
        }
        drafts.put(pod.uid(), draft);
    }

    void end(PredictedPod pod, PodOutcome ending) {
        var draft = drafts.get(pod.uid());
        if (draft == null) throw new IllegalStateException("nobody knows of " + pod.qualifiedName());
        draft.ending = ending;
        var isReplaced = ending instanceof PodOutcome.Gone(var cause, var _)
                && cause != PodOutcome.Cause.SCALED_DOWN
                && cause != PodOutcome.Cause.DELETED; // its controller has replaced it already
        if (isReplaced) {
            lost.computeIfAbsent(draft.workload, _ -> new ArrayDeque<>()).add(pod);
        }
    }

    PodOutcome ending(PredictedPod pod) {
        var draft = drafts.get(pod.uid());
        return draft == null ? new PodOutcome.Unknown("") : draft.ending;
    }

    List<PredictedPod> lost(String workload) {
        return List.copyOf(lost.getOrDefault(workload, new ArrayDeque<>()));
    }

    List<PodFate> all() {
        var fates = new ArrayList<PodFate>();
        for (var draft : drafts.values()) {
            // What was made and went again within the run never was, for those who look at the result.
            if (draft.isMade
                    && draft.ending instanceof PodOutcome.Gone(var cause, var _)
                    && cause == PodOutcome.Cause.SCALED_DOWN) continue;
            var key = draft.pod.placement().key();
            var decided = !(draft.ending instanceof PodOutcome.Stays || draft.ending instanceof PodOutcome.Gone);
            fates.add(new PodFate(
                    key.namespace(),
                    key.name(),
                    draft.workload,
                    draft.from,
                    draft.replaces,
                    draft.isMade,
                    draft.ending,
                    decided ? draft.pod.doubts() : List.of()));
        }
        fates.sort(Comparator.comparing(PodFate::namespace)
                .thenComparing(PodFate::name)
                .thenComparing(PodFate::isMade));
        return fates;
    }
}
