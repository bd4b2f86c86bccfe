package dev.plimsoll.objects.pod;

import dev.plimsoll.core.estimation.update.UpdateRules.Termination;

/**
 * How a container ended last.
 *
 * @param restarts how often it had been started again by then; tells one end from the next
 * @param isCurrent it has not been started again since
 */
public record ContainerEnd(String container, Termination termination, int restarts, boolean isCurrent) {
    public boolean isOom() {
        return termination.reason().equals("OOMKilled");
    }
}
