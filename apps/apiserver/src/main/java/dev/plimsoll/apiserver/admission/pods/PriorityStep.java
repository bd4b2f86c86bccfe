package dev.plimsoll.apiserver.admission.pods;

import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.apiserver.admission.AdmissionStep;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.documents.PodDocument;
import dev.plimsoll.objects.scheduling.PriorityClassObject;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;

/** A new pod gets the number behind its priority class. */
public final class PriorityStep implements AdmissionStep {
    private static final Map<String, Integer> SYSTEM =
            Map.of("system-cluster-critical", 2_000_000_000, "system-node-critical", 2_000_001_000);

    private final Registry registry;
    private final Kind classes;

    public PriorityStep(Registry registry, Kind classes) {
        this.registry = registry;
        this.classes = classes;
    }

    private record Priority(String className, int value, String preemption) {}

    @Override
    public boolean mutate(AdmissionAttributes review) {
        if (!review.isNewPod()) return false;
        var pod = PodDocument.of(review.object());
        if (!pod.hasSpec()) return false;
        var asked = pod.priorityClassName();
        var priority = asked.isEmpty()
                ? globalDefault()
                : named(asked)
                        .orElseThrow(() -> review.forbidden("no PriorityClass with name " + asked + " was found"));
        if (pod.hasPriority() && pod.priority() != priority.value()) {
            throw review.forbidden("the integer value of priority (" + pod.priority()
                    + ") must not be provided in pod spec; priority admission controller computed " + priority.value()
                    + " from the given PriorityClass name");
        }
        var preemption = pod.preemptionPolicy();
        if (!preemption.isEmpty() && !preemption.equals(priority.preemption())) {
            throw review.forbidden("the string value of PreemptionPolicy (" + preemption
                    + ") must not be provided in pod spec; priority admission controller computed "
                    + priority.preemption() + " from the given PriorityClass name");
        }
        if (!priority.className().isEmpty()) pod.setPriorityClassName(priority.className());
        pod.setPriority(priority.value());
        pod.defaultPreemptionPolicy(priority.preemption());
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
