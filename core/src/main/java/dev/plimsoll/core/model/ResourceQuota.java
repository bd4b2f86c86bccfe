package dev.plimsoll.core.model;

import java.util.List;

/**
 * A namespace's allowance.
 *
 * @param hard what the object asks to be enforced ({@code spec.hard})
 * @param enforced what is enforced ({@code status.hard})
 * @param used what is in use ({@code status.used})
 */
public record ResourceQuota(
        ObjectMeta metadata,
        ResourceAmounts hard,
        List<ScopeRequirement> scopes,
        ResourceAmounts enforced,
        ResourceAmounts used) {

    public ResourceQuota {
        scopes = List.copyOf(scopes);
    }

    public String name() {
        return metadata.name();
    }

    /** A condition on the pods that a quota counts. A plain scope is one with operator {@code Exists}. */
    public record ScopeRequirement(String scopeName, String operator, List<String> values) {
        public ScopeRequirement {
            values = List.copyOf(values);
        }
    }
}
