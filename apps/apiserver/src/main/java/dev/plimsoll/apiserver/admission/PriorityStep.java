package dev.plimsoll.apiserver.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.objects.scheduling.PriorityClassObject;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;

/** A new pod gets the number behind its priority class. */
final class PriorityStep implements AdmissionStep {
    private static final Map<String, Integer> SYSTEM =
            Map.of("system-cluster-critical", 2_000_000_000, "system-node-critical", 2_000_001_000);

    private final Registry registry;
    private final Kind classes;

    PriorityStep(Registry registry, Kind classes) {
        this.registry = registry;
        this.classes = classes;
    }

    private record Priority(String className, int value, String preemption) {}

    @Override
    public boolean mutate(AdmissionAttributes review) {
        if (!review.isNewPod() || !(review.object().get("spec") instanceof ObjectNode spec)) return false;
        var asked = spec.path("priorityClassName").asText();
        var priority = asked.isEmpty()
                ? globalDefault()
                : named(asked)
                        .orElseThrow(() -> review.forbidden("no PriorityClass with name " + asked + " was found"));
        if (spec.has("priority") && spec.path("priority").asInt() != priority.value()) {
            throw review.forbidden("the integer value of priority ("
                    + spec.path("priority").asInt()
                    + ") must not be provided in pod spec; priority admission controller computed " + priority.value()
                    + " from the given PriorityClass name");
        }
        if (!priority.className().isEmpty()) spec.put("priorityClassName", priority.className());
        spec.put("priority", priority.value());
        if (!spec.has("preemptionPolicy")) spec.put("preemptionPolicy", priority.preemption());
        return true;
    }

    private Optional<Priority> named(String name) {
        var found = registry.find(classes, "", name);
        if (found.isPresent())
            return Optional.of(priority(new PriorityClassObject(found.get().tree())));
        var system = SYSTEM.get(name);
        return system == null
                ? Optional.empty()
                : Optional.of(new Priority(name, system, PriorityClassObject.PREEMPTS));
    }

    private Priority globalDefault() {
        return registry.recent(classes, "").objects().stream()
                .map(candidate -> candidate.view(PriorityClassObject.class, PriorityClassObject::new))
                .filter(PriorityClassObject::isGlobalDefault)
                .map(PriorityStep::priority)
                .min(Comparator.comparingInt(Priority::value))
                .orElse(new Priority("", 0, PriorityClassObject.PREEMPTS));
    }

    private static Priority priority(PriorityClassObject found) {
        return new Priority(found.metadata().name(), found.value(), found.preemptionPolicy());
    }
}
