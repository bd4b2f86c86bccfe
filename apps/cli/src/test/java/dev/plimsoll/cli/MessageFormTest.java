package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cli.console.Console;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Every message to a person has one form: what happened, where, what to do. Mistakes of all commands are played. */
// Acceptance of the command line: messages
class MessageFormTest extends CommandLineTest {
    @TempDir
    private static Path folder;

    /** @param where the file, address, object or option that the message names */
    record Mistake(String where, List<String> arguments) {
        @Override
        public String toString() {
            return "plimsoll " + String.join(" ", arguments);
        }
    }

    private static Mistake mistake(String where, String arguments) {
        return new Mistake(where, List.of(arguments.split(" ")));
    }

    @BeforeAll
    static void write() throws IOException {
        Files.writeString(folder.resolve("empty"), "");
        Files.writeString(folder.resolve("bad.conf"), "garbage: [");
        Files.writeString(folder.resolve("bad.yaml"), "a: [");
        Files.writeString(folder.resolve("pod.yaml"), """
                apiVersion: v1
                kind: Pod
                metadata: {name: web}
                spec: {containers: [{name: c, image: i}]}
                """);
        Files.writeString(folder.resolve("off.conf"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {server: "https://127.0.0.1:1"}}]
                users: [{name: u, user: {token: t}}]
                contexts: [{name: one, context: {cluster: c, user: u}}]
                current-context: one
                """);
    }

    static Stream<Mistake> mistakes() {
        return Stream.of(
                mistake("explian", "explian"),
                mistake("--nonsense", "--nonsense"),
                mistake("nonsense", "help nonsense"),
                mistake("x", "version x"),
                mistake("--nonsense", "explain --nonsense"),
                mistake("-f", "explain -f"),
                mistake("none.yaml", "explain -f @none.yaml"),
                mistake("bad.yaml", "explain -f @bad.yaml"),
                mistake("empty", "explain -f @empty"),
                mistake("nonsense", "explain -f @pod.yaml -o nonsense"),
                mistake("nonsense", "explain -f @pod.yaml --topology nonsense"),
                mistake("Nope", "explain -f @pod.yaml --feature-gates Nope=true"),
                mistake("none.yaml", "explain -f @pod.yaml --limit-range @none.yaml"),
                mistake("foo", "explain foo/bar --kubeconfig @off.conf"),
                mistake("https://127.0.0.1:1", "explain pod/web --kubeconfig @off.conf"),
                mistake("none.conf", "explain pod/web --kubeconfig @none.conf"),
                mistake("bad.conf", "explain pod/web --kubeconfig @bad.conf"),
                mistake("two", "explain pod/web --kubeconfig @off.conf --context two"),
                mistake("why", "why"),
                mistake("b c", "why a b c"),
                mistake("https://127.0.0.1:1", "why web --kubeconfig @off.conf"),
                mistake("deploy/", "why deploy/ --kubeconfig @off.conf"),
                mistake("resize", "resize"),
                mistake("--cpu", "resize pod/web --kubeconfig @off.conf"),
                mistake("nonsense", "resize pod/web --cpu nonsense --kubeconfig @off.conf"),
                mistake("https://127.0.0.1:1", "resize pod/web --cpu 1 --kubeconfig @off.conf"),
                mistake("service", "resize service/x --cpu 1 --kubeconfig @off.conf"),
                mistake("client", "resize pod/web --cpu 1 --dry-run=client --kubeconfig @off.conf"),
                mistake("https://127.0.0.1:1", "watch --once --kubeconfig @off.conf"),
                mistake("bad.conf", "watch --once --kubeconfig @bad.conf"),
                mistake("--port", "up --port x"),
                mistake("--port", "up --ephemeral --port 70000"),
                mistake("--nodes", "up --ephemeral --nodes x"),
                mistake("--nodes", "up --ephemeral --nodes -1"),
                mistake("nonsense", "up --ephemeral --topology nonsense"),
                mistake("no/such/file", "up --ephemeral --kubeconfig-out @no/such/file"),
                mistake("empty/data", "up --data @empty/data"),
                mistake("Nope", "up --ephemeral --feature-gates Nope=true"),
                mistake("192.0.2.1", "up --ephemeral --host 192.0.2.1"),
                mistake("Team", "up --ephemeral --name Team_A"),
                mistake("--vpa-speed", "up --ephemeral --vpa-speed x"),
                mistake("no-such", "status no-such"),
                mistake("no-such", "stop no-such"),
                mistake("no-such", "delete no-such"),
                mistake("no-such", "logs no-such"),
                mistake("no-such", "kubeconfig no-such"),
                mistake("https://127.0.0.1:1", "recommend --kubeconfig @off.conf"),
                mistake("nonsense", "recommend --cost nonsense --kubeconfig @off.conf"),
                mistake("nonsense", "recommend -o nonsense"),
                mistake("it needs TLS", "console --kubeconfig @off.conf --address 0.0.0.0"),
                mistake("--tls-private-key-file", "console --kubeconfig @off.conf --tls-cert-file @pod.yaml"),
                mistake("--snapshot", "simulate"),
                mistake("none.json", "simulate --snapshot @none.json"),
                mistake("deploy/web", "simulate --snapshot @pod.yaml --scale deploy/web"),
                mistake("none.yaml", "simulate --snapshot @pod.yaml --scheduler-config @none.yaml"),
                mistake("none.yaml", "simulate --snapshot @pod.yaml --scenarios @none.yaml"),
                mistake("shop/", "simulate --snapshot @pod.yaml --pod-level shop/"),
                mistake("pod/web", "simulate --snapshot @pod.yaml --resize pod/web:disk=1"),
                mistake("none.yaml", "simulate --snapshot @pod.yaml --add-nodes 2:@none.yaml"),
                mistake("--output", "snapshot"),
                mistake("https://127.0.0.1:1", "snapshot -o @s.json.gz --kubeconfig @off.conf"),
                mistake("empty", "snapshot -o @s.json.gz --anonymise-key @empty"),
                mistake("empty", "snapshot -o @s.json.gz --anonymise --anonymise-key @empty"),
                mistake("none", "snapshot -o @s.json.gz --anonymise --anonymise-key @none"),
                mistake("-f FILE", "backtest"),
                mistake("none.csv", "backtest -f @none.csv"),
                mistake("empty", "backtest -f @empty --pod @pod.yaml"),
                mistake("none.yaml", "backtest -f @empty --pod @none.yaml"),
                mistake("nowhere", "conformance @nowhere"),
                mistake("tcsh", "completion tcsh"),
                mistake("man-pages", "man-pages"),
                mistake("empty/below", "man-pages @empty/below"),
                mistake("./plimsoll", "install @empty/below"),
                mistake("nonsense", "store nonsense"),
                mistake("none.db", "store check @none.db"),
                mistake("empty", "store check @empty"),
                mistake("copy.db", "store backup @none.db @copy.db"),
                mistake("--from", "store restore @none.db"),
                mistake("none.conf", "node --kubeconfig @none.conf"),
                mistake("no cluster to talk to", "node"),
                mistake("https://127.0.0.1:1", "node --kubeconfig @off.conf"),
                mistake("two", "node --kubeconfig @off.conf --context two"),
                mistake("no cluster to talk to", "autoscaler recommender"),
                mistake("none.conf", "scheduler --kubeconfig @none.conf"),
                mistake("none.yaml", "scheduler --kubeconfig @off.conf --config @none.yaml"),
                mistake("none.conf", "controllers --kubeconfig @none.conf"),
                mistake("nonsense", "autoscaler nonsense"),
                mistake("none.conf", "autoscaler recommender --kubeconfig @none.conf"),
                mistake("Nope", "autoscaler updater --kubeconfig @off.conf --feature-gates Nope=true"),
                mistake("--port", "apiserver --port x"),
                mistake("none", "apiserver --token-auth-file @none"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    @DisplayName("what happened, where, what to do")
    void form(Mistake mistake) {
        var arguments = mistake.arguments().stream()
                .map(word ->
                        word.startsWith("@") ? folder.resolve(word.substring(1)).toString() : word)
                .toArray(String[]::new);
        var ran = run(arguments);
        assertThat(ran.exit()).as(ran.errors()).isIn(1, 2);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.errors())
                .startsWith("plimsoll: ")
                .contains(mistake.where())
                .doesNotContain("Exception", "\tat ", "a defect in plimsoll")
                .endsWith("\n");
        assertThat(ran.errors().strip().lines().count()).as(ran.errors()).isLessThanOrEqualTo(4);
        assertThat(MessageAdvice.isIn(ran.errors()))
                .as("it says what to do: " + ran.errors())
                .isTrue();
    }

    /** By file, the beginning of a message that ends with somebody else's words, and whose. */
    private static final Map<String, String> HANDED_ON = Map.of(
            "Checks.java: ...: ...: is not a quantity, ...", "the example that the option gives",
            "CommonOptions.java: --feature-gates: ...: ...", "FeatureGates: the gates that are known",
            "FeatureGatesOption.java: --feature-gates: ...", "the same",
            "ExplainCommand.java: --feature-gates: ...", "the same",
            "NamedTransport.java: no connection to ... (...): ...: ...", "NamedTransport.reason",
            "ObjectReference.java: ...: expected KIND/NAME", "an example of the command",
            "Log.java: a defect in plimsoll: ......", "a defect, which nobody but us can mend",
            "NodeCommand.java: ...: passed over, for it means nothing here: ...", "a warning: the node starts");

    @Test
    @DisplayName("every message in the sources that a failure is told with says what to do")
    void sources() throws IOException {
        var messages = FailureMessages.in(Path.of("src/main/java"));
        assertThat(messages).as("messages that were found").hasSizeGreaterThan(150);
        var without = messages.stream()
                .filter(message -> !MessageAdvice.isIn(message.text()))
                .map(FailureMessages.Message::toString)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(without).isEqualTo(new TreeSet<>(HANDED_ON.keySet()));
    }

    @Test
    @DisplayName("a mistake of every command is played")
    void all() {
        var played = mistakes().map(each -> each.arguments().getFirst()).collect(Collectors.toSet());
        var silent = new PrintWriter(Writer.nullWriter());
        var console = new Console(InputStream.nullInputStream(), silent, false, false, false);
        var commands = Main.commandLine(console, silent).getSubcommands().values().stream()
                .map(CommandLine::getCommandName)
                .collect(Collectors.toCollection(TreeSet::new));
        // Shells ask for names, and get none where there are none; the folder of a source tree is the test's own
        // subject.
        commands.removeAll(Set.of("complete-names", "maven-repository"));
        assertThat(played).containsAll(commands);
    }
}
