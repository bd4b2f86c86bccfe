package dev.plimsoll.e2e;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Runs shell scripts in the virtual machine. */
final class Guest {
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration LONGEST_BOOT = Duration.ofMinutes(3);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    private final URI commands;

    /**
     * One that is there or will be.
     *
     * @param port of this host, which leads to the guest's
     */
    Guest(int port) {
        this.commands = URI.create("http://127.0.0.1:" + port + "/cgi-bin/command");
    }

    record Ran(int exit, String output) {}

    Ran run(String script) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(commands)
                .timeout(LONGEST)
                .POST(HttpRequest.BodyPublishers.ofString(script + "\n"))
                .build();
        var answer = http.send(request, BodyHandlers.ofString()).body();
        var last = answer.lastIndexOf("@@ ");
        if (last < 0) throw new IOException("the guest did not say how this ended: " + script + "\n" + answer);
        return new Ran(
                Integer.parseInt(answer.substring(last + 3).strip()),
                answer.substring(0, last).strip());
    }

    /** What a script that ends well prints. */
    String sh(String script) throws IOException, InterruptedException {
        var ran = run(script);
        if (ran.exit() != 0) throw new AssertionError(script + "\nended with " + ran.exit() + ": " + ran.output());
        return ran.output();
    }

    /** Waits in the guest until a command succeeds. */
    void await(String condition) throws IOException, InterruptedException {
        sh("n=0; until " + condition + "; do n=$((n+1)); [ $n -gt 600 ] && exit 1; sleep 0.2; done");
    }

    void awaitUp(Process machine) throws IOException, InterruptedException {
        var end = System.nanoTime() + LONGEST_BOOT.toNanos();
        while (true) {
            try {
                if (run("true").exit() == 0) return;
            } catch (IOException e) {
                if (!machine.isAlive()) throw new IOException("the machine ended, see qemu.log and vm.log", e);
                if (System.nanoTime() > end) throw e;
                // Nobody listens yet, and nothing tells when somebody will.
                Thread.sleep(200);
            }
        }
    }
}
