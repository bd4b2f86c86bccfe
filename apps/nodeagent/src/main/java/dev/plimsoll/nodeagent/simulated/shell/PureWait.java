package dev.plimsoll.nodeagent.simulated.shell;

import dev.plimsoll.nodeagent.simulated.shell.syntax.Script;
import dev.plimsoll.nodeagent.simulated.shell.syntax.ShellParser;
import dev.plimsoll.nodeagent.simulated.shell.syntax.SyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Commands that do nothing but wait, such as {@code sleep 1d}, {@code tail -f /dev/null} or {@code sh -c "while true; do sleep 5; done"}.
 * Nobody has to run them: it is known when they end.
 */
public final class PureWait {
    private PureWait() {}

    /** How long a command waits; empty for one that does something else too, or of which it is not known before it runs. */
    public static Optional<Duration> of(List<String> words) {
        if (words.isEmpty() || !Programs.isKnown(words.getFirst())) return Optional.empty();
        var arguments = words.subList(1, words.size());
        return switch (Programs.base(words.getFirst())) {
            case "sleep" -> sum(arguments);
            case "pause" -> Optional.of(Shell.FOR_EVER);
            case "tail" ->
                arguments.size() == 2
                                && arguments.getFirst().matches("-[fF]")
                                && arguments.get(1).equals("/dev/null")
                        ? Optional.of(Shell.FOR_EVER)
                        : Optional.empty();
            case "exec" -> of(arguments);
            case "sh", "ash", "bash", "dash" ->
                arguments.size() == 2 && arguments.getFirst().equals("-c")
                        ? ofScript(arguments.get(1))
                        : Optional.empty();
            default -> Optional.empty();
        };
    }

    /** Whether a wait has no end. */
    public static boolean isEndless(Duration wait) {
        return wait.compareTo(Shell.FOR_EVER) >= 0;
    }

    private static Optional<Duration> sum(List<String> words) {
        var total = Duration.ZERO;
        for (var word : words) {
            var duration = SystemPrograms.duration(word);
            if (duration.isNegative()) return Optional.empty();
            total = total.plus(duration);
        }
        return words.isEmpty() ? Optional.empty() : Optional.of(total);
    }

    private static Optional<Duration> ofScript(String text) {
        try {
            return of(ShellParser.parse(text));
        } catch (SyntaxException _) {
            return Optional.empty(); // whoever runs it tells of it
        }
    }

    private static Optional<Duration> of(Script script) {
        return only(script).flatMap(command -> switch (command) {
            case Script.Command.Simple simple -> literal(simple).flatMap(PureWait::of);
            case Script.Command.While(var condition, var body, var isUntil) ->
                isAlways(condition, isUntil)
                                && of(body).filter(Duration::isPositive).isPresent()
                        ? Optional.of(Shell.FOR_EVER)
                        : Optional.<Duration>empty();
            case Script.Command.If _,
                    Script.Command.For _,
                    Script.Command.Case _,
                    Script.Command.Function _,
                    Script.Command.Group _ -> Optional.empty();
        });
    }

    /** The one command of a script that has no other. */
    private static Optional<Script.Command> only(Script script) {
        if (script.chains().size() != 1) return Optional.empty();
        var chain = script.chains().getFirst();
        if (!chain.rest().isEmpty() || chain.first().isNegated()) return Optional.empty();
        var commands = chain.first().commands();
        return commands.size() == 1 ? Optional.of(commands.getFirst()) : Optional.empty();
    }

    private static boolean isAlways(Script condition, boolean isUntil) {
        return only(condition)
                .map(command -> command instanceof Script.Command.Simple simple
                        ? literal(simple).orElse(List.of())
                        : List.<String>of())
                .map(words -> isUntil
                        ? words.equals(List.of("false"))
                        : words.equals(List.of("true")) || words.equals(List.of(":")))
                .orElse(false);
    }

    /** The words of a command in which nothing has to be filled in. */
    private static Optional<List<String>> literal(Script.Command.Simple simple) {
        if (!simple.assignments().isEmpty() || !simple.redirections().isEmpty()) return Optional.empty();
        var words = new ArrayList<String>();
        for (var word : simple.words()) {
            var text = new StringBuilder();
            for (var part : word.parts()) {
                if (!(part instanceof Script.Part.Text(var plain, var _))) return Optional.empty();
                text.append(plain);
            }
            words.add(text.toString());
        }
        return Optional.of(words);
    }
}
