package dev.plimsoll.core.resize.status;

import dev.plimsoll.core.model.Condition;
import dev.plimsoll.core.resize.state.PodProgress;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.ResizeCondition;
import dev.plimsoll.core.resize.state.Stage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The conditions that are the node's to say, in a fixed order. Those of others are theirs alone: a copy would soon be an old one. */
final class PodConditions {
    private static final String DISRUPTION_TARGET = "DisruptionTarget";

    private PodConditions() {}

    static List<Condition> of(PodRecord record, String phase, Instant now) {
        var conditions = new ArrayList<Condition>();
        record.conditions().pending().ifPresent(each -> conditions.add(resize(Condition.POD_RESIZE_PENDING, each)));
        record.conditions()
                .inProgress()
                .ifPresent(each -> conditions.add(resize(Condition.POD_RESIZE_IN_PROGRESS, each)));
        var ending = record.endingOrNull();
        if (ending != null && !ending.disruption().isEmpty()) {
            conditions.add(of(record, DISRUPTION_TARGET, true, "TerminationByKubelet", ending.disruption(), now));
        }
        addOwn(conditions, record, phase, now);
        return conditions;
    }

    private static void addOwn(List<Condition> conditions, PodRecord record, String phase, Instant now) {
        var isOver = record.stage() == Stage.FINISHED;
        var done = isOver && phase.equals("Succeeded") ? "PodCompleted" : isOver ? "PodFailed" : "";
        conditions.add(of(record, "PodReadyToStartContainers", record.observed().isReady() && !isOver, "", "", now));
        var initialized = PodProgress.of(record).isInitialized();
        var waiting = record.pod().spec().initContainers().stream()
                .filter(container -> !initialized)
                .map(container -> container.name())
                .toList();
        conditions.add(of(
                record,
                "Initialized",
                initialized,
                initialized ? "" : "ContainersNotInitialized",
                initialized ? "" : "containers with incomplete status: [" + String.join(" ", waiting) + "]",
                now));
        var unready = record.pod().spec().containers().stream()
                .map(container -> container.name())
                .filter(name -> !isReady(record, name))
                .toList();
        var ready = unready.isEmpty() && initialized && !isOver;
        var reason = ready ? "" : done.isEmpty() ? "ContainersNotReady" : done;
        var message =
                ready || !done.isEmpty() ? "" : "containers with unready status: [" + String.join(" ", unready) + "]";
        conditions.add(of(record, "Ready", ready, reason, message, now));
        conditions.add(of(record, "ContainersReady", ready, reason, message, now));
        conditions.add(of(record, "PodScheduled", true, "", "", now));
    }

    private static boolean isReady(PodRecord record, String container) {
        var instance = record.actual().container(container);
        return instance != null && instance.isRunning() && instance.isReady();
    }

    private static Condition resize(String type, ResizeCondition condition) {
        return new Condition(
                type,
                "True",
                condition.reason(),
                condition.message(),
                condition.observedGeneration(),
                condition.lastTransitionTime().toString());
    }

    /** The time is that of the last change of status. */
    private static Condition of(
            PodRecord record, String type, boolean holds, String reason, String message, Instant now) {
        var status = holds ? "True" : "False";
        var time = now.toString();
        for (var before :
                List.of(record.published().conditions(), record.pod().status().conditions())) {
            for (var condition : before) {
                if (condition.type().equals(type) && condition.status().equals(status)) {
                    return new Condition(
                            type, status, reason, message, record.generation(), condition.lastTransitionTime());
                }
            }
        }
        return new Condition(type, status, reason, message, record.generation(), time);
    }
}
