package dev.plimsoll.core.resize.admission;

import java.util.List;

/**
 * Why a pod may not come in, or not grow now.
 *
 * @param reason the one word of events and status
 * @param shortages what was missing, where that was the reason
 */
public record Refusal(String reason, String message, List<Shortage> shortages) {
    public Refusal {
        shortages = List.copyOf(shortages);
    }

    static Refusal of(String reason, String message) {
        return new Refusal(reason, message, List.of());
    }

    static Refusal of(List<Shortage> shortages) {
        var first = shortages.getFirst();
        return new Refusal(first.reason(), first.message(), shortages);
    }
}
