package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.store.embedded.EmbeddedStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several servers on one etcd, and a server that is killed while it writes. */
class ServersAndCrashesTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final int KILLS = Integer.getInteger("plimsoll.kills", 2);

    @TempDir
    private Path folder;

    @Test
    void serversOnOneEtcdSeeEachOthersWrites() throws Exception {
        Assumptions.assumeTrue(LocalEtcd.isInstalled(), "no etcd on the PATH");
        try (var etcd = LocalEtcd.start(folder);
                var one = TestServer.on(etcd.open());
                var other = TestServer.on(etcd.open())) {
            assertThat(other.get(MAPS).status()).isEqualTo(200);
            for (var i = 0; i < 20; i++) {
                var made = one.post(MAPS, "{\"metadata\":{\"name\":\"m" + i + "\"}}");
                assertThat(made.status()).isEqualTo(201);
                assertThat(other.get(MAPS + "/m" + i).text()).isEqualTo(made.text());
                assertThat(other.get(MAPS).json().path("items").size()).isEqualTo(i + 1);
            }
            var before = one.get(MAPS + "/m0")
                    .json()
                    .path("metadata")
                    .path("resourceVersion")
                    .asText();
            other.patch("merge-patch+json", MAPS + "/m0", "{\"data\":{\"k\":\"v\"}}");
            var stale = one.patch(
                    "merge-patch+json",
                    MAPS + "/m0",
                    "{\"metadata\":{\"resourceVersion\":\"" + before + "\"},\"data\":{\"k\":\"w\"}}");
            assertThat(stale.status()).isEqualTo(409);
            var events = one.get(MAPS + "?watch=true&timeoutSeconds=1&resourceVersion=" + before)
                    .text();
            assertThat(events).contains("\"type\":\"MODIFIED\"", "\"k\":\"v\"");
            assertThat(List.copyOf(one.defects())).isEmpty();
            assertThat(List.copyOf(other.defects())).isEmpty();
        }
    }

    @Test
    void nothingAcknowledgedIsLostWhenTheServerIsKilled() throws Exception {
        var acknowledged = new HashMap<String, String>();
        for (var kill = 0; kill < KILLS; kill++) writeAndKill(kill, "configmaps", acknowledged);
        assertThat(acknowledged).isNotEmpty();
        try (var server = TestServer.on(EmbeddedStore.open(folder.resolve("store")))) {
            acknowledged.forEach((name, version) -> assertThat(server.get(MAPS + "/" + name)
                            .json()
                            .path("metadata")
                            .path("resourceVersion")
                            .asText())
                    .as(name)
                    .isEqualTo(version));
        }
    }

    @Test
    void definitionsAndTheirObjectsAreThereAfterAKill() throws Exception {
        var acknowledged = new HashMap<String, String>();
        for (var kill = 0; kill < KILLS; kill++) writeAndKill(kill, "widgets", acknowledged);
        assertThat(acknowledged).isNotEmpty();
        try (var server = TestServer.on(EmbeddedStore.open(folder.resolve("store")))) {
            acknowledged.forEach((name, version) -> assertThat(server.get(Widgets.OBJECTS + "/" + name)
                            .json()
                            .path("metadata")
                            .path("resourceVersion")
                            .asText())
                    .as(name)
                    .isEqualTo(version));
            assertThat(server.get("/apis/example.com/v1").status()).isEqualTo(200);
        }
    }

    @Test
    void aDefinitionMadeAtOneServerIsServedByTheOther() throws Exception {
        Assumptions.assumeTrue(LocalEtcd.isInstalled(), "no etcd on the PATH");
        try (var etcd = LocalEtcd.start(folder);
                var one = TestServer.on(etcd.open());
                var other = TestServer.on(etcd.open())) {
            for (var i = 0; i < 5; i++) {
                Widgets.define(one, Widgets.DEFINITION);
                var made = other.post(Widgets.OBJECTS, Widgets.widget("w", "{\"color\":\"red\"}"));
                assertThat(made.status()).as(made.text()).isEqualTo(201);
                assertThat(one.get(Widgets.OBJECTS + "/w").text()).isEqualTo(made.text());
                assertThat(other.get("/apis/example.com/v1").status()).isEqualTo(200);
                other.call("DELETE", Widgets.DEFINITIONS + "/widgets.example.com", "");
                Waiting.until(() ->
                        one.get(Widgets.DEFINITIONS + "/widgets.example.com").status() == 404);
            }
            assertThat(List.copyOf(one.defects())).isEmpty();
            assertThat(List.copyOf(other.defects())).isEmpty();
        }
    }

    private void writeAndKill(int kill, String what, Map<String, String> acknowledged) throws Exception {
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        WritingServer.class.getName(),
                        folder.resolve("store").toString(),
                        "kill-" + kill,
                        what)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (var output = process.inputReader(StandardCharsets.UTF_8)) {
            for (var line = output.readLine(); line != null; line = output.readLine()) {
                var words = line.split(" ", -1);
                if (words.length < 3) continue; // half a line: not acknowledged to anybody
                acknowledged.put(words[0], words[1]);
                if (acknowledged.size() == (kill + 1) * 300) kill(process);
            }
        } finally {
            process.destroyForcibly();
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** As a signal, so that what it had said before can still be read. */
    private static void kill(Process process) {
        assertThat(process.toHandle().destroyForcibly()).isTrue();
    }
}
