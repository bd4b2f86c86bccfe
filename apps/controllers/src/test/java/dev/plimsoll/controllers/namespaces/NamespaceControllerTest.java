package dev.plimsoll.controllers.namespaces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectDraft;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

// Acceptance of Kubernetes clients: namespace-finalizers
/** spec/kinds.md 5.5: half of what is expected, and a second. */
class NamespaceControllerTest {
    @Test
    void objectsThatWaitForSomebodyAreLookedAtAfterEightSeconds() {
        var map = new ObjectDraft(ApiResource.CONFIG_MAPS, new ObjectName("ns", "a"));
        var remaining = NamespaceContents.none("");
        remaining.add(ApiResource.CONFIG_MAPS, List.of(new ApiObject(map.document())));
        assertThat(NamespaceController.nextLook(remaining)).isEqualTo(Duration.ofSeconds(5));
        map.metadata().finalizer("example.com/hold");
        remaining.add(ApiResource.CONFIG_MAPS, List.of(new ApiObject(map.document())));
        assertThat(NamespaceController.nextLook(remaining)).isEqualTo(Duration.ofSeconds(8));
    }
}
