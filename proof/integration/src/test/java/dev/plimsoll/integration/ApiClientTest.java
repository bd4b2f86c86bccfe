package dev.plimsoll.integration;

import static dev.plimsoll.integration.Server.json;
import static dev.plimsoll.integration.Server.pod;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.client.connection.Connections;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.tls.Pem;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every verb over TLS against the API server, with each way to say who one is. */
class ApiClientTest {
    private static final ObjectName A = new ObjectName("default", "a");

    private final Server server = new Server();

    @AfterEach
    void close() {
        assertThat(server.defects).isEmpty();
        server.close();
    }

    @Test
    void anObjectIsMadeReadChangedAndDeleted() {
        var client = server.client();
        var made = client.create(ApiResource.PODS, pod("a", "1")).done().orElseThrow();
        assertThat(made.at("/metadata/managedFields/0/manager").asText()).isEqualTo("integration");
        assertThat(client.create(ApiResource.PODS, pod("a", "1")))
                .isInstanceOfSatisfying(
                        RequestResult.Conflict.class,
                        conflict ->
                                assertThat(conflict.status().alreadyExists()).isTrue());
        assertThat(client.get(ApiResource.PODS, A).done()).contains(made);

        var first = made.deepCopy();
        first.withObject("/metadata/labels").put("app", "x");
        var changed = client.update(ApiResource.PODS, first).done().orElseThrow();
        assertThat(client.update(ApiResource.PODS, first)).isInstanceOf(RequestResult.Conflict.class);
        assertThat(changed.at("/metadata/labels/app").asText()).isEqualTo("x");

        assertThat(client.delete(ApiResource.PODS, A, DeleteOptions.atOnce("another")))
                .isInstanceOf(RequestResult.Conflict.class);
        assertThat(client.delete(
                        ApiResource.PODS,
                        A,
                        DeleteOptions.atOnce(made.at("/metadata/uid").asText())))
                .isInstanceOf(RequestResult.Done.class);
        assertThat(client.get(ApiResource.PODS, A))
                .isInstanceOfSatisfying(
                        RequestResult.NotFound.class,
                        outcome -> assertThat(outcome.problem()).isEqualTo("pods \"a\" not found"));
    }

    @Test
    void everyPatchAndSubresourceIsReached() {
        var client = server.client();
        client.create(ApiResource.PODS, pod("a", "1"));
        client.patch(ApiResource.PODS, A, new Patch.Merge(json("{\"metadata\":{\"labels\":{\"m\":\"1\"}}}")));
        client.patch(ApiResource.PODS, A, new Patch.Strategic(json("{\"metadata\":{\"labels\":{\"s\":\"1\"}}}")));
        var operations = (ArrayNode) json("{\"o\":[{\"op\":\"add\",\"path\":\"/metadata/labels/j\",\"value\":\"1\"}]}")
                .get("o");
        client.patch(ApiResource.PODS, A, new Patch.JsonPatch(operations));
        var applied = json("{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"labels\":{\"a\":\"1\"}}}");
        var labelled = client.patch(ApiResource.PODS, A, new Patch.Apply(applied, "applier", false))
                .done()
                .orElseThrow();
        assertThat(labelled.at("/metadata/labels"))
                .isEqualTo(json("{\"m\":\"1\",\"s\":\"1\",\"j\":\"1\",\"a\":\"1\"}"));

        var resized = client.patch(
                        ApiResource.PODS.sub("resize"),
                        A,
                        new Patch.Strategic(
                                json(
                                        "{\"spec\":{\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":\"2\"}}}]}}")))
                .done()
                .orElseThrow();
        assertThat(resized.at("/spec/containers/0/resources/requests/cpu").asText())
                .isEqualTo("2");
        var status = client.patch(
                        ApiResource.PODS.sub("status"),
                        A,
                        new Patch.Merge(json("{\"status\":{\"message\":\"hello\"}}")))
                .done()
                .orElseThrow();
        assertThat(status.at("/status/message").asText()).isEqualTo("hello");
    }

    @Test
    void aRefusalNamesEveryField() {
        var wrong = pod("a", "1");
        wrong.withArray("/spec/containers").add(json("{\"name\":\"c\",\"image\":\"\"}"));
        assertThat(server.client().create(ApiResource.PODS, wrong))
                .isInstanceOfSatisfying(RequestResult.Refused.class, refused -> {
                    assertThat(refused.status().code()).isEqualTo(422);
                    assertThat(refused.status().causes())
                            .anySatisfy(cause -> assertThat(cause.field()).isEqualTo("spec.containers[1].name"))
                            .anySatisfy(cause -> assertThat(cause.field()).isEqualTo("spec.containers[1].image"));
                });
    }

    @Test
    void pagesAndSelectorsAnswerWhatTheyShould() {
        var client = server.client();
        IntStream.range(0, 7).forEach(i -> {
            var pod = pod("p" + i, "1");
            pod.withObject("/metadata/labels").put("odd", Boolean.toString(i % 2 == 1));
            client.create(ApiResource.PODS, pod);
        });
        assertThat(client.listAll(ApiResource.PODS, ObjectSelection.inNamespace("default"), 2)
                        .done()
                        .orElseThrow()
                        .items())
                .extracting(item -> ObjectName.of(item).name())
                .containsExactly("p0", "p1", "p2", "p3", "p4", "p5", "p6");
        var odd = ObjectSelection.ALL.withLabels("odd in (true)").withFields("metadata.name!=p1");
        assertThat(client.list(ApiResource.PODS, odd, Page.ALL)
                        .done()
                        .orElseThrow()
                        .items())
                .extracting(item -> ObjectName.of(item).name())
                .containsExactly("p3", "p5");
    }

    @Test
    void aWrongTokenIsRefusedAndAServerThatIsNotThereIsUnreachable() {
        assertThat(server.client(server.server.kubeconfig("admin", "wrong")).get(ApiResource.PODS, A))
                .isInstanceOfSatisfying(
                        RequestResult.Refused.class,
                        refused -> assertThat(refused.status().code()).isEqualTo(401));
        var nowhere = server.server.kubeconfig("admin", Server.TOKEN).replaceAll("127.0.0.1:\\d+", "127.0.0.1:1");
        assertThat(server.client(nowhere).get(ApiResource.PODS, A)).isInstanceOf(RequestResult.Unreachable.class);
    }

    @Test
    void aClientCertificateSaysWhoOneIs() {
        var identity = server.server.pki().authority().client("someone", List.of(User.MASTERS), Instant.now());
        var certificates = "    client-certificate-data: " + base64(Pem.of(identity.certificate()))
                + "\n    client-key-data: " + base64(Pem.of(identity.key()));
        var kubeconfig = server.server.kubeconfig("x", "T").replaceFirst("(?m)^ +token: T$", certificates);
        assertThat(server.client(kubeconfig).create(ApiResource.PODS, pod("a", "1")))
                .isInstanceOf(RequestResult.Done.class);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void aProgramSaysWhoOneIsAndTheContextIsChosen(@TempDir Path folder) throws Exception {
        var program = Files.writeString(folder.resolve("login"), """
                #!/bin/sh
                echo '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"%s"}}'
                """.formatted(Server.TOKEN));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        var exec = """
                    exec:
                      apiVersion: client.authentication.k8s.io/v1
                      command: %s
                      interactiveMode: Never""".formatted(program).indent(4).stripTrailing();
        var kubeconfig = server.server.kubeconfig("x", "T").replaceFirst("(?m)^ +token: T$", exec);
        assertThat(server.client(kubeconfig).list(ApiResource.PODS, ObjectSelection.ALL, Page.ALL))
                .isInstanceOf(RequestResult.Done.class);

        var file = Files.writeString(folder.resolve("config"), kubeconfig);
        assertThat(Connections.fromFile(file, "plimsoll"))
                .isInstanceOfSatisfying(
                        Configured.Ready.class, ready -> ready.transport().close());
        assertThat(Connections.fromFile(file, "other")).isInstanceOf(Configured.Invalid.class);
        assertThat(Connections.fromFile(folder.resolve("none"), "")).isInstanceOf(Configured.Invalid.class);
    }
}
