package dev.plimsoll.core.admission.quota;

import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceQuota;
import java.util.List;

/** Whether a change of a pod fits into the quotas of its namespace. */
public sealed interface QuotaDecision {
    /** It fits; these quotas are charged. */
    record Fits(List<Charge> charges) implements QuotaDecision {
        public Fits {
            charges = List.copyOf(charges);
        }
    }

    /** It does not; the first quota that refuses, and why, as the API server prints it. */
    record Refused(String quotaName, String message) implements QuotaDecision {}

    /** What is added to one quota, and what it then has in use. */
    record Charge(ResourceQuota quota, ResourceAmounts delta, ResourceAmounts used) {}
}
