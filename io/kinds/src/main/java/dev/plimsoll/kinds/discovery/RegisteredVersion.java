package dev.plimsoll.kinds.discovery;

/**
 * A version of a group that an APIService is registered for.
 *
 * @param groupPriority where the group stands among the groups, the highest first
 * @param versionPriority where the version stands in its group, the highest first
 */
public record RegisteredVersion(String group, String version, int groupPriority, int versionPriority) {
    /** Such as {@code apps/v1}. */
    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }
}
