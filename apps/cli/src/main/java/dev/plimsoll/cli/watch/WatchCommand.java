package dev.plimsoll.cli.watch;

import dev.plimsoll.cli.connection.ConnectionOptions;
import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.console.ExitCode;
import dev.plimsoll.cli.console.Subcommands;
import dev.plimsoll.cli.text.Paint;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.client.pace.ComponentThreads;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plimsoll watch}: a live view of nodes and pods. */
@Command(
        name = "watch",
        aliases = "top",
        description = {
            "Show nodes and pods live: what pods desire, were allocated, have and use, and resizes that wait, with the reason.",
            "",
            "Works on any cluster, by a watch. On a pipe, with --once or without a terminal: one picture as plain text."
        },
        footer = {
            "",
            "Keys: ? help, q quit, arrows or j/k move, Enter details, r resize, s sort,",
            "n namespace, / filter (Enter keeps, Escape clears).",
            "",
            "Examples:",
            "  plimsoll watch",
            "  plimsoll watch -n shop --once",
            "  plimsoll top -o json | jq '.pods[] | select(.resize)'"
        })
public final class WatchCommand implements Callable<Integer> {
    /** How one picture is written. */
    enum Output {
        text,
        json
    }

    /** Something to look at. */
    private sealed interface Signal {
        record Pressed(Key key) implements Signal {}

        record Changed() implements Signal {}

        record Resized() implements Signal {}

        /** An answer to a request; what it changes in the answers that are shown. */
        record Answered(UnaryOperator<Answers> change) implements Signal {}

        /** At Ctrl-C, or when the terminal is gone. */
        record Ended(int exit) implements Signal {}
    }

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int PLAIN_WIDTH = 140;
    private static final long FRAME_MILLIS = 100;
    /** Ages go on though nothing happens. */
    private static final long LONGEST_FRAME_MILLIS = 1000;

    private static final int INTERRUPTED = 130;
    private static final String RESIZE_SECONDS = "30";

    private final Console console;
    private final PrintWriter out;

    @Option(names = "--once", description = "Show one picture and end.")
    private boolean once;

    @Option(
            names = {"-o", "--output"},
            defaultValue = "text",
            description = "text or json; json is one picture.")
    private Output output = Output.text;

    @Option(names = "--color", description = "auto, always or never.", defaultValue = "auto")
    private Paint.Choice color = Paint.Choice.auto;

    @Option(
            names = {"-A", "--all-namespaces"},
            description = "All namespaces, which is the default without -n.")
    private boolean allNamespaces;

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    private final Subcommands subcommands;

    public WatchCommand(Console console, PrintWriter out, Subcommands subcommands) {
        this.console = console;
        this.out = out;
        this.subcommands = subcommands;
    }

    @Override
    public Integer call() throws InterruptedException, IOException {
        return switch (connection.connection()) {
            case Configured.Invalid(var why) -> unreadable(why);
            case Configured.Ready ready -> {
                try (var _ = ready.transport()) {
                    yield watch(ready);
                }
            }
        };
    }

    private int watch(Configured.Ready ready) throws InterruptedException, IOException {
        var signals = new LinkedBlockingQueue<Signal>();
        var client = ConnectionOptions.client(ready, "plimsoll-watch");
        var namespace = allNamespaces ? "" : connection.askedNamespace();
        try (var following = new ClusterFollower(client, () -> signals.offer(new Signal.Changed()))) {
            if (!following.awaitSync(PATIENCE)) {
                return unreadable("no answer from the cluster"
                        + (following.trouble().isEmpty() ? "" : ": " + following.trouble())
                        + "; see plimsoll status, or try another --context");
            }
            var view = View.FIRST.withNamespace(namespace);
            if (once || output == Output.json || !console.outIsTerminal()) return picture(following, view);
            var taken = FullScreen.take(
                    () -> signals.offer(new Signal.Resized()), () -> signals.offer(new Signal.Ended(INTERRUPTED)));
            if (taken.isEmpty()) return picture(following, view);
            try (var screen = taken.get()) {
                Thread.ofPlatform().daemon().name("keys").start(() -> keys(screen, signals));
                return live(following, screen, signals, view);
            }
        }
    }

    private int picture(ClusterFollower following, View view) {
        var snapshot = following.snapshot();
        switch (output) {
            case text ->
                new Screen(console.paint(color), PLAIN_WIDTH, 0)
                        .lines(snapshot, view, "once", Answers.NONE)
                        .forEach(out::println);
            case json ->
                out.println(SnapshotDocument.of(snapshot, view.pods(snapshot)).toPrettyString());
        }
        out.flush();
        return ExitCode.OK;
    }

    private static void keys(FullScreen screen, LinkedBlockingQueue<Signal> signals) {
        try {
            for (var key = screen.key(); key.isPresent(); key = screen.key()) {
                signals.offer(new Signal.Pressed(key.get()));
            }
        } catch (IOException _) {
            // The terminal is gone: the view ends as at the end of its input.
        }
        signals.offer(new Signal.Ended(ExitCode.OK));
    }

    /** Draws at most ten times a second, however fast the cluster changes. */
    private int live(ClusterFollower following, FullScreen screen, LinkedBlockingQueue<Signal> signals, View first)
            throws InterruptedException {
        var view = first;
        var answers = Answers.NONE;
        var paint = console.paint(color);
        while (!view.isOver()) {
            var snapshot = following.snapshot();
            var source = following.trouble().isEmpty()
                    ? paint.good("live")
                    : paint.bad(following.trouble()) + "; see plimsoll status, or try another --context";
            screen.show(new Screen(paint, screen.columns(), screen.rows()).lines(snapshot, view, source, answers));
            var signal = signals.poll(LONGEST_FRAME_MILLIS, TimeUnit.MILLISECONDS);
            var changed = false;
            for (; signal != null; signal = signals.poll()) {
                switch (signal) {
                    case Signal.Ended(var exit) -> {
                        return exit;
                    }
                    case Signal.Changed _ -> changed = true;
                    case Signal.Resized _ -> screen.resized();
                    case Signal.Answered(var change) -> answers = change.apply(answers);
                    case Signal.Pressed(var key) -> {
                        var request = view.request(key, snapshot);
                        if (request.isPresent()) answers = ask(request.get(), answers, signals);
                        view = view.on(key, snapshot);
                    }
                }
            }
            if (changed) TimeUnit.MILLISECONDS.sleep(FRAME_MILLIS);
        }
        return ExitCode.OK;
    }

    /** Begins what was asked for, and says so until the answer is there. */
    private Answers ask(View.Request request, Answers answers, LinkedBlockingQueue<Signal> signals) {
        return switch (request) {
            case View.Request.Details(var pod) -> {
                ComponentThreads.named("watch-ask").start(() -> {
                    var page = details(pod);
                    signals.offer(new Signal.Answered(before -> before.withPage(page)));
                });
                yield answers.withPage(List.of("asking the cluster ..."));
            }
            case View.Request.Resize(var pod, var options) -> {
                ComponentThreads.named("watch-ask").start(() -> {
                    var message = resize(pod, options);
                    signals.offer(new Signal.Answered(before -> before.withMessage(message)));
                });
                yield answers.withMessage("resizing " + pod.label() + " ...");
            }
        };
    }

    private List<String> details(PodRow pod) {
        var lines = new ArrayList<String>();
        for (var command : List.of("why", "explain")) {
            var told = subcommands.run(of(pod, command, "pod/" + pod.name()));
            lines.addAll(told.text().lines().toList());
            lines.add("");
        }
        return lines;
    }

    private String resize(PodRow pod, List<String> options) {
        var arguments = of(pod, "resize", "pod/" + pod.name());
        arguments.addAll(List.of("--timeout", RESIZE_SECONDS));
        arguments.addAll(options);
        var told = subcommands.run(arguments);
        var last = told.text().strip().lines().reduce("", (_, line) -> line);
        return "resize of " + pod.label() + ": " + last.strip();
    }

    private List<String> of(PodRow pod, String... words) {
        var arguments = new ArrayList<>(List.of(words));
        arguments.addAll(connection.arguments());
        arguments.addAll(List.of("-n", pod.namespace()));
        return arguments;
    }

    private int unreadable(String problem) {
        console.errors().println("plimsoll: " + problem);
        console.errors().flush();
        return ExitCode.UNREADABLE;
    }
}
