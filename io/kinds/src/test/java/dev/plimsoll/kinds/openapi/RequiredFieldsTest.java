package dev.plimsoll.kinds.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.codec.schema.Schema;
import dev.plimsoll.kinds.builtin.Kinds;
import java.util.List;
import org.junit.jupiter.api.Test;

// Acceptance of Kubernetes clients: openapi
/** Which fields OpenAPI documents call required, and how they say that fields are merged. */
class RequiredFieldsTest {
    private final OpenApi openApi = new OpenApi(Kinds.bundled(), Schema.bundled(), List::of);

    @Test
    void everyRequiredFieldIsThereAndIsPublished() {
        var definitions = openApi.second().path("definitions");
        RequiredFields.all().forEach((type, fields) -> {
            assertThat(definitions.has(type)).as(type).isTrue();
            assertThat(definitions.path(type).path("required"))
                    .as(type)
                    .extracting(each -> each.asText())
                    .isEqualTo(fields);
            assertThat(fields)
                    .allSatisfy(field -> assertThat(
                                    definitions.path(type).path("properties").has(field))
                            .as(type + " " + field)
                            .isTrue());
        });
    }

    @Test
    void theNewerDocumentsSayTheSame() {
        var schemas = openApi.document("api/v1").orElseThrow().at("/components/schemas");
        assertThat(schemas.at("/io.k8s.api.core.v1.PodSpec/required/0").asText())
                .isEqualTo("containers");
        assertThat(schemas.at("/io.k8s.api.core.v1.PodSpec/properties/volumes/x-kubernetes-patch-strategy")
                        .asText())
                .isEqualTo("merge,retainKeys");
        var apps = openApi.document("apis/apps/v1").orElseThrow().at("/components/schemas");
        assertThat(apps.at("/io.k8s.api.apps.v1.DeploymentSpec/properties/strategy/x-kubernetes-patch-strategy")
                        .asText())
                .isEqualTo("retainKeys");
    }
}
