package dev.plimsoll.codec.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.model.Pod;
import org.junit.jupiter.api.Test;

/** What a view does not read is compared, and is kept once for all pods that have it in common. */
// Acceptance of production: shared-documents
class UnmodelledTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static ObjectNode document(String name, String shared, String volume) throws JsonProcessingException {
        return (ObjectNode) MAPPER.readTree("""
                {"metadata":{"name":"%s"},"spec":{"hostname":"%s","hostAliases":[{"ip":"10.0.0.1","hostnames":["a"]}],
                 "volumes":[{"name":"%s","projected":{"defaultMode":420,"sources":[{"downwardAPI":{"items":[]}}]}}],
                 "containers":[{"name":"c","image":"i","stdin":true,"lifecycle":{"stopSignal":"SIGUSR1"}}]}}""".formatted(name, shared, volume));
    }

    private static Pod read(ObjectNode document) {
        if (PodReader.read(document) instanceof Read.Ok<Pod>(var pod)) return pod;
        throw new AssertionError("malformed");
    }

    @Test
    void podsOfOneTemplateHaveItInCommon() throws Exception {
        var one = read(document("one", "h", "access-1")).spec();
        var two = read(document("two", "h", "access-2")).spec();
        assertThat(two.details().rest()).isSameAs(one.details().rest());
        assertThat(two.details().volumes().getFirst().rest())
                .isSameAs(one.details().volumes().getFirst().rest());
        assertThat(two.containers().getFirst().details().rest())
                .isSameAs(one.containers().getFirst().details().rest());
    }

    @Test
    void whatDiffersIsNotEqual() throws Exception {
        var one = read(document("one", "h", "v")).spec();
        var other = read(document("one", "other", "v")).spec();
        assertThat(other.details().rest()).isNotEqualTo(one.details().rest());
        assertThat(other).isNotEqualTo(one);
    }

    /** Whoever sent a document may be asked to change it after it was looked at. */
    @Test
    void aDocumentThatChangesLaterChangesNoView() throws Exception {
        var document = document("one", "changed-later", "v");
        var before = read(document).spec().details().rest();
        ((ObjectNode) document.at("/spec/hostAliases/0")).put("ip", "10.0.0.2");
        assertThat(read(document).spec().details().rest()).isNotEqualTo(before);
        assertThat(read(document("two", "changed-later", "v")).spec().details().rest())
                .isEqualTo(before);
    }

    @Test
    void nullIsAsAbsent() throws Exception {
        var document = document("one", "h", "v");
        var before = read(document).spec();
        ((ObjectNode) document.path("spec")).putNull("setHostnameAsFQDN");
        assertThat(read(document).spec()).isEqualTo(before);
    }
}
