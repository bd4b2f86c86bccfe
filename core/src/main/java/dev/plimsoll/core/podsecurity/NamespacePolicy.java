package dev.plimsoll.core.podsecurity;

import dev.plimsoll.core.validation.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a namespace asks of its pods by its labels.
 *
 * @param errors labels that cannot be understood; such a namespace refuses what it can and tells as little as it can
 */
public record NamespacePolicy(LevelVersion enforce, LevelVersion audit, LevelVersion warn, List<FieldError> errors) {
    static final String PREFIX = "pod-security.kubernetes.io/";

    /** Without any label, and for those who are exempt. */
    public static final NamespacePolicy PRIVILEGED =
            new NamespacePolicy(LevelVersion.PRIVILEGED, LevelVersion.PRIVILEGED, LevelVersion.PRIVILEGED, List.of());

    public NamespacePolicy {
        errors = List.copyOf(errors);
    }

    /** Reads the labels; what they leave open is taken from the defaults. */
    public static NamespacePolicy of(Map<String, String> labels, NamespacePolicy defaults) {
        var errors = new ArrayList<FieldError>();
        var enforce = mode("enforce", labels, defaults.enforce, SecurityLevel.RESTRICTED, errors);
        var audit = mode("audit", labels, defaults.audit, SecurityLevel.PRIVILEGED, errors);
        var warn = mode("warn", labels, defaults.warn, SecurityLevel.PRIVILEGED, errors);
        var follows = labels.containsKey(PREFIX + "enforce")
                && !labels.containsKey(PREFIX + "warn")
                && enforce.level().compareTo(warn.level()) > 0;
        if (follows) {
            var version = labels.containsKey(PREFIX + "warn-version") ? warn.version() : enforce.version();
            warn = new LevelVersion(enforce.level(), version);
        }
        return new NamespacePolicy(enforce, audit, warn, errors);
    }

    private static LevelVersion mode(
            String mode,
            Map<String, String> labels,
            LevelVersion standard,
            SecurityLevel unreadable,
            List<FieldError> errors) {
        var level = standard.level();
        var version = standard.version();
        var levelText = labels.get(PREFIX + mode);
        if (levelText != null) {
            level = SecurityLevel.named(levelText).orElse(unreadable);
            if (SecurityLevel.named(levelText).isEmpty()) {
                errors.add(error(mode, levelText, "must be one of privileged, baseline, restricted"));
            }
        }
        var versionText = labels.get(PREFIX + mode + "-version");
        if (versionText != null) {
            version = PolicyVersion.parse(versionText).orElse(PolicyVersion.LATEST);
            if (PolicyVersion.parse(versionText).isEmpty()) {
                errors.add(error(mode + "-version", versionText, "must be \"latest\" or \"v1.x\""));
            }
        }
        return new LevelVersion(level, version);
    }

    private static FieldError error(String label, String value, String detail) {
        return FieldError.invalid("metadata.labels[" + PREFIX + label + "]", value, detail);
    }

    /** Whether nothing is asked of anybody. */
    public boolean isPrivileged() {
        return enforce.level() == SecurityLevel.PRIVILEGED
                && audit.level() == SecurityLevel.PRIVILEGED
                && warn.level() == SecurityLevel.PRIVILEGED
                && errors.isEmpty();
    }

    /** Whether pods that were allowed before may be refused from now on. */
    public boolean isStricterThan(NamespacePolicy before) {
        if (enforce.level() == SecurityLevel.PRIVILEGED) return false;
        return !enforce.version().equals(before.enforce.version())
                || enforce.level().compareTo(before.enforce.level()) > 0;
    }
}
