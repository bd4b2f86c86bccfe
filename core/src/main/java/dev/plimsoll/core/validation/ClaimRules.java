package dev.plimsoll.core.validation;

import dev.plimsoll.core.model.ResourceClaim;
import dev.plimsoll.core.validation.syntax.DnsSyntax;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** References of a container to the claims of its pod. */
final class ClaimRules {
    private ClaimRules() {}

    static void check(List<ResourceClaim> claims, List<String> known, String path, List<FieldError> errors) {
        var whole = new HashSet<String>();
        var parts = new HashSet<ResourceClaim>();
        for (var i = 0; i < claims.size(); i++) {
            var claim = claims.get(i);
            var claimPath = path + "[" + i + "]";
            if (claim.name().isEmpty()) {
                errors.add(FieldError.required(claimPath, ""));
                continue;
            }
            checkRepeats(claim, whole, parts, claimPath, errors);
            if (!claim.request().isEmpty()) {
                for (var problem : DnsSyntax.label(claim.request())) {
                    errors.add(FieldError.invalid(claimPath + ".request", claim.request(), problem));
                }
            }
            if (!known.contains(claim.name())) {
                errors.add(FieldError.notFound(claimPath, claim.name(), unknown(known)));
            }
        }
    }

    private static void checkRepeats(
            ResourceClaim claim, Set<String> whole, Set<ResourceClaim> parts, String path, List<FieldError> errors) {
        if (claim.request().isEmpty()) {
            var overlaps = parts.stream().anyMatch(part -> part.name().equals(claim.name()));
            if (!whole.add(claim.name()) || overlaps) errors.add(FieldError.duplicate(path, claim.name()));
        } else if (!parts.add(claim) || whole.contains(claim.name())) {
            errors.add(FieldError.duplicate(path, claim.name() + "/" + claim.request()));
        }
    }

    private static String unknown(List<String> known) {
        var sentence = "must be one of the names in pod.spec.resourceClaims";
        var names = new TreeSet<>(known);
        names.remove("");
        return names.isEmpty() ? sentence + " which is empty" : sentence + ": " + String.join(", ", names);
    }
}
