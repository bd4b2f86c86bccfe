package dev.plimsoll.apiserver.admission.policy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.kinds.admission.policy.AuditedFailures;
import dev.plimsoll.kinds.admission.policy.PolicyBinding;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.kinds.refusal.StatusObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What policies have against one write, and what is done about it. */
final class PolicyFailures {
    private static final String AUDIT_KEY = "validation.policy.admission.k8s.io/validation_failure";
    private static final int LONGEST_ANNOTATION = 10 << 10;

    private final AdmissionAttributes review;
    private final List<Denial> denials = new ArrayList<>();
    private final AuditedFailures audited = new AuditedFailures();
    private final Map<String, List<String>> annotations = new LinkedHashMap<>();

    private record Denial(String message, String reason) {}

    PolicyFailures(AdmissionAttributes review) {
        this.review = review;
    }

    /** A validation failed, or could not be evaluated though it must be; {@code index} is its place in the policy. */
    void failed(String policy, PolicyBinding binding, int index, String message, String reason) {
        for (var action : binding.actions()) {
            switch (action) {
                case "Deny" -> denials.add(new Denial(denied(policy, binding.name()) + message, reason));
                case "Warn" ->
                    review.context()
                            .warn("Validation failed for ValidatingAdmissionPolicy '" + policy + "' with binding '"
                                    + binding.name() + "': " + message);
                case "Audit" -> audited.add(policy, binding, index, message);
                default -> throw new IllegalStateException(action);
            }
        }
    }

    /** The policy cannot be asked at all. */
    void misconfigured(String policy, PolicyBinding binding, String why) {
        denials.add(new Denial(denied(policy, binding.name()) + "failed to configure binding: " + why, "Invalid"));
    }

    private static String denied(String policy, String binding) {
        return "ValidatingAdmissionPolicy '" + policy + "' with binding '" + binding + "' denied request: ";
    }

    void annotate(String policy, String key, String value) {
        var values = annotations.computeIfAbsent(policy + "/" + key, _ -> new ArrayList<>());
        if (!values.contains(value)) values.add(value);
    }

    /** Writes into the audit log, and refuses the write if one denies it. */
    void settle() {
        annotations.forEach((key, values) -> {
            var text = String.join(", ", values);
            review.context()
                    .annotate(key, text.length() > LONGEST_ANNOTATION ? text.substring(0, LONGEST_ANNOTATION) : text);
        });
        if (!audited.isEmpty()) review.context().annotate(AUDIT_KEY, audited.toString());
        if (!denials.isEmpty()) throw new RefusedException(new Refusal.Rejected(refusal()));
    }

    /** The first decides the code; all are told. */
    private ObjectNode refusal() {
        var first = denials.getFirst();
        var causes = denials.stream()
                .map(each -> new Refusal.Cause("", each.message(), ""))
                .toList();
        return StatusObject.of(review.forbidden(first.message()).refusal(), first.reason(), causes);
    }
}
