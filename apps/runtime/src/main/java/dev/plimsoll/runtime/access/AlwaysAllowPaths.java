package dev.plimsoll.runtime.access;

import java.util.List;

/**
 * Paths that everybody may read, known or not.
 *
 * @param patterns paths; one that ends with {@code *} stands for all that begin so
 */
public record AlwaysAllowPaths(List<String> patterns) {
    /** Those of kube-scheduler and kube-controller-manager. */
    public static final AlwaysAllowPaths HEALTH = new AlwaysAllowPaths(List.of("/healthz", "/readyz", "/livez"));

    public AlwaysAllowPaths {
        patterns = List.copyOf(patterns);
    }

    public boolean allows(String path) {
        return patterns.stream()
                .anyMatch(pattern -> pattern.endsWith("*")
                        ? path.startsWith(pattern.substring(0, pattern.length() - 1))
                        : path.equals(pattern));
    }
}
