package dev.plimsoll.cluster;

import dev.plimsoll.objects.access.User;
import java.util.List;

/** Who the parts of a cluster are to its API server. None of them may everything: each has the role of its name. */
final class ComponentUser {
    static final User SCHEDULER = new User("system:kube-scheduler", "", List.of());
    static final User CONTROLLERS = new User("system:kube-controller-manager", "", List.of());
    static final User RECOMMENDER = account("vpa-recommender");
    static final User UPDATER = account("vpa-updater");
    static final User ADMISSION = account("vpa-admission-controller");
    /** Follows the pods of all simulated nodes; what a node writes, it writes as itself. */
    static final User SIMULATED_NODES = account("simulated-nodes");

    private ComponentUser() {}

    static User node(String name) {
        return new User("system:node:" + name, "", List.of("system:nodes"));
    }

    private static User account(String name) {
        return new User(
                "system:serviceaccount:kube-system:" + name,
                "",
                List.of("system:serviceaccounts", "system:serviceaccounts:kube-system"));
    }
}
