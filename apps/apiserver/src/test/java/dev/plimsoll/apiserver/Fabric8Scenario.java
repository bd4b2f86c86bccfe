package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.fabric8.kubernetes.api.model.BindingBuilder;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.LimitRangeBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.PodResource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.NullUnmarked;

/** What an operator written with fabric8 does. */
@NullUnmarked // every part of the model may be missing; where one is, the scenario ends
final class Fabric8Scenario {
    private static final String TEAM = "team";

    private final KubernetesClient client;

    private Fabric8Scenario(KubernetesClient client) {
        this.client = client;
    }

    static void run(String kubeconfig) throws Exception {
        var config = Config.fromKubeconfig(kubeconfig);
        config.setRequestRetryBackoffLimit(0); // an answer is an answer
        try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
            var scenario = new Fabric8Scenario(client);
            scenario.prepare();
            scenario.podsAreMadeAndFollowed();
            scenario.patches();
            scenario.serverSideApply();
            scenario.lifeOfAPod();
            scenario.refusals();
        }
    }

    private void prepare() {
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(TEAM)
                        .endMetadata()
                        .build())
                .create();
        client.resource(new ResourceQuotaBuilder()
                        .withNewMetadata()
                        .withName("quota")
                        .withNamespace(TEAM)
                        .endMetadata()
                        .withNewSpec()
                        .addToHard("requests.cpu", new Quantity("3"))
                        .endSpec()
                        .build())
                .create();
        client.resource(new LimitRangeBuilder()
                        .withNewMetadata()
                        .withName("limits")
                        .withNamespace(TEAM)
                        .endMetadata()
                        .withNewSpec()
                        .addNewLimit()
                        .withType("Container")
                        .addToDefaultRequest("cpu", new Quantity("100m"))
                        .addToMax("cpu", new Quantity("2"))
                        .endLimit()
                        .endSpec()
                        .build())
                .create();
    }

    private static Pod pod(String name, String cpu) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(TEAM)
                .addToLabels("app", name)
                .endMetadata()
                .withNewSpec()
                .withNewResources()
                .addToRequests("cpu", new Quantity(cpu))
                .endResources()
                .addNewContainer()
                .withName("c")
                .withImage("example/c:1")
                .endContainer()
                .endSpec()
                .build();
    }

    private PodResource web() {
        return client.pods().inNamespace(TEAM).withName("web");
    }

    private void podsAreMadeAndFollowed() throws InterruptedException {
        var seen = new LinkedBlockingQueue<String>();
        var watched = new LinkedBlockingQueue<String>();
        try (var informer = client.pods().inNamespace(TEAM).inform(new Events(seen));
                var _ = client.pods().inNamespace(TEAM).withLabel("app", "web").watch(new Watcher<Pod>() {
                    @Override
                    public void eventReceived(Action action, Pod pod) {
                        watched.add(action + " " + pod.getMetadata().getName());
                    }

                    @Override
                    public void onClose(WatcherException cause) {
                        watched.add("closed by " + cause);
                    }
                })) {
            var made = client.resource(pod("web", "1")).create();
            assertThat(made.getSpec().getResources().getRequests().get("cpu")).isEqualTo(new Quantity("1"));
            assertThat(made.getSpec()
                            .getContainers()
                            .getFirst()
                            .getResources()
                            .getRequests()
                            .get("cpu"))
                    .isEqualTo(new Quantity("100m"));
            assertThat(made.getStatus().getQosClass()).isEqualTo("Burstable");
            client.resource(pod("other", "500m")).create();
            client.resource(pod("other", "500m")).delete();
            assertThat(List.of(take(seen), take(seen), take(seen)))
                    .containsExactly("added web", "added other", "deleted other");
            assertThat(take(watched)).isEqualTo("ADDED web");
            assertThat(informer.getStore().list()).hasSize(1);
        }
        assertThat(web().get().getMetadata().getGeneration()).isEqualTo(1);
        assertThat(client.pods()
                        .inNamespace(TEAM)
                        .withLabel("app", "web")
                        .list()
                        .getItems())
                .hasSize(1);
        assertThat(client.pods()
                        .inNamespace(TEAM)
                        .withField("status.phase", "Running")
                        .list()
                        .getItems())
                .isEmpty();
    }

    private record Events(LinkedBlockingQueue<String> seen)
            implements io.fabric8.kubernetes.client.informers.ResourceEventHandler<Pod> {
        @Override
        public void onAdd(Pod pod) {
            seen.add("added " + pod.getMetadata().getName());
        }

        @Override
        public void onUpdate(Pod before, Pod pod) {
            seen.add("updated " + pod.getMetadata().getName());
        }

        @Override
        public void onDelete(Pod pod, boolean unknown) {
            seen.add("deleted " + pod.getMetadata().getName());
        }
    }

    private static String take(LinkedBlockingQueue<String> queue) throws InterruptedException {
        var next = queue.poll(30, TimeUnit.SECONDS);
        if (next == null) throw new AssertionError("nothing was seen in 30 s");
        return next;
    }

    private void patches() {
        web().patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"labels\":{\"merge\":\"1\"}}}");
        web().patch(PatchContext.of(PatchType.STRATEGIC_MERGE), "{\"metadata\":{\"labels\":{\"strategic\":\"1\"}}}");
        web().patch(
                        PatchContext.of(PatchType.JSON),
                        "[{\"op\":\"add\",\"path\":\"/metadata/labels/json\",\"value\":\"1\"}]");
        web().edit(pod -> new PodBuilder(pod)
                .editMetadata()
                .addToLabels("edit", "1")
                .endMetadata()
                .build());
        assertThat(web().get().getMetadata().getLabels()).containsKeys("merge", "strategic", "json", "edit");
        var resized = web().subresource("resize")
                .patch(
                        PatchContext.of(PatchType.STRATEGIC_MERGE),
                        "{\"spec\":{\"resources\":{\"requests\":{\"cpu\":\"2\"}}}}");
        assertThat(resized.getMetadata().getGeneration()).isEqualTo(2);
        assertThat(resized.getSpec().getResources().getRequests().get("cpu")).isEqualTo(new Quantity("2"));
    }

    private void serverSideApply() {
        var map = new ConfigMapBuilder()
                .withNewMetadata()
                .withName("map")
                .withNamespace(TEAM)
                .endMetadata();
        client.resource(map.addToData("k", "1").build()).fieldManager("one").serverSideApply();
        var conflict = refused(() -> client.resource(map.addToData("k", "2").build())
                .fieldManager("two")
                .serverSideApply());
        assertThat(conflict.getCode()).isEqualTo(409);
        assertThat(conflict.getStatus().getMessage())
                .isEqualTo("Apply failed with 1 conflict: conflict with \"one\": .data.k");
        var forced = client.resource(map.addToData("k", "2").build())
                .fieldManager("two")
                .forceConflicts()
                .serverSideApply();
        assertThat(forced.getData()).containsEntry("k", "2");
    }

    private void lifeOfAPod() {
        client.bindings()
                .inNamespace(TEAM)
                .resource(new BindingBuilder()
                        .withNewMetadata()
                        .withName("web")
                        .endMetadata()
                        .withNewTarget()
                        .withKind("Node")
                        .withName("n")
                        .endTarget()
                        .build())
                .create();
        var running = web().editStatus(pod -> new PodBuilder(pod)
                .editStatus()
                .withPhase("Running")
                .endStatus()
                .build());
        assertThat(running.getStatus().getPhase()).isEqualTo("Running");
        assertThat(running.getSpec().getNodeName()).isEqualTo("n");
        assertThat(web().evict()).isTrue();
        assertThat(web().get().getMetadata().getDeletionGracePeriodSeconds()).isEqualTo(30);
        web().withGracePeriod(0).delete();
        assertThat(web().get()).isNull();
    }

    private void refusals() {
        var tooMuch = refused(() -> client.resource(pod("big", "4")).create());
        assertThat(tooMuch.getCode()).isEqualTo(403);
        assertThat(tooMuch.getStatus().getReason()).isEqualTo("Forbidden");
        assertThat(tooMuch.getStatus().getMessage())
                .startsWith("pods \"big\" is forbidden: exceeded quota: quota, requested: requests.cpu=4");
        var invalid = refused(() -> client.resource(pod("Not_A_Name", "1")).create());
        assertThat(invalid.getCode()).isEqualTo(422);
        assertThat(invalid.getStatus().getDetails().getCauses().getFirst().getField())
                .isEqualTo("metadata.name");
        var missing = refused(() -> client.pods()
                .inNamespace(TEAM)
                .withName("none")
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{}}"));
        assertThat(missing.getStatus().getMessage()).isEqualTo("pods \"none\" not found");
    }

    private static KubernetesClientException refused(ThrowingCallable call) {
        var refusal = catchThrowableOfType(KubernetesClientException.class, call);
        assertThat(refusal).isNotNull();
        return refusal;
    }
}
