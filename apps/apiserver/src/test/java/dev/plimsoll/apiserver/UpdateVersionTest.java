package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the {@code resourceVersion} of an update asks for. */
class UpdateVersionTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";

    /** Without a version, or with version 0, the update is for whatever is there; any other is for that one only. */
    @ParameterizedTest
    @CsvSource({"'',200", "0,200", "1,409"})
    void anUpdateIsForItsVersionOrForAny(String version, int status) {
        try (var server = new TestServer()) {
            server.post(MAPS, "{\"metadata\":{\"name\":\"m\"}}");
            for (var query : new String[] {"?dryRun=All", ""}) {
                var answer = server.call(
                        "PUT",
                        MAPS + "/m" + query,
                        "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"m\",\"resourceVersion\":\""
                                + version + "\"},\"data\":{\"a\":\"b\"}}");
                assertThat(answer.status()).as(answer.text()).isEqualTo(status);
            }
            var kept = server.get(MAPS + "/m").json();
            assertThat(kept.at("/data/a").asText()).isEqualTo(status == 200 ? "b" : "");
            assertThat(kept.at("/metadata/resourceVersion").asText()).isNotEqualTo("0");
            assertThat(server.defects()).isEmpty();
        }
    }
}
