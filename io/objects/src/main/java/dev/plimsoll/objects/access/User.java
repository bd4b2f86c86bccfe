package dev.plimsoll.objects.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Who asks.
 *
 * @param extra what else is known of them, such as the pod that a token is bound to
 */
public record User(String name, String uid, List<String> groups, Map<String, List<String>> extra) {
    public static final String MASTERS = "system:masters";
    public static final String AUTHENTICATED = "system:authenticated";
    private static final String NODE_PREFIX = "system:node:";
    private static final String ACCOUNT_PREFIX = "system:serviceaccount:";

    public static final String UNAUTHENTICATED = "system:unauthenticated";

    public static final User ANONYMOUS = new User("system:anonymous", "", List.of(UNAUTHENTICATED));

    /** The server itself. */
    public static final User SELF = new User("system:apiserver", "", List.of(MASTERS));

    public User {
        groups = List.copyOf(groups);
        var copy = new TreeMap<String, List<String>>();
        extra.forEach((key, values) -> copy.put(key, List.copyOf(values)));
        extra = Collections.unmodifiableMap(copy);
    }

    /** Of whom nothing else is known. */
    public User(String name, String uid, List<String> groups) {
        this(name, uid, groups, Map.of());
    }

    /** The user that a service account is. */
    public static User ofAccount(String namespace, String name, String uid, Map<String, List<String>> extra) {
        return new User(
                nameOfAccount(namespace, name),
                uid,
                List.of("system:serviceaccounts", "system:serviceaccounts:" + namespace),
                extra);
    }

    /** The name of the user that a service account is. */
    public static String nameOfAccount(String namespace, String name) {
        return ACCOUNT_PREFIX + namespace + ":" + name;
    }

    /** The user with the group of all whose identity is proved. */
    public User authenticated() {
        return groups.contains(AUTHENTICATED) ? this : withGroup(AUTHENTICATED);
    }

    public User withGroup(String group) {
        var all = new ArrayList<>(groups);
        all.add(group);
        return new User(name, uid, all, extra);
    }

    /** Writes the user as reviews, webhooks and the audit log show it. */
    public void show(ObjectNode node) {
        new UserInfo(name, uid, groups, extra).writeTo(node);
    }

    /** The name of the node that this user is, if it is one; empty text if the user name does not tell which. */
    public Optional<String> nodeName() {
        return groups.contains("system:nodes") && name.startsWith(NODE_PREFIX)
                ? Optional.of(name.substring(NODE_PREFIX.length()))
                : Optional.empty();
    }
}
