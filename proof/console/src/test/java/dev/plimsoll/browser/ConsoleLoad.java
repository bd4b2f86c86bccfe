package dev.plimsoll.browser;

import com.sun.management.OperatingSystemMXBean;
import dev.plimsoll.cli.webconsole.PageCommands;
import dev.plimsoll.console.ConsoleServer;
import dev.plimsoll.console.ConsoleSettings;
import dev.plimsoll.console.access.ApiUsers;
import dev.plimsoll.console.access.SessionKey;
import dev.plimsoll.runtime.Reporter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures the console on a large cluster that changes all the time: {@code proof/console/load} runs it. It is no test: nothing here depends on how long
 * something takes. Sizes are system properties: console.load.nodes, .pods, .changes (each second) and .seconds;
 * with console.load.use=true the use of each pod is told as well.
 */
class ConsoleLoad {
    private static final int NODES = Integer.getInteger("console.load.nodes", 5_000);
    private static final int PODS = Integer.getInteger("console.load.pods", 50_000);
    private static final int CHANGES = Integer.getInteger("console.load.changes", 500);
    private static final int SECONDS = Integer.getInteger("console.load.seconds", 600);
    private static final boolean USE = Boolean.getBoolean("console.load.use");
    /** Pods that are on the first screen and changed one by one. */
    private static final int WATCHED = 1_000;

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private static final Reporter FAILING = new Reporter() {
        @Override
        public void tell(String problem) {
            System.err.println(problem);
        }

        @Override
        public void defect(String where, RuntimeException exception) {
            throw new AssertionError(where, exception);
        }
    };

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency for this alone
    static void say(String what, String format, Object... values) {
        System.out.printf(Locale.ROOT, "%-58s %s%n", what, String.format(Locale.ROOT, format, values));
    }

    @Test
    void measure(@TempDir Path folder) throws Exception {
        var program = Browser.program();
        Assumptions.assumeTrue(program.isPresent(), "no chromium on this machine; .ci/tools installs it");
        say("load of the machine at the beginning", "%.1f", SYSTEM.getSystemLoadAverage());
        try (var cluster = new LoadCluster(folder, NODES, PODS, USE)) {
            var began = System.nanoTime();
            cluster.fill();
            say(
                    "made",
                    "%,d nodes, %,d pods in %d s",
                    NODES,
                    PODS,
                    Duration.ofNanos(System.nanoTime() - began).toSeconds());
            var heap = heap();
            try (var console = ConsoleServer.start(
                            new ConsoleSettings(
                                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                                    null,
                                    Set.of(),
                                    "",
                                    SessionKey.random(),
                                    null,
                                    ""),
                            ApiUsers.only(cluster.client()),
                            new PageCommands(InstantSource.system()),
                            FAILING,
                            InstantSource.system());
                    var browser = Browser.start(program.get())) {
                say("code of the page, compressed", "%,d bytes", code(console));
                var cpu = SYSTEM.getProcessCpuTime();
                try (var tab = browser.open(console.address())) {
                    open(tab, heap, cpu);
                    cluster.change(CHANGES, WATCHED);
                    run(cluster, browser, tab, console);
                }
            }
        }
    }

    private static void open(Tab tab, long heap, long cpu) throws InterruptedException {
        tab.awaitText("Overview");
        tab.hash("#/pods");
        tab.await("document.querySelectorAll('[role=row] [role=gridcell]').length > 100");
        var rows = now(tab);
        tab.await("document.querySelector('output').innerText === '" + String.format(Locale.ROOT, "%,d pods", PODS)
                + "'");
        say(
                "first opened, the cluster listed meanwhile: first rows, all",
                "%.0f ms, %.0f ms, %.1f s of processor time in the server",
                rows,
                now(tab),
                (SYSTEM.getProcessCpuTime() - cpu) / 1e9);
        TimeUnit.SECONDS.sleep(3);
        say("heap for the cluster: what is kept of objects, rows, sums", "%d MB", (heap() - heap) >> 20);
        for (var i = 0; i < 3; i++) {
            tab.call("Page.reload", Browser.parameters());
            tab.await(
                    "performance.now() < 20000 && document.querySelectorAll('[role=row] [role=gridcell]').length > 100");
            var first = now(tab);
            tab.await("document.querySelector('output').innerText.startsWith('"
                    + String.format(Locale.ROOT, "%,d", PODS) + "')");
            say("reloaded: first rows, all rows", "%.0f ms, %.0f ms", first, now(tab));
        }
        say("bytes over the live connection for all rows", "%,d", new PageTimes(tab).received());
    }

    private static double now(Tab tab) {
        return tab.evaluate("performance.now()").asDouble();
    }

    private void run(LoadCluster cluster, Browser browser, Tab tab, ConsoleServer console) throws InterruptedException {
        var page = new PageTimes(tab);
        page.watch();
        var renderer = renderer(browser);
        var processor = processor(renderer);
        var began = System.nanoTime();
        var changed = cluster.changes();
        var bytes = page.received();
        var asked = new ArrayList<long[]>();
        var sample = 0;
        var cpu = SYSTEM.getProcessCpuTime();
        while (System.nanoTime() - began < TimeUnit.SECONDS.toNanos(SECONDS)) {
            for (var i = 0; i < 20; i++) {
                sample++;
                // The first rows of the table, one after the other.
                var number = sample % 15 * 50;
                var when = System.currentTimeMillis();
                cluster.write(number, 100_000 + sample);
                asked.add(new long[] {100_000 + sample, when});
                TimeUnit.MILLISECONDS.sleep(Math.min(500, SECONDS * 1000L / 20));
            }
            say(
                    "tab after " + Duration.ofNanos(System.nanoTime() - began).toSeconds() + " s",
                    "renderer %d MB private, page heap %.1f MB",
                    memory(renderer) >> 10,
                    tab.evaluate("performance.memory.usedJSHeapSize").asLong() / 1048576.0);
        }
        var seconds = (System.nanoTime() - began) / 1e9;
        say("changes", "%.0f a second for %.0f s", (cluster.changes() - changed) / seconds, seconds);
        say("load of the machine", "%.1f", SYSTEM.getSystemLoadAverage());
        say("live connection", "%,.0f bytes a second", (page.received() - bytes) / seconds);
        say("processor of the page's process", "%.1f %% of a core", (processor(renderer) - processor) / seconds * 100);
        page.pixels(asked);
        page.tasks();
        page.queries();
        var withOne = (SYSTEM.getProcessCpuTime() - cpu) / 1e9 / seconds;
        servers(browser, tab, console, withOne);
    }

    private void servers(Browser browser, Tab tab, ConsoleServer console, double withOne) throws InterruptedException {
        var hidden = hidden(tab);
        say("server with one viewer, API server and changes included", "%.0f %% of a core", withOne * 100);
        say("server when nobody looks", "%.0f %% of a core", hidden * 100);
        var before = heap();
        var more = new ArrayList<Tab>();
        try {
            for (var i = 0; i < 4; i++) {
                var another = browser.open(console.address());
                more.add(another);
                another.awaitText("Overview");
                another.hash("#/pods");
                another.await("document.querySelector('output').innerText.includes('pods')");
            }
            TimeUnit.SECONDS.sleep(5);
            say("heap for each more viewer", "%.1f MB", (heap() - before) / 4.0 / 1048576);
            say("server for each of four viewers", "%.1f %% of a core", (used(10) - hidden) / 4 * 100);
        } finally {
            more.forEach(Tab::close);
        }
    }

    /** What is used while nobody looks: another view is open that shows nothing of the cluster. */
    private static double hidden(Tab tab) throws InterruptedException {
        tab.hash("#/simulate");
        tab.awaitText("Manifests");
        TimeUnit.SECONDS.sleep(2);
        return used(10);
    }

    private static double used(int seconds) throws InterruptedException {
        var cpu = SYSTEM.getProcessCpuTime();
        var began = System.nanoTime();
        TimeUnit.SECONDS.sleep(seconds);
        return (double) (SYSTEM.getProcessCpuTime() - cpu) / (System.nanoTime() - began);
    }

    private static long heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** The process of the page: the one of the renderers that has most. */
    private static long renderer(Browser browser) {
        var found = browser.call("", "SystemInfo.getProcessInfo", Browser.parameters());
        var best = 0L;
        var most = -1L;
        for (var each : found.path("processInfo")) {
            if (!each.path("type").asText().equals("renderer")) continue;
            var used = memory(each.path("id").asLong());
            if (used <= most) continue;
            most = used;
            best = each.path("id").asLong();
        }
        return best;
    }

    /** Kilobytes that a process has for itself. */
    private static long memory(long process) {
        try (var lines = Files.lines(Path.of("/proc/" + process + "/smaps_rollup"))) {
            return lines.filter(line -> line.startsWith("Private_"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Seconds that a process has had a processor. */
    private static double processor(long process) {
        try {
            var told = Files.readString(Path.of("/proc/" + process + "/stat"));
            var fields = told.substring(told.lastIndexOf(')') + 2).split(" ", -1);
            return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / 100.0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Of all files that the page loads, as they are sent to a browser. */
    private static long code(ConsoleServer console) throws IOException, InterruptedException {
        var sum = 0L;
        try (var http = HttpClient.newHttpClient()) {
            var names = new ArrayList<>(List.of("index.html", "style.css", "app.js", "data-worker.js"));
            for (var i = 0; i < names.size(); i++) {
                var sent = http.send(
                                HttpRequest.newBuilder(
                                                URI.create("http://127.0.0.1:" + console.port() + "/" + names.get(i)))
                                        .header("Accept-Encoding", "gzip")
                                        .build(),
                                BodyHandlers.ofByteArray())
                        .body();
                sum += sent.length;
                var text = text(sent);
                var imports = Pattern.compile("from ?[\"'](\\.[^\"']+)[\"']").matcher(text);
                while (imports.find()) {
                    var base = URI.create("/" + names.get(i));
                    var name = base.resolve(imports.group(1)).getPath().substring(1);
                    if (!names.contains(name)) names.add(name);
                }
            }
        }
        return sum;
    }

    /** Small files are sent as they are. */
    private static String text(byte[] sent) throws IOException {
        if (sent.length < 2 || (sent[0] & 0xff) != 0x1f) return new String(sent, StandardCharsets.UTF_8);
        try (var unpacked = new GZIPInputStream(new ByteArrayInputStream(sent))) {
            return new String(unpacked.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
