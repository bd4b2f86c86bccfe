package dev.plimsoll.core.validation;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResizePolicy;
import java.util.List;
import java.util.stream.Stream;

/** Rules that a stored pod already breaks, and that a change of it may go on breaking. */
public record Tolerances(boolean partialHugePages, boolean restartOfPlainInit) {
    /** For a pod that is new. */
    public static final Tolerances NONE = new Tolerances(false, false);

    public static Tolerances of(PodSpec stored) {
        return new Tolerances(hasPartialHugePages(stored), hasRestartOfPlainInit(stored));
    }

    private static boolean hasPartialHugePages(PodSpec stored) {
        var containers = Stream.concat(stored.containers().stream(), stored.initContainers().stream())
                .map(Container::resources);
        var lists = Stream.concat(containers, Stream.of(stored.resources()))
                .flatMap(resources -> Stream.of(resources.requests(), resources.limits()));
        return Stream.concat(lists, Stream.of(stored.overhead()))
                .anyMatch(amounts -> amounts.names().stream()
                        .anyMatch(
                                name -> name.isHugePages() && !QuantityRules.isWholePages(name, amounts.amount(name))));
    }

    private static boolean hasRestartOfPlainInit(PodSpec stored) {
        return stored.initContainers().stream()
                .filter(container -> !container.restartsAlways())
                .flatMap(container -> Stream.of(container.resizePolicy()))
                .flatMap(List<ResizePolicy>::stream)
                .anyMatch(policy -> policy.restartPolicy().equals(ResizePolicy.RESTART_CONTAINER));
    }
}
