package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

// Acceptance of Kubernetes clients: protobuf-custom, client-libraries
/** Kinds of definitions over TLS, with the clients that people use. */
@NullUnmarked // every part of fabric8's model may be missing; where one is, the test ends
class CustomResourceClientsTest {
    private static final String WIDGET = """
            apiVersion: example.com/v1
            kind: Widget
            metadata: {name: w}
            spec: {color: red}
            """;

    @TempDir
    private Path folder;

    private final TestServer server = TestServer.secure();

    @AfterEach
    void closed() {
        assertThat(server.defects()).isEmpty();
        server.close();
    }

    @Test
    void kubectlKnowsThemByAllTheirNames() throws Exception {
        Assumptions.assumeTrue(Kubectl.isInstalled(), "no kubectl on the PATH");
        var kubectl = Kubectl.of(server, folder);
        kubectl.file("definition.yaml", Widgets.DEFINITION);
        kubectl.file("widget.yaml", WIDGET);
        assertThat(kubectl.run("apply", "-f", "definition.yaml")).contains("widgets.example.com created");
        assertThat(kubectl.run("wait", "--for", "condition=established", "crd/widgets.example.com"))
                .contains("condition met");
        assertThat(kubectl.run("apply", "-f", "definition.yaml")).contains("unchanged");
        assertThat(kubectl.run("get", "crds")).contains("NAME", "CREATED AT", "widgets.example.com");
        assertThat(kubectl.run("api-resources", "--api-group", "example.com"))
                .contains("wd", "example.com/v1", "Widget");
        assertThat(kubectl.run("apply", "-f", "widget.yaml")).contains("widget.example.com/w created");
        assertThat(kubectl.run("apply", "-f", "widget.yaml")).contains("unchanged");
        assertThat(kubectl.run("get", "wd").replaceAll(" +", " ")).contains("NAME COLOR REPLICAS AGE", "w red 1 ");
        assertThat(kubectl.run("get", "widgets", "-o", "wide")).contains("READY");
        assertThat(kubectl.run("get", "all")).contains("widget.example.com/w");
        assertThat(kubectl.run("get", "wd", "--field-selector", "spec.color=blue"))
                .contains("No resources found");
        assertThat(kubectl.run("explain", "widget.spec.color"))
                .contains("GROUP:      example.com", "FIELD: color <string>", "What it looks like.");
        assertThat(kubectl.run("scale", "widget", "w", "--replicas", "4")).contains("scaled");
        assertThat(kubectl.run("get", "wd", "w", "-o", "jsonpath={.spec.replicas}"))
                .isEqualTo("4");
        kubectl.file("widget.yaml", WIDGET.replace("color: red", "color: red, colour: red"));
        assertThat(kubectl.run("apply", "-f", "widget.yaml"))
                .contains("strict decoding error: unknown field \"spec.colour\"");
        kubectl.file("widget.yaml", WIDGET.replace("color: red", "color: pink"));
        assertThat(kubectl.run("apply", "-f", "widget.yaml"))
                .contains("spec.color: Unsupported value: \"pink\": supported values: \"red\", \"green\", \"blue\"");
        kubectl.file("widget.yaml", WIDGET.replace("red", "blue"));
        assertThat(kubectl.run("apply", "--server-side", "--force-conflicts", "-f", "widget.yaml"))
                .contains("serverside-applied");
        assertThat(kubectl.run("describe", "wd", "w")).contains("Color:", "blue");
        assertThat(kubectl.run(
                        "patch",
                        "wd",
                        "w",
                        "--type",
                        "merge",
                        "--subresource",
                        "status",
                        "-p",
                        "{\"status\":{\"phase\":\"On\"}}"))
                .contains("patched");
        assertThat(kubectl.run("delete", "wd", "--all")).contains("deleted");
        assertThat(kubectl.run("delete", "crd", "widgets.example.com")).contains("deleted");
        assertThat(kubectl.run("get", "wd")).contains("the server could not find the requested resource");
    }

    @Test
    void kubectlAutoscalesByTheOlderVersion() throws Exception {
        Assumptions.assumeTrue(Kubectl.isInstalled(), "no kubectl on the PATH");
        var kubectl = Kubectl.of(server, folder);
        kubectl.file("d.yaml", """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: d}
                spec:
                  selector: {matchLabels: {app: d}}
                  template:
                    metadata: {labels: {app: d}}
                    spec: {containers: [{name: c, image: "example/c:1"}]}
                """);
        kubectl.run("apply", "-f", "d.yaml");
        assertThat(kubectl.run("autoscale", "deployment", "d", "--min", "2", "--max", "5", "--cpu-percent", "60"))
                .contains("horizontalpodautoscaler.autoscaling/d autoscaled");
        assertThat(kubectl.run(
                        "get", "hpa", "d", "-o", "jsonpath={.spec.metrics[0].resource.target.averageUtilization}"))
                .isEqualTo("60");
        assertThat(kubectl.run(
                        "get",
                        "horizontalpodautoscalers.v1.autoscaling",
                        "d",
                        "-o",
                        "jsonpath={.spec.targetCPUUtilizationPercentage}"))
                .isEqualTo("60");
        assertThat(kubectl.run("get", "hpa")).contains("Deployment/d");
    }

    @Group("example.com")
    @Version("v1")
    static class Widget extends CustomResource<WidgetSpec, WidgetStatus> implements Namespaced {
        private static final long serialVersionUID = 1;
    }

    /** As fabric8 reads it: fields and their accessors. */
    static class WidgetSpec {
        public String color;
        public int replicas = 2;
    }

    static class WidgetStatus {
        public String phase;
    }

    private KubernetesClient client() {
        var config = Config.fromKubeconfig(server.server().kubeconfig("admin", TestServer.TOKEN));
        config.setRequestRetryBackoffLimit(0);
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    @Test
    void fabric8KnowsThemByClassAndWithout() throws Exception {
        try (var client = client()) {
            client.load(new java.io.ByteArrayInputStream(Widgets.DEFINITION.getBytes(StandardCharsets.UTF_8)))
                    .create();
            var seen = new LinkedBlockingQueue<String>();
            try (var informer = client.resources(Widget.class).inAnyNamespace().inform(new ResourceEventHandler<>() {
                @Override
                public void onAdd(Widget widget) {
                    seen.add("added " + widget.getSpec().color);
                }

                @Override
                public void onUpdate(Widget before, Widget now) {
                    seen.add("updated " + (now.getStatus() == null ? "" : now.getStatus().phase));
                }

                @Override
                public void onDelete(Widget widget, boolean unknown) {
                    seen.add("deleted " + widget.getSpec().color);
                }
            })) {
                assertThat(informer.isRunning()).isTrue();
                var widget = new Widget();
                widget.setMetadata(new ObjectMetaBuilder()
                        .withName("w")
                        .withNamespace("default")
                        .build());
                widget.setSpec(new WidgetSpec());
                widget.getSpec().color = "red";
                var made = client.resource(widget).create();
                assertThat(seen.poll(30, TimeUnit.SECONDS)).isEqualTo("added red");
                made.setStatus(new WidgetStatus());
                made.getStatus().phase = "On";
                client.resource(made).updateStatus();
                assertThat(seen.poll(30, TimeUnit.SECONDS)).isEqualTo("updated On");
                GenericKubernetesResource generic = client.genericKubernetesResources("example.com/v1", "Widget")
                        .inNamespace("default")
                        .withName("w")
                        .get();
                assertThat(generic.<String>get("status", "phase")).isEqualTo("On");
                assertThat(generic.<Integer>get("spec", "replicas")).isEqualTo(2);
                client.resources(Widget.class)
                        .inNamespace("default")
                        .withName("w")
                        .scale(3);
                assertThat(client.resources(Widget.class)
                                .inNamespace("default")
                                .withName("w")
                                .get()
                                .getSpec()
                                .replicas)
                        .isEqualTo(3);
                client.resource(widget).delete();
                String last;
                do {
                    last = seen.poll(30, TimeUnit.SECONDS);
                } while (last != null && last.startsWith("updated"));
                assertThat(last).isEqualTo("deleted red");
            }
        }
    }
}
