package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
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

    /** Kinds that Kubernetes does not let anybody change without having read them. */
    @ParameterizedTest
    @CsvSource({"'',422", "0,422", "1,409"})
    void aLeaseIsChangedOnlyByWhoNamesItsVersion(String version, int status) {
        try (var server = new TestServer()) {
            var leases = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
            var made = server.post(leases, "{\"metadata\":{\"name\":\"l\"}}").json();
            var body =
                    "{\"metadata\":{\"name\":\"l\",\"resourceVersion\":\"%s\"},\"spec\":{\"leaseDurationSeconds\":5}}";
            var answer = server.call("PUT", leases + "/l", body.formatted(version));
            assertThat(answer.status()).as(answer.text()).isEqualTo(status);
            if (status == 422) {
                assertThat(answer.message())
                        .isEqualTo(
                                "leases.coordination.k8s.io \"l\" is invalid: metadata.resourceVersion: Invalid value: 0: "
                                        + "must be specified for an update");
            }
            var current = made.at("/metadata/resourceVersion").asText();
            assertThat(server.call("PUT", leases + "/l", body.formatted(current))
                            .status())
                    .isEqualTo(200);
            assertThat(server.patch("merge-patch+json", leases + "/l", "{\"spec\":{\"leaseDurationSeconds\":6}}")
                            .status())
                    .as("a patch is for whatever is there")
                    .isEqualTo(200);
        }
    }

    @Test
    void customResourcesTooAreChangedOnlyByWhoNamesTheirVersion() {
        try (var server = new TestServer()) {
            Widgets.define(server, Widgets.DEFINITION);
            assertThat(server.post(Widgets.OBJECTS, Widgets.widget("w", "{\"color\":\"red\"}"))
                            .status())
                    .isEqualTo(201);
            var answer = server.call("PUT", Widgets.OBJECTS + "/w", Widgets.widget("w", "{\"color\":\"blue\"}"));
            assertThat(answer.status()).isEqualTo(422);
            assertThat(answer.message())
                    .endsWith("metadata.resourceVersion: Invalid value: 0: must be specified for an update");
            assertThat(server.call("PUT", Widgets.OBJECTS + "/absent", Widgets.widget("absent", "{\"color\":\"red\"}"))
                            .status())
                    .isEqualTo(404);
        }
    }
}
