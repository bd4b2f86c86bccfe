package dev.plimsoll.codec.table;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.model.PodPhase;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What all containers of a pod together look like. Steps: 1. what the pod says of itself; 2. init containers in order,
 * up to the first that is not done; 3. unless that one holds up the pod, the regular containers, last to first; 4. a pod
 * on its way out.
 */
public final class PodSummary {
    private final TableRow row;
    private final Set<String> sidecars = new HashSet<>();
    private String status;
    private int total;
    private int ready;
    private long restarts;
    private @Nullable Instant lastRestart;

    private PodSummary(TableRow row) {
        this.row = row;
        this.status = row.textOr("status.reason", row.text("status.phase"));
        this.total = row.at("spec.containers").size();
    }

    public static PodSummary of(JsonNode pod, Instant now) {
        return of(new TableRow(pod, now));
    }

    static PodSummary of(TableRow row) {
        var summary = new PodSummary(row);
        summary.look();
        return summary;
    }

    String readiness() {
        return ready + "/" + total;
    }

    /** As the column STATUS of kubectl has it: the phase, or the reason that tells more. */
    public String status() {
        return status;
    }

    public long restartCount() {
        return restarts;
    }

    String restarts() {
        if (restarts == 0 || lastRestart == null) return Long.toString(restarts);
        return restarts + " (" + Age.of(Duration.between(lastRestart, row.now())) + " ago)";
    }

    private void look() {
        for (var condition : row.at("status.conditions")) {
            var gated = TableRow.text(condition.path("reason")).equals("SchedulingGated");
            if (gated && TableRow.text(condition.path("type")).equals("PodScheduled")) status = "SchedulingGated";
        }
        for (var container : row.at("spec.initContainers")) {
            if (!TableRow.text(container.path("restartPolicy")).equals("Always")) continue;
            sidecars.add(TableRow.text(container.path("name")));
            total++;
        }
        var held = initContainers();
        if (!held || row.isTrue("Initialized")) regularContainers();
        leaving();
    }

    /** Whether an init container holds up the pod. */
    private boolean initContainers() {
        var number = 0;
        for (var container : row.at("status.initContainerStatuses")) {
            count(container);
            var terminated = container.path("state").path("terminated");
            var done =
                    TableRow.isGiven(terminated) && terminated.path("exitCode").asInt() == 0;
            var started = isSidecar(container) && container.path("started").asBoolean();
            if (!done && !started) {
                status = "Init:" + initReason(container, number);
                return true;
            }
            if (!done && container.path("ready").asBoolean()) ready++;
            number++;
        }
        return false;
    }

    private String initReason(JsonNode container, int number) {
        var terminated = container.path("state").path("terminated");
        if (TableRow.isGiven(terminated)) return exitReason(terminated);
        var waiting = TableRow.text(container.path("state").path("waiting").path("reason"));
        if (!waiting.isEmpty() && !waiting.equals("PodInitializing")) return waiting;
        return number + "/" + row.at("spec.initContainers").size();
    }

    private static String exitReason(JsonNode terminated) {
        var reason = TableRow.text(terminated.path("reason"));
        if (!reason.isEmpty()) return reason;
        var signal = terminated.path("signal").asInt();
        return signal != 0
                ? "Signal:" + signal
                : "ExitCode:" + terminated.path("exitCode").asInt();
    }

    private void regularContainers() {
        restarts = 0;
        lastRestart = null;
        for (var container : row.at("status.initContainerStatuses")) if (isSidecar(container)) count(container);
        var running = false;
        var failure = "";
        var containers = row.at("status.containerStatuses");
        for (var i = containers.size() - 1; i >= 0; i--) {
            var container = containers.path(i);
            count(container);
            var state = container.path("state");
            var waiting = TableRow.text(state.path("waiting").path("reason"));
            if (!waiting.isEmpty()) {
                status = waiting;
            } else if (TableRow.isGiven(state.path("terminated"))) {
                status = exitReason(state.path("terminated"));
                if (state.path("terminated").path("exitCode").asInt() != 0) failure = status;
            } else if (container.path("ready").asBoolean() && TableRow.isGiven(state.path("running"))) {
                running = true;
                ready++;
            }
        }
        if (!status.equals("Completed")) return;
        if (running && row.isTrue("Ready")) status = "Running";
        else if (!failure.isEmpty()) status = failure;
        else if (running) status = "NotReady";
    }

    private void leaving() {
        if (!row.has("metadata.deletionTimestamp")) return;
        var phase = row.text("status.phase");
        if (row.text("status.reason").equals("NodeLost")) status = "Unknown";
        else if (!PodPhase.isTerminal(phase)) status = "Terminating";
    }

    private void count(JsonNode container) {
        restarts += container.path("restartCount").asLong();
        var finished = TableRow.at(container, "lastState.terminated.finishedAt");
        Age.parse(TableRow.text(finished)).ifPresent(time -> {
            if (lastRestart == null || lastRestart.isBefore(time)) lastRestart = time;
        });
    }

    private boolean isSidecar(JsonNode container) {
        return sidecars.contains(TableRow.text(container.path("name")));
    }
}
