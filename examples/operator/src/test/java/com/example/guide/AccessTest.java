package com.example.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.plimsoll.testkit.cluster.PlimsollCluster;
import dev.plimsoll.testkit.cluster.TestCluster;
import io.fabric8.kubernetes.client.KubernetesClientException;
import org.junit.jupiter.api.Test;

/** docs/guide/testing-rbac.md */
@PlimsollCluster(nodes = 0)
class AccessTest {
    private static final String ROLES = """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: Role
            metadata: {name: reads-settings}
            rules:
            - {apiGroups: [""], resources: [configmaps], verbs: [get, list, watch]}
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata: {name: reads-settings}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reads-settings}
            subjects:
            - {kind: ServiceAccount, name: operator, namespace: default}
            """;

    @Test
    void theRolesOfTheOperatorAreEnoughAndNoMore(TestCluster cluster) {
        cluster.applyText(ROLES); // those that the operator is installed with
        var asOperator = cluster.fabric8As("default", "operator");

        asOperator.configMaps().inNamespace("default").list();
        var refused = assertThrows(
                KubernetesClientException.class, () -> asOperator.secrets().inNamespace("default").list());
        assertEquals(403, refused.getCode());
    }
}
