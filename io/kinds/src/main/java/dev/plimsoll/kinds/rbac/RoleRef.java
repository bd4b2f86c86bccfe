package dev.plimsoll.kinds.rbac;

import com.fasterxml.jackson.databind.JsonNode;

/** Which role a binding gives. */
public record RoleRef(String apiGroup, String kind, String name) {
    public static final String GROUP = "rbac.authorization.k8s.io";

    public static RoleRef of(JsonNode binding) {
        var role = binding.path("roleRef");
        return new RoleRef(
                groupOf(role), role.path("kind").asText(), role.path("name").asText());
    }

    /** The group of a role or of a subject: that of roles, where it is not said. */
    static String groupOf(JsonNode reference) {
        var group = reference.path("apiGroup").asText();
        return group.isEmpty() ? GROUP : group;
    }

    public boolean isRole() {
        return kind.equals("Role");
    }

    public boolean isClusterRole() {
        return kind.equals("ClusterRole");
    }

    /** The plural of the kind. */
    public String resource() {
        return isClusterRole() ? "clusterroles" : "roles";
    }

    /** As messages say that it is not there. */
    public String missing() {
        return (isClusterRole() ? "clusterrole." : "role.") + GROUP + " \"" + name + "\" not found";
    }
}
