package dev.plimsoll.testkit.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** An operator with a kind of its own, in a test of its users. */
@NullUnmarked // every part of fabric8's model may be missing; where one is, the test ends
@PlimsollCluster(nodes = 1)
class CustomResourcesTest {
    @Group("example.com")
    @Version("v1")
    static class Backup extends CustomResource<BackupSpec, BackupStatus> implements Namespaced {
        private static final long serialVersionUID = 1;
    }

    static class BackupSpec {
        public String target;
        public Integer workers;
        public Integer keep;
    }

    static class BackupStatus {
        public String phase;
    }

    private static Backup backup(String name, int workers) {
        var backup = new Backup();
        backup.setMetadata(
                new ObjectMetaBuilder().withName(name).withNamespace("default").build());
        backup.setSpec(new BackupSpec());
        backup.getSpec().target = name;
        backup.getSpec().workers = workers;
        return backup;
    }

    /** The whole operator: what is new is done. */
    private static ResourceEventHandler<Backup> operator(KubernetesClient kubernetes) {
        return new ResourceEventHandler<>() {
            @Override
            public void onAdd(Backup backup) {
                backup.setStatus(new BackupStatus());
                backup.getStatus().phase = "Done";
                kubernetes.resource(backup).updateStatus();
            }

            @Override
            public void onUpdate(Backup before, Backup now) {}

            @Override
            public void onDelete(Backup backup, boolean unknown) {}
        };
    }

    @Test
    void takesOverWhatIsNew(KubernetesClient kubernetes) throws IOException {
        try (var definition = Files.newInputStream(Path.of("..", "..", "examples", "backups.yaml"))) {
            kubernetes.load(definition).serverSideApply();
        }
        var backups = kubernetes.resources(Backup.class).inNamespace("default");
        try (var informer = backups.inform(operator(kubernetes))) {
            assertThat(informer.isRunning()).isTrue();
            backups.resource(backup("db", 2)).create();
            var done = backups.withName("db")
                    .waitUntilCondition(
                            each -> each != null && each.getStatus() != null && "Done".equals(each.getStatus().phase),
                            30,
                            TimeUnit.SECONDS);
            assertThat(done.getSpec().workers).isEqualTo(2);
            assertThatThrownBy(() -> backups.resource(backup("all", 8)).create())
                    .isInstanceOf(KubernetesClientException.class)
                    .hasMessageContaining("keep at least as many backups as there are workers");
        }
    }
}
