package dev.plimsoll.codec.protobuf;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

// Acceptance of Kubernetes clients: protobuf-special
/** A client that reads a pod as protobuf and sends it back as such has changed nothing. */
class EqualDocumentsTest {
    private static final String POD = """
            {"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","generation":1},"spec":{"activeDeadlineSeconds":5000000000,
            "terminationGracePeriodSeconds":30,"priority":7,"volumes":[{"name":"token","projected":{"defaultMode":420,"sources":[
            {"serviceAccountToken":{"expirationSeconds":3607,"path":"token"}}]}}],"containers":[{"name":"c","image":"i"}]}}""";

    @Test
    @DisplayName("numbers of 64 bits are those that JSON has")
    void numbers() throws Exception {
        var sent = (ObjectNode) new JsonMapper().readTree(POD);
        var body = ProtobufWriter.body(sent).orElseThrow();
        assertThat(ProtobufReader.read(body)).isInstanceOfSatisfying(ReadMessage.Document.class, read -> {
            assertThat(read.object().at("/spec/volumes")).isEqualTo(sent.at("/spec/volumes"));
            for (var name : new String[] {"activeDeadlineSeconds", "terminationGracePeriodSeconds", "priority"})
                assertThat(read.object().path("spec").path(name))
                        .isEqualTo(sent.path("spec").path(name));
        });
    }
}
