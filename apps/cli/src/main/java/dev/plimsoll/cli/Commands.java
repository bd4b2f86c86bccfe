package dev.plimsoll.cli;

import dev.plimsoll.cli.apiserver.ApiServerCommand;
import dev.plimsoll.cli.autoscaler.AutoscalerCommand;
import dev.plimsoll.cli.backtest.BacktestCommand;
import dev.plimsoll.cli.clusters.DeleteCommand;
import dev.plimsoll.cli.clusters.KubeconfigCommand;
import dev.plimsoll.cli.clusters.LogsCommand;
import dev.plimsoll.cli.clusters.StatusCommand;
import dev.plimsoll.cli.clusters.StopCommand;
import dev.plimsoll.cli.completion.CompleteNamesCommand;
import dev.plimsoll.cli.completion.CompletionCommand;
import dev.plimsoll.cli.components.ControllersCommand;
import dev.plimsoll.cli.components.SchedulerCommand;
import dev.plimsoll.cli.conformance.ConformanceCommand;
import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.console.Subcommands;
import dev.plimsoll.cli.explain.ExplainCommand;
import dev.plimsoll.cli.install.InstallCommand;
import dev.plimsoll.cli.install.MavenRepositoryCommand;
import dev.plimsoll.cli.install.ProgramFolder;
import dev.plimsoll.cli.node.NodeCommand;
import dev.plimsoll.cli.recommend.RecommendCommand;
import dev.plimsoll.cli.reference.ManPagesCommand;
import dev.plimsoll.cli.resize.ResizeCommand;
import dev.plimsoll.cli.simulate.SimulateCommand;
import dev.plimsoll.cli.snapshot.SnapshotCommand;
import dev.plimsoll.cli.store.StoreCommand;
import dev.plimsoll.cli.up.UpCommand;
import dev.plimsoll.cli.watch.WatchCommand;
import dev.plimsoll.cli.webconsole.ConsoleCommand;
import dev.plimsoll.cli.why.WhyCommand;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** All commands by name, in the order of the help. A command is made when it is needed: to describe all of them takes longer than many take to run. */
final class Commands {
    /** Those that speak of the others. */
    private static final Set<String> OF_ALL = Set.of("completion", "man-pages", "install", "help");

    private Commands() {}

    /**
     * The table.
     *
     * @param others runs other commands for a command
     */
    static Map<String, Supplier<Object>> of(Console console, PrintWriter out, Subcommands others) {
        var commands = new LinkedHashMap<String, Supplier<Object>>();
        commands.put("up", () -> new UpCommand(console, out));
        commands.put("status", () -> new StatusCommand(console, out));
        commands.put("stop", () -> new StopCommand(console, out));
        commands.put("delete", () -> new DeleteCommand(console, out));
        commands.put("logs", () -> new LogsCommand(console, out));
        commands.put("kubeconfig", () -> new KubeconfigCommand(console, out));
        commands.put("resize", () -> new ResizeCommand(console, out));
        commands.put("watch", () -> new WatchCommand(console, out, others));
        commands.put("console", () -> new ConsoleCommand(console, out));
        commands.put("explain", () -> new ExplainCommand(console, out));
        commands.put("why", () -> new WhyCommand(console, out));
        commands.put("backtest", () -> new BacktestCommand(console, out));
        commands.put("recommend", () -> new RecommendCommand(console, out));
        commands.put("simulate", () -> new SimulateCommand(console, out, InstantSource.system()));
        commands.put("snapshot", () -> new SnapshotCommand(console, InstantSource.system()));
        commands.put("conformance", () -> new ConformanceCommand(console, out));
        commands.put("apiserver", () -> new ApiServerCommand(console, out));
        commands.put("scheduler", () -> new SchedulerCommand(console, out));
        commands.put("controllers", () -> new ControllersCommand(console, out));
        commands.put("node", () -> new NodeCommand(console, out));
        commands.put("autoscaler", () -> AutoscalerCommand.line(console, out, System.getenv()));
        commands.put("store", () -> StoreCommand.line(console, out, InstantSource.system()));
        commands.put("completion", () -> new CompletionCommand(out));
        commands.put("complete-names", () -> new CompleteNamesCommand(out));
        commands.put("man-pages", () -> new ManPagesCommand(console));
        commands.put("maven-repository", () -> new MavenRepositoryCommand(console, out, ProgramFolder.ofProcess()));
        commands.put("install", () -> new InstallCommand(console, out, others, ProgramFolder.ofProcess()));
        commands.put("version", () -> new VersionCommand(out));
        commands.put("help", () -> new HelpCommand(out));
        return commands;
    }

    /** What is needed for arguments that begin with a word: that command alone, or all if the word is none, or speaks of all. */
    static Map<String, Supplier<Object>> needed(Map<String, Supplier<Object>> commands, String word) {
        var command = commands.get(word);
        return command == null || OF_ALL.contains(word) ? commands : Map.of(word, command);
    }
}
