package dev.plimsoll.core.admission;

import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import java.util.List;

/** A spec after defaulting, with every value that was added and the rule that added it. */
public record Defaulted(PodSpec spec, List<Addition> additions) {
    public Defaulted {
        additions = List.copyOf(additions);
    }

    /**
     * One added entry.
     *
     * @param path the list it was added to, such as {@code spec.containers[0].resources.requests}
     */
    public record Addition(String path, ResourceName name, Quantity quantity, Rule rule) {}

    /** Why a value was added, as one sentence. */
    public enum Rule {
        REQUEST_FROM_LIMIT("a container's request defaults to its limit"),
        HUGE_PAGE_LIMIT_FROM_CONTAINERS("pod-level huge pages default to the limits of the containers"),
        POD_REQUEST_FROM_CONTAINERS("a pod-level request defaults to the requests of the containers"),
        POD_REQUEST_FROM_POD_LIMIT("a pod-level request defaults to the pod-level limit, as no container requests any"),
        POD_LIMIT_FROM_CONTAINERS(
                "a pod-level limit defaults to the limits of the containers, as every one has a limit"),
        LIMIT_RANGE_CONTAINER_REQUEST("the LimitRange's defaultRequest for containers"),
        LIMIT_RANGE_CONTAINER_LIMIT("the LimitRange's default for containers"),
        LIMIT_RANGE_POD_REQUEST("the LimitRange's defaultRequest for pods"),
        LIMIT_RANGE_POD_LIMIT("the LimitRange's default for pods");

        private final String sentence;

        Rule(String sentence) {
            this.sentence = sentence;
        }

        public String sentence() {
            return sentence;
        }
    }
}
