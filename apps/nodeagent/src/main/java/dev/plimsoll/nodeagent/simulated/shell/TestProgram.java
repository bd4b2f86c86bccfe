package dev.plimsoll.nodeagent.simulated.shell;

import dev.plimsoll.nodeagent.simulated.files.FileEntry;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** {@code test}, {@code [} and {@code [[}. */
final class TestProgram {
    private TestProgram() {}

    static int run(Program.Invocation call, Io io) throws IOException {
        var words = call.arguments();
        if (call.name().endsWith("[")) {
            var end = call.name().endsWith("[[") ? "]]" : "]";
            if (words.isEmpty() || !words.getLast().equals(end)) {
                io.fail("sh: " + call.name() + ": missing " + end);
                return 2;
            }
            words = words.subList(0, words.size() - 1);
        }
        var result = any(call, words);
        if (result.isPresent()) return result.get() ? 0 : 1;
        io.fail("sh: " + call.name() + ": "
                + (words.isEmpty() ? "argument expected" : words.getFirst() + ": unknown operand"));
        return 2;
    }

    /** Empty if it makes no sense. */
    private static Optional<Boolean> any(Program.Invocation call, List<String> words) {
        for (var joined : List.of("-o", "-a")) {
            var at = words.size() > 3 ? words.indexOf(joined) : -1;
            if (at <= 0) continue;
            var left = any(call, words.subList(0, at));
            var right = any(call, words.subList(at + 1, words.size()));
            return left.flatMap(one -> right.map(other -> joined.equals("-o") ? one || other : one && other));
        }
        return switch (words.size()) {
            case 0 -> Optional.of(false);
            case 1 -> Optional.of(!words.getFirst().isEmpty());
            case 2 ->
                words.getFirst().equals("!")
                        ? any(call, words.subList(1, 2)).map(value -> !value)
                        : ofOne(call, words.get(0), words.get(1));
            case 3 ->
                words.getFirst().equals("!")
                        ? any(call, words.subList(1, 3)).map(value -> !value)
                        : ofTwo(words.get(0), words.get(1), words.get(2));
            default ->
                words.getFirst().equals("!")
                        ? any(call, words.subList(1, words.size())).map(value -> !value)
                        : Optional.empty();
        };
    }

    private static Optional<Boolean> ofOne(Program.Invocation call, String operator, String value) {
        var entry = call.host().files().find(call.path(value));
        return switch (operator) {
            case "-n" -> Optional.of(!value.isEmpty());
            case "-z" -> Optional.of(value.isEmpty());
            case "-e", "-a" -> Optional.of(entry.isPresent());
            case "-f" -> Optional.of(entry.orElse(null) instanceof FileEntry.Regular);
            case "-d" -> Optional.of(entry.orElse(null) instanceof FileEntry.Directory);
            case "-s" -> Optional.of(entry.orElse(null) instanceof FileEntry.Regular file && file.size() > 0);
            case "-r" -> Optional.of(entry.isPresent());
            case "-x" ->
                Optional.of(entry.map(each -> (each.mode() & 0_111) != 0).orElse(false));
            case "-w" ->
                Optional.of(entry.map(each -> (each.mode() & 0_222) != 0).orElse(false));
            case "-L", "-h" ->
                Optional.of(call.host().files().findItself(call.path(value)).orElse(null) instanceof FileEntry.Link);
            default -> Optional.empty();
        };
    }

    private static Optional<Boolean> ofTwo(String left, String operator, String right) {
        switch (operator) {
            case "=", "==" -> {
                return Optional.of(left.equals(right));
            }
            case "!=" -> {
                return Optional.of(!left.equals(right));
            }
            default -> {}
        }
        try {
            var order = Long.compare(Long.parseLong(left.strip()), Long.parseLong(right.strip()));
            return switch (operator) {
                case "-eq" -> Optional.of(order == 0);
                case "-ne" -> Optional.of(order != 0);
                case "-lt" -> Optional.of(order < 0);
                case "-le" -> Optional.of(order <= 0);
                case "-gt" -> Optional.of(order > 0);
                case "-ge" -> Optional.of(order >= 0);
                default -> Optional.empty();
            };
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }
}
