package dev.plimsoll.nodeagent.payload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.Transport;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.objects.pod.spec.ProjectedSource;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Certificates of ClusterTrustBundles: one row for each way to name them. */
class TrustBundlesTest {
    private static final String BUNDLES = "/apis/certificates.k8s.io/v1/clustertrustbundles";

    /** Bundle {@code one} has certificate A; the signer's bundles have A twice and B. */
    private static final Transport API = new Transport() {
        @Override
        public Reply send(ClientRequest request) {
            var target = request.target();
            if (target.equals(BUNDLES + "/one")) return found(bundle("one", "x", "A"));
            if (target.startsWith(BUNDLES + "?") && target.contains("signer"))
                return found("{\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[" + bundle("a", "x", "A") + ","
                        + bundle("b", "x", "A") + "," + bundle("c", "y", "B") + "]}");
            return new Reply(404, Map.of(), bytes("{\"kind\":\"Status\",\"code\":404,\"message\":\"not found\"}"));
        }

        @Override
        public Streamed open(ClientRequest request) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    };

    private static Reply found(String document) {
        return new Reply(200, Map.of(), bytes(document));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String bundle(String name, String label, String certificate) {
        return "{\"metadata\":{\"name\":\"" + name + "\",\"labels\":{\"l\":\"" + label
                + "\"}},\"spec\":{\"trustBundle\":\"" + "words before\\n-----BEGIN CERTIFICATE-----\\n" + certificate
                + "\\n-----END CERTIFICATE-----\\n\"}}";
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"name":"one"}                                                              | A
            {"name":"none","optional":true}                                             |
            {"name":"none"}                                                             | not found
            {"signerName":"signer","labelSelector":{}}                                  | AB
            {"signerName":"signer","labelSelector":{"matchLabels":{"l":"y"}}}           | B
            {"signerName":"signer","labelSelector":{"matchLabels":{"l":"z"}}}           | the signer name signer and the label selector match no ClusterTrustBundle
            {"signerName":"signer","labelSelector":{"matchLabels":{"l":"z"}},"optional":true} |
            {"signerName":"signer"}                                                     | the signer name signer and the label selector match no ClusterTrustBundle
            {"signerName":"signer","optional":true}                                     |
            """)
    void certificatesAreFoundOnce(String source, String expected) {
        var time = Time.system();
        var bundles = new TrustBundles(ApiClient.over(API, "test", TokenBucket.unlimited(time), time));
        var volume = ClientJson.read(bytes("{\"clusterTrustBundle\":" + source + "}"))
                .orElseThrow();
        if (!(ProjectedSource.read(volume) instanceof ProjectedSource.TrustBundle(var _, var asked)))
            throw new AssertionError("no source: " + volume);
        var found = switch (bundles.certificates(asked)) {
            case CriReply.Ok<String>(var text) ->
                text.replaceAll("-----BEGIN CERTIFICATE-----\n(.)\n-----END CERTIFICATE-----\n", "$1");
            case CriReply.Failed<String>(var _, var message) -> message;
        };
        assertThat(found).isEqualTo(expected == null ? "" : expected);
    }
}
