package dev.plimsoll.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.security.SecureServer.Answer;

/** Namespaces, roles and bindings that the admin of a server makes for a test. */
final class Access {
    static final String RBAC = "/apis/rbac.authorization.k8s.io/v1";

    private final SecureServer server;

    Access(SecureServer server) {
        this.server = server;
    }

    void namespace(String name) {
        made("/api/v1/namespaces", "{\"metadata\":{\"name\":\"" + name + "\"}}");
    }

    /** A rule as JSON; an empty list of names is none. */
    static String rule(String group, String resources, String verbs) {
        return "{\"apiGroups\":[" + list(group) + "],\"resources\":[" + list(resources) + "],\"verbs\":[" + list(verbs)
                + "]}";
    }

    static String rule(String group, String resources, String verbs, String names) {
        return rule(group, resources, verbs).replace("}", ",\"resourceNames\":[" + list(names) + "]}");
    }

    private static String list(String words) {
        return "\"" + String.join("\",\"", words.split(",", -1)) + "\"";
    }

    static String role(String name, String... rules) {
        return "{\"metadata\":{\"name\":\"" + name + "\"},\"rules\":[" + String.join(",", rules) + "]}";
    }

    static String binding(String name, String kind, String role, String user) {
        return """
                {"metadata":{"name":"%s"},"roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"%s","name":"%s"},
                 "subjects":[{"kind":"User","name":"%s"}]}""".formatted(name, kind, role, user);
    }

    /** Gives a user rules in one namespace. */
    void grantIn(String namespace, String user, String... rules) {
        made(RBAC + "/namespaces/" + namespace + "/roles", role(user, rules));
        made(RBAC + "/namespaces/" + namespace + "/rolebindings", binding(user, "Role", user, user));
    }

    /** Gives a user rules everywhere. */
    void grant(String user, String... rules) {
        made(RBAC + "/clusterroles", role(user, rules));
        made(RBAC + "/clusterrolebindings", binding(user, "ClusterRole", user, user));
    }

    /** Gives a user a role of the whole cluster in one namespace. */
    void bindIn(String namespace, String clusterRole, String user) {
        made(RBAC + "/namespaces/" + namespace + "/rolebindings", binding(user, "ClusterRole", clusterRole, user));
    }

    Answer made(String path, String body) {
        var answer = server.admin().post(path, body);
        assertThat(answer.status()).as("%s %s: %s", path, body, answer.text()).isEqualTo(201);
        return answer;
    }
}
