package dev.plimsoll.cri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A runtime that runs on this machine, if {@code -Dplimsoll.cri.socket=FILE} names one; it is only read. */
class RealRuntimeTest {
    @Test
    void aRealRuntimeIsUnderstood() {
        var socket = System.getProperty("plimsoll.cri.socket", "");
        assumeTrue(!socket.isEmpty() && Files.exists(Path.of(socket)), "no runtime named by plimsoll.cri.socket");
        try (var client = new CriClient(Path.of(socket), CallTimeouts.DEFAULT)) {
            assertThat(client.version().ok())
                    .get()
                    .extracting(RuntimeVersion::apiVersion)
                    .isEqualTo("v1");
            assertThat(client.status().ok().orElseThrow())
                    .extracting(RuntimeCondition::type)
                    .contains("RuntimeReady", "NetworkReady");
            assertThat(client.images().list()).isInstanceOf(CriReply.Ok.class);
            assertThat(client.images().filesystems().ok().orElseThrow()).isNotEmpty();
            assertThat(client.sandboxes(Map.of())).isInstanceOf(CriReply.Ok.class);
            assertThat(client.containers("", Map.of())).isInstanceOf(CriReply.Ok.class);
            assertThat(client.images().find("localhost/none:none").ok().orElseThrow())
                    .isEmpty();
            assertThat(client.containerStatus("none").failedWith(CriReply.Code.NOT_FOUND))
                    .isTrue();
        }
    }
}
