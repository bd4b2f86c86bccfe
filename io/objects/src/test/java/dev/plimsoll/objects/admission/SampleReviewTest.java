package dev.plimsoll.objects.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SampleReviewTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static ObjectNode read(String text) throws Exception {
        return (ObjectNode) JSON.readTree(text.replace('\'', '"'));
    }

    private static ObjectNode review(String request) throws Exception {
        return read("{'request':{'uid':'7'," + request + "}}");
    }

    @ParameterizedTest(name = "{0} refuses {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/configmaps|'object':{'data':{'webhook-e2e-test':'webhook-disallow'}}|the configmap contains unwanted key and value",
                "/pods|'object':{'spec':{'containers':[{'name':'webhook-disallow'}]}}|the pod contains unwanted container name",
                "/pods/attach|'name':'to-be-attached-pod'|attaching to pod 'to-be-attached-pod' is not allowed",
                "/crd|'object':{'metadata':{'labels':{'webhook-e2e-test':'webhook-disallow'}}}|the crd contains unwanted label",
                "/custom-resource|'operation':'DELETE','oldObject':{'data':{'webhook-e2e-test':'webhook-nondeletable'}}"
                        + "|the custom resource cannot be deleted because it contains unwanted key and value",
                "/always-deny|'name':'x'|this webhook denies all requests"
            })
    void refused(String path, String request, String why) throws Exception {
        var answer = SampleReview.answer(path, review(request)).orElseThrow().path("response");
        assertThat(answer.path("uid").asText()).isEqualTo("7");
        assertThat(answer.path("allowed").asBoolean()).isFalse();
        assertThat(answer.at("/status/message").asText()).isEqualTo(why);
    }

    @Test
    @DisplayName("a config map that begins a mutation gets its first stage; a path without a rule has no answer")
    void mutated() throws Exception {
        var answer = SampleReview.answer("/mutating-configmaps", review("'object':{'data':{'mutation-start':'yes'}}"))
                .orElseThrow()
                .path("response");
        assertThat(answer.path("allowed").asBoolean()).isTrue();
        var patch = new String(Base64.getDecoder().decode(answer.path("patch").asText()), StandardCharsets.UTF_8);
        assertThat(JSON.readTree(patch))
                .isEqualTo(JSON.readTree("[{\"op\":\"add\",\"path\":\"/data/mutation-stage-1\",\"value\":\"yes\"}]"));
        assertThat(SampleReview.answer("/other", review("'name':'x'"))).isEmpty();
    }

    @Test
    @DisplayName("a host and a port become two fields in version 2, and one again in version 1")
    void converted() throws Exception {
        var answer = SampleConversion.answer(
                read("{'apiVersion':'apiextensions.k8s.io/v1','kind':'ConversionReview','request':{'uid':'7',"
                        + "'desiredAPIVersion':'x.io/v2','objects':[{'apiVersion':'x.io/v1','hostPort':'a:80'}]}}"));
        assertThat(answer.at("/response/convertedObjects/0"))
                .isEqualTo(read("{'apiVersion':'x.io/v2','host':'a','port':'80'}"));
        var back = SampleConversion.answer(read("{'request':{'desiredAPIVersion':'x.io/v1','objects':[{'apiVersion':"
                + "'x.io/v2','host':'a','port':'80'}]}}"));
        assertThat(back.at("/response/convertedObjects/0"))
                .isEqualTo(read("{'apiVersion':'x.io/v1','hostPort':'a:80'}"));
    }
}
