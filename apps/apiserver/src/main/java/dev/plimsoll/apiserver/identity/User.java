package dev.plimsoll.apiserver.identity;

import java.util.List;
import java.util.Optional;

/** Who asks. */
public record User(String name, String uid, List<String> groups) {
    public static final String MASTERS = "system:masters";
    public static final String AUTHENTICATED = "system:authenticated";
    private static final String NODE_PREFIX = "system:node:";

    public static final User ANONYMOUS = new User("system:anonymous", "", List.of("system:unauthenticated"));

    /** The server itself. */
    public static final User SELF = new User("system:apiserver", "", List.of(MASTERS));

    public User {
        groups = List.copyOf(groups);
    }

    /** The name of the node that this user is, if it is one. */
    public Optional<String> nodeName() {
        return groups.contains("system:nodes") && name.startsWith(NODE_PREFIX)
                ? Optional.of(name.substring(NODE_PREFIX.length()))
                : Optional.empty();
    }
}
