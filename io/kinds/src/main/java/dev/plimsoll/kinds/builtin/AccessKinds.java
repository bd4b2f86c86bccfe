package dev.plimsoll.kinds.builtin;

import dev.plimsoll.codec.table.Columns;
import dev.plimsoll.codec.table.SimpleColumns;
import dev.plimsoll.kinds.Kind.Naming;
import dev.plimsoll.kinds.Verb;
import dev.plimsoll.kinds.strategy.builtin.RoleBindingStrategy;
import dev.plimsoll.kinds.strategy.builtin.RoleStrategy;
import java.util.List;

/** The kinds of rbac.authorization.k8s.io, and the reviews of authentication.k8s.io and authorization.k8s.io. */
final class AccessKinds {
    static final List<KindDescriptor> RBAC = List.of(
            role("ClusterRoleBinding", "clusterrolebindings")
                    .clusterScoped()
                    .columns(() -> SimpleColumns.CLUSTER_ROLE_BINDINGS)
                    .strategy(RoleBindingStrategy::new)
                    .build(),
            role("ClusterRole", "clusterroles")
                    .clusterScoped()
                    .columns(Columns::nameAndCreation)
                    .strategy(RoleStrategy::new)
                    .build(),
            role("RoleBinding", "rolebindings")
                    .columns(() -> SimpleColumns.ROLE_BINDINGS)
                    .strategy(RoleBindingStrategy::new)
                    .build(),
            role("Role", "roles")
                    .columns(Columns::nameAndCreation)
                    .strategy(RoleStrategy::new)
                    .build());

    static final List<KindDescriptor> AUTHENTICATION = List.of(
            review("authentication.k8s.io/v1", "SelfSubjectReview", "selfsubjectreviews")
                    .clusterScoped()
                    .build(),
            review("authentication.k8s.io/v1", "TokenReview", "tokenreviews")
                    .clusterScoped()
                    .build());

    static final List<KindDescriptor> AUTHORIZATION = List.of(
            review("authorization.k8s.io/v1", "LocalSubjectAccessReview", "localsubjectaccessreviews")
                    .build(),
            review("authorization.k8s.io/v1", "SelfSubjectAccessReview", "selfsubjectaccessreviews")
                    .clusterScoped()
                    .build(),
            review("authorization.k8s.io/v1", "SelfSubjectRulesReview", "selfsubjectrulesreviews")
                    .clusterScoped()
                    .build(),
            review("authorization.k8s.io/v1", "SubjectAccessReview", "subjectaccessreviews")
                    .clusterScoped()
                    .build());

    private AccessKinds() {}

    private static KindDescriptorBuilder role(String name, String plural) {
        return KindDescriptor.of("rbac.authorization.k8s.io/v1", name, plural).named(Naming.PATH_SEGMENT);
    }

    /** Answered and forgotten. */
    private static KindDescriptorBuilder review(String apiVersion, String name, String plural) {
        return KindDescriptor.of(apiVersion, name, plural).verbs(Verb.CREATE);
    }
}
