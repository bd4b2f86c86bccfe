package dev.plimsoll.e2e;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.ExecWatch;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
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

    /**
     * A session that goes on.
     *
     * @param begun counted down when the command has printed something
     */
    record Open(KubernetesClient client, ExecWatch session, CountDownLatch begun) {
        /** Closes the connection without a word to the other side. */
        void vanish() {
            client.close();
        }
    }

    /** A client with connections of its own. */
    KubernetesClient another() {
        return new KubernetesClientBuilder()
                .withConfig(client.getConfiguration())
                .build();
    }

    /** Begins a session with an input that does not end. */
    static Open open(KubernetesClient own, String pod, String container, String script) {
        var begun = new CountDownLatch(1);
        var session = own.pods()
                .inNamespace("default")
                .withName(pod)
                .inContainer(container)
                .redirectingInput()
                .writingOutput(new FirstByte(begun))
                .exec("sh", "-c", script);
        return new Open(own, session, begun);
    }

    /** Tells when something has come. */
    private static final class FirstByte extends OutputStream {
        private final CountDownLatch come;

        FirstByte(CountDownLatch come) {
            this.come = come;
        }

        @Override
        public void write(int b) {
            come.countDown();
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
