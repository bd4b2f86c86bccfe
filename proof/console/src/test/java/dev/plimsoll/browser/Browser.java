package dev.plimsoll.browser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Chromium without a window, driven over its DevTools protocol. Nothing is downloaded: it is the one of the system. */
final class Browser implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Process process;
    private final Path profile;
    private final HttpClient http = HttpClient.newHttpClient();
    private final WebSocket socket;
    private final AtomicLong numbers = new AtomicLong();
    private final Map<Long, CompletableFuture<JsonNode>> calls = new ConcurrentHashMap<>();
    /** What pages said to their consoles and what they failed with. */
    private final List<String> complaints = new CopyOnWriteArrayList<>();

    private final StringBuilder received = new StringBuilder();

    private Browser(Process process, Path profile, String address) {
        this.process = process;
        this.profile = profile;
        this.socket = http.newWebSocketBuilder()
                .buildAsync(URI.create(address), new Incoming())
                .join();
    }

    /** The program; empty where there is none. */
    static Optional<Path> program() {
        return List.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome").stream()
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst();
    }

    static Browser start(Path program, String... options) throws IOException {
        var profile = Files.createTempDirectory("console-browser");
        var command = new ArrayList<String>();
        command.add(program.toString());
        command.addAll(List.of(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-extensions",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--no-first-run",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile));
        command.addAll(List.of(options));
        command.add("about:blank");
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        // It says where it listens; what it says later is read, so that it never waits for a reader.
        var reader = process.inputReader();
        for (var line = reader.readLine(); line != null; line = reader.readLine()) {
            if (!line.startsWith("DevTools listening on ")) continue;
            Thread.ofVirtual().start(() -> drain(reader));
            return new Browser(process, profile, line.substring("DevTools listening on ".length()));
        }
        throw new IOException("chromium ended before it listened");
    }

    private static void drain(BufferedReader reader) {
        try {
            var line = reader.readLine();
            while (line != null) line = reader.readLine();
        } catch (IOException _) {
            return; // the browser was ended
        }
    }

    private final class Incoming implements WebSocket.Listener {
        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            received.append(data);
            if (last) {
                take(received.toString());
                received.setLength(0);
            }
            from.request(1);
            return null;
        }
    }

    private void take(String text) {
        try {
            var message = JSON.readTree(text);
            var call = calls.remove(message.path("id").asLong(-1));
            if (call != null) call.complete(message);
            var told = message.path("params");
            switch (message.path("method").asText()) {
                case "Runtime.exceptionThrown" ->
                    complaints.add(
                            told.at("/exceptionDetails/exception/description").asText(text));
                case "Log.entryAdded" -> {
                    if (told.at("/entry/level").asText().equals("error"))
                        complaints.add(told.at("/entry/text").asText() + " "
                                + told.at("/entry/url").asText());
                }
                default -> {}
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    JsonNode call(String session, String method, ObjectNode parameters) {
        var number = numbers.incrementAndGet();
        var answer = new CompletableFuture<JsonNode>();
        calls.put(number, answer);
        var message = JSON.createObjectNode().put("id", number).put("method", method);
        message.set("params", parameters);
        if (!session.isEmpty()) message.put("sessionId", session);
        synchronized (socket) {
            socket.sendText(message.toString(), true).join();
        }
        try {
            var told = answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (told.has("error")) throw new AssertionError(method + ": " + told.path("error"));
            return told.path("result");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError(method + " was not answered", e);
        }
    }

    static ObjectNode parameters() {
        return JSON.createObjectNode();
    }

    /** A new tab, with storage of its own. */
    Tab open(String address) {
        var context = call("", "Target.createBrowserContext", parameters())
                .path("browserContextId")
                .asText();
        var target = call(
                        "",
                        "Target.createTarget",
                        parameters().put("url", "about:blank").put("browserContextId", context))
                .path("targetId")
                .asText();
        var session = call(
                        "",
                        "Target.attachToTarget",
                        parameters().put("targetId", target).put("flatten", true))
                .path("sessionId")
                .asText();
        var tab = new Tab(this, session, target);
        tab.call("Runtime.enable", parameters());
        tab.call("Log.enable", parameters());
        tab.call("Page.enable", parameters());
        tab.size(1440, 900);
        tab.go(address);
        return tab;
    }

    /** What pages complained of until now. */
    List<String> complaints() {
        return new ArrayList<>(complaints);
    }

    void forgetComplaints() {
        complaints.clear();
    }

    @Override
    public void close() throws IOException {
        socket.abort();
        http.close();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        process.onExit().join();
        try (var files = Files.walk(profile)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(file);
        } catch (UncheckedIOException | java.nio.file.NoSuchFileException _) {
            // A helper of the browser was still tidying up; the folder is in the system's folder for such.
        }
    }
}
