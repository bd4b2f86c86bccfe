package dev.plimsoll.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Rights for the users of a test. */
final class Grants {
    private static final String GROUP = "rbac.authorization.k8s.io";

    private Grants() {}

    /** These may do all that can be done to config maps. */
    static void maps(SecureServer server, String... users) {
        var subjects = Arrays.stream(users)
                .map(user -> "{\"apiGroup\":\"" + GROUP + "\",\"kind\":\"User\",\"name\":\"" + user + "\"}")
                .collect(Collectors.joining(","));
        post(
                server,
                "clusterroles",
                "{\"metadata\":{\"name\":\"maps\"},\"rules\":[{\"apiGroups\":[\"\"],\"resources\":[\"configmaps\"],\"verbs\":[\"*\"]}]}");
        post(
                server,
                "clusterrolebindings",
                "{\"metadata\":{\"name\":\"maps\"},\"roleRef\":{\"apiGroup\":\"" + GROUP
                        + "\",\"kind\":\"ClusterRole\",\"name\":\"maps\"},\"subjects\":[" + subjects + "]}");
    }

    private static void post(SecureServer server, String resource, String body) {
        assertThat(server.admin()
                        .post("/apis/" + GROUP + "/v1/" + resource, body)
                        .status())
                .isEqualTo(201);
    }
}
