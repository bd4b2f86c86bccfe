package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.gson.reflect.TypeToken;
import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.informer.ResourceEventHandler;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1Binding;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1Eviction;
import io.kubernetes.client.openapi.models.V1LimitRange;
import io.kubernetes.client.openapi.models.V1LimitRangeItem;
import io.kubernetes.client.openapi.models.V1LimitRangeSpec;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1ObjectReference;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodList;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1ResourceQuota;
import io.kubernetes.client.openapi.models.V1ResourceQuotaSpec;
import io.kubernetes.client.openapi.models.V1ResourceRequirements;
import io.kubernetes.client.util.CallGeneratorParams;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.KubeConfig;
import io.kubernetes.client.util.PatchUtils;
import io.kubernetes.client.util.Watch;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.NullUnmarked;

/** The same with the client of the Kubernetes project. */
@NullUnmarked // every part of the model may be missing; where one is, the scenario ends
final class OfficialScenario {
    private static final String TEAM = "team";

    private final ApiClient client;
    private final CoreV1Api api;

    private OfficialScenario(ApiClient client) {
        this.client = client;
        this.api = new CoreV1Api(client);
    }

    static void run(String kubeconfig) throws Exception {
        var client = ClientBuilder.kubeconfig(KubeConfig.loadKubeConfig(new StringReader(kubeconfig)))
                .build();
        try {
            var scenario = new OfficialScenario(client);
            scenario.prepare();
            scenario.podsAreMadeAndFollowed();
            scenario.patches();
            scenario.serverSideApply();
            scenario.lifeOfAPod();
            scenario.refusals();
        } finally {
            client.getHttpClient().dispatcher().executorService().shutdown();
            client.getHttpClient().connectionPool().evictAll();
        }
    }

    private void prepare() throws ApiException {
        api.createNamespace(new V1Namespace().metadata(new V1ObjectMeta().name(TEAM)))
                .execute();
        api.createNamespacedResourceQuota(
                        TEAM,
                        new V1ResourceQuota()
                                .metadata(new V1ObjectMeta().name("quota"))
                                .spec(new V1ResourceQuotaSpec().putHardItem("requests.cpu", new Quantity("3"))))
                .execute();
        var item = new V1LimitRangeItem()
                .type("Container")
                .putDefaultRequestItem("cpu", new Quantity("100m"))
                .putMaxItem("cpu", new Quantity("2"));
        api.createNamespacedLimitRange(
                        TEAM,
                        new V1LimitRange()
                                .metadata(new V1ObjectMeta().name("limits"))
                                .spec(new V1LimitRangeSpec().addLimitsItem(item)))
                .execute();
    }

    private static V1Pod pod(String name, String cpu) {
        return new V1Pod()
                .metadata(new V1ObjectMeta().name(name).labels(Map.of("app", name)))
                .spec(new V1PodSpec()
                        .resources(new V1ResourceRequirements().putRequestsItem("cpu", new Quantity(cpu)))
                        .addContainersItem(new V1Container().name("c").image("example/c:1")));
    }

    private V1Pod web() throws ApiException {
        return api.readNamespacedPod("web", TEAM).execute();
    }

    private void podsAreMadeAndFollowed() throws Exception {
        var seen = new LinkedBlockingQueue<String>();
        var factory = new SharedInformerFactory(client);
        try {
            factory.sharedIndexInformerFor(
                            (CallGeneratorParams params) -> api.listNamespacedPod(TEAM)
                                    .resourceVersion(params.resourceVersion)
                                    .watch(params.watch)
                                    .timeoutSeconds(params.timeoutSeconds)
                                    .buildCall(null),
                            V1Pod.class,
                            V1PodList.class)
                    .addEventHandler(new Events(seen));
            factory.startAllRegisteredInformers();
            var made = api.createNamespacedPod(TEAM, pod("web", "1")).execute();
            assertThat(made.getSpec().getContainers().getFirst().getResources().getRequests())
                    .containsEntry("cpu", new Quantity("100m"));
            assertThat(made.getStatus().getQosClass()).isEqualTo("Burstable");
            assertThat(take(seen)).isEqualTo("added web");
            var call = api.listNamespacedPod(TEAM)
                    .watch(true)
                    .timeoutSeconds(30)
                    .labelSelector("app=web")
                    .buildCall(null);
            try (Watch<V1Pod> watch =
                    Watch.createWatch(client, call, new TypeToken<Watch.Response<V1Pod>>() {}.getType())) {
                assertThat(watch.next().type).isEqualTo("ADDED");
                api.createNamespacedPod(TEAM, pod("other", "500m")).execute();
                api.deleteNamespacedPod("other", TEAM).execute();
            }
            assertThat(List.of(take(seen), take(seen))).containsExactly("added other", "deleted other");
        } finally {
            factory.stopAllRegisteredInformers();
        }
        assertThat(api.listNamespacedPod(TEAM)
                        .labelSelector("app=web")
                        .execute()
                        .getItems())
                .hasSize(1);
        assertThat(api.listNamespacedPod(TEAM)
                        .fieldSelector("status.phase=Running")
                        .execute()
                        .getItems())
                .isEmpty();
    }

    private record Events(LinkedBlockingQueue<String> seen) implements ResourceEventHandler<V1Pod> {
        @Override
        public void onAdd(V1Pod pod) {
            seen.add("added " + pod.getMetadata().getName());
        }

        @Override
        public void onUpdate(V1Pod before, V1Pod pod) {
            seen.add("updated " + pod.getMetadata().getName());
        }

        @Override
        public void onDelete(V1Pod pod, boolean unknown) {
            seen.add("deleted " + pod.getMetadata().getName());
        }
    }

    private static String take(LinkedBlockingQueue<String> queue) throws InterruptedException {
        var next = queue.poll(30, TimeUnit.SECONDS);
        if (next == null) throw new AssertionError("nothing was seen in 30 s");
        return next;
    }

    private V1Pod patch(String type, String text) throws ApiException {
        return PatchUtils.patch(
                V1Pod.class,
                () -> api.patchNamespacedPod("web", TEAM, new V1Patch(text)).buildCall(null),
                type,
                client);
    }

    private void patches() throws ApiException {
        patch(V1Patch.PATCH_FORMAT_JSON_MERGE_PATCH, "{\"metadata\":{\"labels\":{\"merge\":\"1\"}}}");
        patch(V1Patch.PATCH_FORMAT_STRATEGIC_MERGE_PATCH, "{\"metadata\":{\"labels\":{\"strategic\":\"1\"}}}");
        patch(V1Patch.PATCH_FORMAT_JSON_PATCH, "[{\"op\":\"add\",\"path\":\"/metadata/labels/json\",\"value\":\"1\"}]");
        assertThat(web().getMetadata().getLabels()).containsKeys("merge", "strategic", "json");
        var resized = PatchUtils.patch(
                V1Pod.class,
                () -> api.patchNamespacedPodResize(
                                "web", TEAM, new V1Patch("{\"spec\":{\"resources\":{\"requests\":{\"cpu\":\"2\"}}}}"))
                        .buildCall(null),
                V1Patch.PATCH_FORMAT_STRATEGIC_MERGE_PATCH,
                client);
        assertThat(resized.getMetadata().getGeneration()).isEqualTo(2);
        assertThat(resized.getSpec().getResources().getRequests()).containsEntry("cpu", new Quantity("2"));
    }

    private void apply(String manager, String value, boolean force) throws ApiException {
        var config = "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"web\",\"annotations\":{\"k\":\""
                + value + "\"}}}";
        PatchUtils.patch(
                V1Pod.class,
                () -> api.patchNamespacedPod("web", TEAM, new V1Patch(config))
                        .fieldManager(manager)
                        .force(force)
                        .buildCall(null),
                V1Patch.PATCH_FORMAT_APPLY_YAML,
                client);
    }

    private void serverSideApply() throws ApiException {
        apply("one", "1", false);
        var conflict = refused(() -> apply("two", "2", false));
        assertThat(conflict.getCode()).isEqualTo(409);
        assertThat(conflict.getResponseBody())
                .contains("Apply failed with 1 conflict: conflict with \\\"one\\\": .metadata.annotations.k");
        apply("two", "2", true);
        assertThat(web().getMetadata().getAnnotations()).containsEntry("k", "2");
    }

    /** The answer is a Status, which the generated methods would take for a Binding or an Eviction. */
    private static void done(Call call) throws IOException {
        try (var response = call.execute()) {
            assertThat(response.code()).isEqualTo(201);
        }
    }

    private void lifeOfAPod() throws ApiException, IOException {
        done(api.createNamespacedPodBinding(
                        "web",
                        TEAM,
                        new V1Binding()
                                .metadata(new V1ObjectMeta().name("web"))
                                .target(new V1ObjectReference().kind("Node").name("n")))
                .buildCall(null));
        var pod = web();
        assertThat(pod.getSpec().getNodeName()).isEqualTo("n");
        pod.getStatus().setPhase("Running");
        var running = api.replaceNamespacedPodStatus("web", TEAM, pod).execute();
        assertThat(running.getStatus().getPhase()).isEqualTo("Running");
        done(api.createNamespacedPodEviction("web", TEAM, new V1Eviction().metadata(new V1ObjectMeta().name("web")))
                .buildCall(null));
        assertThat(web().getMetadata().getDeletionGracePeriodSeconds()).isEqualTo(30);
        api.deleteNamespacedPod("web", TEAM).gracePeriodSeconds(0).execute();
        assertThat(refused(this::web).getCode()).isEqualTo(404);
    }

    private void refusals() {
        var tooMuch =
                refused(() -> api.createNamespacedPod(TEAM, pod("big", "4")).execute());
        assertThat(tooMuch.getCode()).isEqualTo(403);
        assertThat(tooMuch.getResponseBody())
                .contains("pods \\\"big\\\" is forbidden: exceeded quota: quota, requested: requests.cpu=4");
        var invalid = refused(
                () -> api.createNamespacedPod(TEAM, pod("Not_A_Name", "1")).execute());
        assertThat(invalid.getCode()).isEqualTo(422);
        assertThat(invalid.getResponseBody()).contains("\"field\":\"metadata.name\"");
    }

    private static ApiException refused(ThrowingCallable call) {
        var refusal = catchThrowableOfType(ApiException.class, call);
        assertThat(refusal).isNotNull();
        return refusal;
    }
}
