package dev.plimsoll.apiserver.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which frames a client gets that opens a WebSocket. */
class SocketFramesTest {
    @ParameterizedTest(name = "{0} for {1}: {2}")
    @CsvSource(textBlock = """
            application/json, '', EVENT_TEXT
            application/vnd.kubernetes.protobuf;stream=watch, '', EVENT_BYTES
            text/plain, '', BYTES
            text/plain, binary.k8s.io, BYTES
            text/plain, base64.binary.k8s.io, BASE64
            text/plain, base64.binary.k8s.io binary.k8s.io, BYTES
            """)
    void theyFitTheStreamAndTheClient(String contentType, String offered, SocketFrames frames) {
        assertThat(SocketFrames.of(contentType, List.of(offered.split(" ")))).isEqualTo(frames);
    }
}
