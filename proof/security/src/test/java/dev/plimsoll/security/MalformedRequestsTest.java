package dev.plimsoll.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What no client library would send is the client's mistake, never the server's, and tells nothing of the server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class MalformedRequestsTest {
    private static final String POST = "POST /api/v1/namespaces/default/configmaps HTTP/1.1\\r\\nHost: h\\r\\n"
            + "Content-Type: application/json\\r\\n";

    private final SecureServer server = new SecureServer();

    @AfterAll
    void close() {
        server.close();
        assertThat(server.defects()).isEmpty();
    }

    private static void tellsNothing(String answer) {
        assertThat(answer)
                .doesNotContain(
                        "dev.plimsoll", "org.eclipse", "java.", "javax.", "Exception", "defect", "/tmp/", "/home/");
    }

    /** {@code \\r\\n} is written out in the rows. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock = POST + """
            Transfer-Encoding: chunked\\r\\n\\r\\nZZ\\r\\n{}\\r\\n0\\r\\n\\r\\n                  | 400
            """
                    + POST + """
            Transfer-Encoding: chunked\\r\\n\\r\\n5\\r\\n{}\\r\\n0\\r\\n\\r\\n                   | 400
            """
                    + POST + """
            Transfer-Encoding: chunked\\r\\n\\r\\n-1\\r\\n{}\\r\\n0\\r\\n\\r\\n                  | 400
            """
                    + POST + """
            Transfer-Encoding: chunked\\r\\n\\r\\nFFFFFFFFFFFFFFFFF\\r\\n{}\\r\\n0\\r\\n\\r\\n   | 400
            """
                    + POST + """
            Transfer-Encoding: chunked\\r\\nContent-Length: 2\\r\\n\\r\\n2\\r\\n{}\\r\\n0\\r\\n\\r\\n | 400
            """
                    + POST + """
            Transfer-Encoding: bogus\\r\\n\\r\\n{}                                              | 400
            """
                    + POST + """
            Content-Length: 2\\r\\nContent-Length: 3\\r\\n\\r\\n{}                              | 400
            """
                    + POST + """
            Content-Length: -2\\r\\n\\r\\n{}                                                    | 400
            """
                    + POST + """
            Content-Length: 99999999999999999999\\r\\n\\r\\n{}                                  | 400
            """
                    + POST + """
            Content-Length: 4\\r\\n\\r\\n{\\u0000\\u0001}                                       | 400
            GET /api/v1/namespaces/%zz/pods HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n                   | 400
            GET /api/v1/namespaces/%2/pods HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n                    | 400
            GET /api/v1/% HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n                                     | 400
            GET /api/v1/pods/%c0%af HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n                           | 400
            GET /api/v1/namespaces/a%00b/pods/c HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n               | 400
            GET no-slash HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n                                      | 400
            GET /api/v1/pods HTTP/1.1\\r\\n\\r\\n                                               | 400
            GET /api/v1/pods HTTP/1.1\\r\\nHost: h\\r\\nno colon\\r\\n\\r\\n                    | 400
            GET /api/v1/pods HTTP/1.1\\r\\nHost: h\\r\\nA: b\\u0000c\\r\\n\\r\\n                | 400
            GET /api/v1/pods?limit=%zz HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n                        | 400
            GET /api/v1/pods?watch=true&timeoutSeconds=x HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n      | 400
            """)
    void isRefused(String request, int status) throws IOException {
        var bytes = request.strip()
                .replace("\\r\\n", "\r\n")
                .replace("\\u0000", "\0")
                .replace("\\u0001", "\1");
        try (var client = RawTls.http1(server, server.admin().http().sslContext(), bytes)) {
            var answer = client.readUntil("}");
            assertThat(answer).startsWith("HTTP/1.1 " + status).contains("\"kind\":\"Status\"");
            tellsNothing(answer);
        }
    }

    @ParameterizedTest(name = "a body of type {0} that is none")
    @ValueSource(
            strings = {"application/json", "application/yaml", "application/vnd.kubernetes.protobuf", "text/plain", "x"
            })
    void aBodyThatIsNone(String type) throws IOException {
        var request = "POST /api/v1/namespaces/default/configmaps HTTP/1.1\r\nHost: h\r\nContent-Type: " + type
                + "\r\nContent-Length: 6\r\n\r\nk8s\0\1\2";
        try (var client = RawTls.http1(server, server.admin().http().sslContext(), request)) {
            var answer = client.readUntil("}");
            assertThat(answer).startsWith("HTTP/1.1 4");
            tellsNothing(answer);
        }
    }

    @Test
    void aBodyThatIsCutOff() throws IOException {
        var request = "POST /api/v1/namespaces/default/configmaps HTTP/1.1\r\nHost: h\r\nContent-Length: 60\r\n\r\n{";
        try (var client = RawTls.http1(server, server.admin().http().sslContext(), request)) {
            client.endOutput();
            assertThat(client.readAll()).startsWith("HTTP/1.1 400");
        }
    }

    @ParameterizedTest(name = "a node at {0}:{1} serves no logs")
    @CsvSource(
            delimiter = ' ',
            value = {
                "a_b/c? 10250",
                "user@host 10250",
                "[::1 10250",
                "host:80:90 10250",
                "%zz 10250",
                "127.0.0.1 -1",
                "127.0.0.1 99999",
                "'a b' 10250"
            })
    void aNodeWithoutAnAddress(String address, int port) {
        var admin = server.admin();
        var name = "n" + Integer.toUnsignedString((address + port).hashCode());
        admin.post("/api/v1/namespaces/default/serviceaccounts", "{\"metadata\":{\"name\":\"default\"}}");
        assertThat(admin.post("/api/v1/nodes", "{\"metadata\":{\"name\":\"" + name + "\"}}")
                        .status())
                .isEqualTo(201);
        var status = admin.patch(
                "/api/v1/nodes/" + name + "/status",
                "{\"status\":{\"addresses\":[{\"type\":\"InternalIP\",\"address\":\"" + address
                        + "\"}],\"daemonEndpoints\":{\"kubeletEndpoint\":{\"Port\":" + port + "}}}}");
        if (status.status() != 200) {
            assertThat(status.status()).isBetween(400, 499);
            return;
        }
        var pod = admin.post(
                "/api/v1/namespaces/default/pods",
                "{\"metadata\":{\"name\":\"" + name + "\"},\"spec\":{\"nodeName\":\"" + name
                        + "\",\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}");
        assertThat(pod.status()).as(pod.text()).isEqualTo(201);
        var answer = admin.get("/api/v1/namespaces/default/pods/" + name + "/log");
        assertThat(answer.status()).as(answer.text()).isEqualTo(503);
        assertThat(answer.message())
                .contains("node " + name + " cannot be reached")
                .contains(address);
        tellsNothing(answer.text());
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "true", "\"x\"", "[]"})
    void aTokenRequestWhoseSpecIsNoObject(String spec) {
        var accounts = "/api/v1/namespaces/default/serviceaccounts";
        server.admin().post(accounts, "{\"metadata\":{\"name\":\"spec\"}}");
        var answer = server.admin().post(accounts + "/spec/token", "{\"spec\":" + spec + "}");
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.text()).contains("TokenRequest.spec of type v1.TokenRequestSpec");
    }
}
