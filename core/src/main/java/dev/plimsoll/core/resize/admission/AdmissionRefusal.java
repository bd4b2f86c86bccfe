package dev.plimsoll.core.resize.admission;

import dev.plimsoll.core.fit.InsufficientResource;
import java.util.List;

/**
 * Why a pod may not come in, or not grow now.
 *
 * @param reason the one word of events and status
 * @param shortages what was missing, where that was the reason
 */
public record AdmissionRefusal(String reason, String message, List<InsufficientResource> shortages) {
    public AdmissionRefusal {
        shortages = List.copyOf(shortages);
    }

    static AdmissionRefusal of(String reason, String message) {
        return new AdmissionRefusal(reason, message, List.of());
    }

    static AdmissionRefusal of(List<InsufficientResource> shortages) {
        var first = shortages.getFirst();
        return new AdmissionRefusal(first.reason(), first.message(), shortages);
    }
}
