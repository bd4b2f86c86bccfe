package dev.plimsoll.codec.protobuf;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

// Acceptance of Kubernetes clients: protobuf-hostile
/** Bytes that nobody's client would send. */
class HostileMessagesTest {
    private static final String POD = """
            {"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","labels":{"a":"b"},"creationTimestamp":"2026-01-02T03:04:05Z"},
             "spec":{"containers":[{"name":"c","image":"i","resources":{"requests":{"cpu":"100m"}},
             "livenessProbe":{"httpGet":{"port":"web"},"periodSeconds":5}}],"volumes":[{"name":"v","emptyDir":{}}]}}""";

    private static byte[] pod() throws IOException {
        return ProtobufWriter.body((ObjectNode) new JsonMapper().readTree(POD)).orElseThrow();
    }

    @Test
    @DisplayName("a message that was cut off, changed or lengthened anywhere is read or refused, never a defect")
    void mutated() throws IOException {
        var random = new Random(17);
        var body = pod();
        for (var round = 0; round < 20_000; round++) {
            var mutated = Arrays.copyOf(body, random.nextInt(4) == 0 ? random.nextInt(body.length + 8) : body.length);
            for (var changes = random.nextInt(4); changes > 0 && mutated.length > 0; changes--) {
                mutated[random.nextInt(mutated.length)] = (byte) random.nextInt(256);
            }
            assertThat(ProtobufReader.read(mutated)).isNotNull();
        }
    }

    @Test
    @DisplayName("messages nested without end are refused")
    void nested() {
        var output = new WireOutput(64);
        for (var depth = 0; depth < 100_000; depth++) {
            // JSONSchemaProps.not
            output.delimited(28, 0);
        }
        output.delimited(1, 0); // openAPIV3Schema
        output.delimited(4, 0); // schema
        output.delimited(7, 0); // versions
        output.delimited(2, 0); // spec
        var body = ProtobufWriter.enveloped("apiextensions.k8s.io/v1", "CustomResourceDefinition", output.toBytes());
        assertThat(ProtobufReader.read(body)).isInstanceOf(ReadMessage.Malformed.class);
    }

    @Test
    @DisplayName("a body without the prefix is refused, and one of nobody's kind named")
    void notOurs() {
        assertThat(ProtobufReader.read(new byte[] {'{', '}'})).isInstanceOf(ReadMessage.Malformed.class);
        assertThat(ProtobufReader.read(ProtobufWriter.enveloped("example.com/v1", "Gauge", new byte[0])))
                .isEqualTo(new ReadMessage.UnknownKind("example.com/v1", "Gauge"));
    }
}
