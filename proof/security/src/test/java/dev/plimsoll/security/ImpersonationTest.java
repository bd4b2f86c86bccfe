package dev.plimsoll.security;

import static dev.plimsoll.security.Access.rule;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who may act as whom: each thing that is said of the other must be allowed, and counts as it was sent. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ImpersonationTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String AUTHENTICATION = "authentication.k8s.io";
    private static final String SELF = "/apis/authentication.k8s.io/v1/selfsubjectreviews";

    private final SecureServer server = new SecureServer();
    private final Access access = new Access(server);

    @BeforeAll
    void start() {
        access.grant("as-ann", rule("", "users", "impersonate", "ann"));
        access.grant(
                "as-any",
                rule("", "users,groups,serviceaccounts", "impersonate"),
                rule(AUTHENTICATION, "uids", "impersonate"),
                rule(AUTHENTICATION, "userextras/scopes,userextras/a/b", "impersonate"));
        access.grant("as-team", rule("", "users", "impersonate"), rule("", "groups", "impersonate", "team"));
        access.grant(
                "as-comma",
                rule("", "users", "impersonate"),
                rule("", "groups", "impersonate", "a-b").replace("a-b", "a,b"));
        access.grant(
                "as-scope",
                rule("", "users", "impersonate"),
                rule(AUTHENTICATION, "userextras/scopes", "impersonate", "read"));
        access.grantIn("default", "as-account", rule("", "serviceaccounts", "impersonate", "robot"));
    }

    @AfterAll
    void close() {
        server.close();
        assertThat(server.defects()).isEmpty();
    }

    /**
     * Headers, one after the other, and what becomes of them.
     *
     * @param expected a part of the refusal, or who acts: name, uid, groups, extra
     */
    record Row(String sender, List<String> headers, int status, String expected) {}

    private static Row acts(String sender, String expected, String... headers) {
        return new Row(sender, List.of(headers), 201, expected);
    }

    private static Row refused(String sender, int status, String expected, String... headers) {
        return new Row(sender, List.of(headers), status, expected);
    }

    static Stream<Row> rows() {
        var user = "Impersonate-User";
        var group = "Impersonate-Group";
        var uid = "Impersonate-Uid";
        var extra = "Impersonate-Extra-";
        var cannot =
                " is forbidden: User \"%s\" cannot impersonate resource \"%s\" in API group \"%s\" at the cluster scope";
        var account = "system:serviceaccount:default:robot";
        var all = "\"system:authenticated\"";
        return Stream.of(
                acts("as-ann", "ann  [" + all + "] ", user, "ann"),
                refused("as-ann", 403, "users \"bob\"" + cannot.formatted("as-ann", "users", ""), user, "bob"),
                refused("nobody", 403, "users \"ann\"" + cannot.formatted("nobody", "users", ""), user, "ann"),
                refused(
                        "as-ann",
                        403,
                        "groups \"team\"" + cannot.formatted("as-ann", "groups", ""),
                        user,
                        "ann",
                        group,
                        "team"),
                refused(
                        "as-ann",
                        403,
                        "uids." + AUTHENTICATION + " \"1\"" + cannot.formatted("as-ann", "uids", AUTHENTICATION),
                        user,
                        "ann",
                        uid,
                        "1"),
                refused(
                        "as-ann",
                        403,
                        "userextras." + AUTHENTICATION + " \"read\""
                                + cannot.formatted("as-ann", "userextras/scopes", AUTHENTICATION),
                        user,
                        "ann",
                        extra + "Scopes",
                        "read"),
                refused("as-any", 400, "without impersonating a user name", group, "team"),
                refused("as-any", 400, "without impersonating a user name", uid, "1"),
                refused("as-any", 400, "without impersonating a user name", extra + "scopes", "read"),
                acts("as-any", "ann  [\"a\",\"b\"," + all + "] ", user, "ann", group, "a", group, "b"),
                acts("as-any", "ann  [\"a,b\"," + all + "] ", user, "ann", group, "a,b"),
                acts("as-any", "ann  [" + all + ",\"x\"] ", user, "ann", group, "system:authenticated", group, "x"),
                refused(
                        "as-any",
                        403,
                        "cannot create resource \"selfsubjectreviews\"",
                        user,
                        "ann",
                        group,
                        "system:unauthenticated"),
                acts("as-any", "ann 1 [" + all + "] ", user, "ann", uid, "1"),
                acts(
                        "as-any",
                        "ann  [" + all + "] {\"scopes\":[\"read\",\"write,all\"]}",
                        user,
                        "ann",
                        extra + "Scopes",
                        "read",
                        extra + "scopes",
                        "write,all"),
                acts("as-any", "ann  [" + all + "] {\"a/b\":[\"1\"]}", user, "ann", extra + "A%2fB", "1"),
                refused("as-any", 403, "userextras/other", user, "ann", extra + "other", "1"),
                acts(
                        "as-any",
                        account + "  [\"system:serviceaccounts\",\"system:serviceaccounts:default\"," + all + "] ",
                        user,
                        account),
                acts("as-any", account + "  [\"g\"," + all + "] ", user, account, group, "g"),
                acts(
                        "as-account",
                        account + "  [\"system:serviceaccounts\",\"system:serviceaccounts:default\"," + all + "] ",
                        user,
                        account),
                refused("as-account", 403, "serviceaccounts \"other\"", user, "system:serviceaccount:default:other"),
                refused(
                        "as-account",
                        403,
                        "in the namespace \"kube-system\"",
                        user,
                        "system:serviceaccount:kube-system:robot"),
                refused("as-account", 403, "users \"ann\"", user, "ann"),
                refused(
                        "as-account",
                        403,
                        "users \"system:serviceaccount:default:\"",
                        user,
                        "system:serviceaccount:default:"),
                refused("as-ann", 403, "serviceaccounts \"robot\"", user, account),
                refused("as-any", 403, "cannot create resource \"selfsubjectreviews\"", user, "system:anonymous"),
                acts("as-team", "ann  [\"team\"," + all + "] ", user, "ann", group, "team"),
                refused(
                        "as-team",
                        403,
                        "groups \"system:masters\"",
                        user,
                        "ann",
                        group,
                        "team",
                        group,
                        "system:masters"),
                refused("as-team", 403, "groups \"team,system:masters\"", user, "ann", group, "team,system:masters"),
                acts("as-comma", "ann  [\"a,b\"," + all + "] ", user, "ann", group, "a,b"),
                refused("as-comma", 403, "groups \"a\"", user, "ann", group, "a", group, "b"),
                acts("as-scope", "ann  [" + all + "] {\"scopes\":[\"read\"]}", user, "ann", extra + "scopes", "read"),
                refused(
                        "as-scope",
                        403,
                        "userextras." + AUTHENTICATION + " \"write\"",
                        user,
                        "ann",
                        extra + "scopes",
                        "read",
                        extra + "scopes",
                        "write"),
                acts("admin", "ann  [" + all + "] ", user, "ann"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void impersonates(Row row) throws IOException, InterruptedException {
        var client = row.sender().equals("admin") ? server.admin() : server.user(row.sender());
        var request = HttpRequest.newBuilder(URI.create(server.server().url() + SELF))
                .version(HttpClient.Version.HTTP_1_1)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{}"));
        for (var i = 0; i < row.headers().size(); i += 2)
            request.header(row.headers().get(i), row.headers().get(i + 1));
        var response = client.http().send(request.build(), HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(row.status());
        var answer = MAPPER.readTree(response.body());
        if (row.status() != 201) assertThat(answer.path("message").asText()).contains(row.expected());
        else assertThat(shown(answer.at("/status/userInfo"))).isEqualTo(row.expected());
    }

    private static String shown(JsonNode user) {
        return user.path("username").asText() + " " + user.path("uid").asText() + " " + user.path("groups") + " "
                + (user.has("extra") ? user.path("extra").toString() : "");
    }
}
