package dev.plimsoll.core.validation.general;

import dev.plimsoll.core.validation.syntax.DnsSyntax;
import java.util.HashSet;
import java.util.List;

/** The names under which containers refer to the pod's resource claims. */
final class ResourceClaimRules {
    private ResourceClaimRules() {}

    static void check(List<String> names, FieldPath path, FieldErrors found) {
        var seen = new HashSet<String>();
        for (var i = 0; i < names.size(); i++) {
            var name = names.get(i);
            var at = path.index(i).child("name");
            if (name.isEmpty()) found.required(at);
            else if (!seen.add(name)) found.duplicate(at, name);
            else found.misspelled(at, name, DnsSyntax.label(name));
        }
    }
}
