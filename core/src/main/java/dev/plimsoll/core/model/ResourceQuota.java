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

    /**
     * A condition on what a quota counts. A plain scope is one with operator {@code Exists}.
     *
     * @param isPlain whether it is one of {@code spec.scopes}, and not of the selector
     */
    public record ScopeRequirement(String scopeName, String operator, List<String> values, boolean isPlain) {
        /** The scope that is about claims of volumes. */
        public static final String VOLUME_ATTRIBUTES_CLASS = "VolumeAttributesClass";

        public ScopeRequirement {
            values = List.copyOf(values);
        }

        /** A requirement of the selector. */
        public ScopeRequirement(String scopeName, String operator, List<String> values) {
            this(scopeName, operator, values, false);
        }

        public static ScopeRequirement plain(String scopeName) {
            return new ScopeRequirement(scopeName, "Exists", List.of(), true);
        }

        /** Whether it is met by something that has a class of this name, or none if the name is empty. */
        public boolean isMetByClass(String name) {
            return switch (operator) {
                case "Exists" -> !name.isEmpty();
                case "DoesNotExist" -> name.isEmpty();
                case "In" -> values.contains(name);
                case "NotIn" -> !values.contains(name);
                default -> false;
            };
        }
    }
}
