package dev.plimsoll.e2e;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs commands in containers as {@code kubectl exec} does: through the API server, the node agent and the runtime. */
final class Exec implements AutoCloseable {
    private final KubernetesClient client;

    Exec(Path kubeconfig) {
        client = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(kubeconfig.toFile()))
                .build();
    }

    /** What a command came to. */
    record Ran(int exitCode, String output, String errors) {}

    Ran run(String pod, String container, String script) throws InterruptedException {
        var output = new ByteArrayOutputStream();
        var errors = new ByteArrayOutputStream();
        try (var session = client.pods()
                .inNamespace("default")
                .withName(pod)
                .inContainer(container)
                .writingOutput(output)
                .writingError(errors)
                .exec("sh", "-c", script)) {
            var code = session.exitCode().get(Machine.PATIENCE.toSeconds(), TimeUnit.SECONDS);
            return new Ran(code, text(output), text(errors));
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("exec in " + pod + "/" + container + ": " + script, e);
        }
    }

    /** What a script prints that ends well. */
    String sh(String pod, String container, String script) throws InterruptedException {
        var ran = run(pod, container, script);
        if (ran.exitCode() != 0)
            throw new AssertionError(script + "\nended with " + ran.exitCode() + ": " + ran.output() + ran.errors());
        return ran.output();
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8).strip();
    }

    @Override
    public void close() {
        client.close();
    }
}
