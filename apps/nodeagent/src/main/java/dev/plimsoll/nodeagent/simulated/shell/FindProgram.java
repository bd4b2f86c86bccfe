package dev.plimsoll.nodeagent.simulated.shell;

import dev.plimsoll.nodeagent.simulated.files.FileEntry;
import dev.plimsoll.nodeagent.simulated.files.FileProblemException;
import dev.plimsoll.nodeagent.simulated.files.Glob;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** {@code find PATH... [-name GLOB] [-path GLOB] [-type f|d] [-maxdepth N] [-mindepth N] [-o ...] [! ...]}. */
final class FindProgram implements Program {
    private record Visited(String shown, String name, FileEntry entry, int depth) {}

    @Override
    public int run(Invocation call, Io io) throws IOException {
        var words = new ArrayList<>(call.arguments());
        var starts = new ArrayList<String>();
        while (!words.isEmpty()
                && !words.getFirst().startsWith("-")
                && !words.getFirst().equals("!")) starts.add(words.removeFirst());
        if (starts.isEmpty()) starts.add(".");
        var deepest = Integer.MAX_VALUE;
        var least = 0;
        for (var i = 0; i + 1 < words.size(); ) {
            if (!words.get(i).equals("-maxdepth") && !words.get(i).equals("-mindepth")) {
                i++;
                continue;
            }
            if (!words.get(i + 1).matches("[0-9]{1,9}"))
                return io.fail("find: invalid number '" + words.get(i + 1) + "'");
            if (words.get(i).equals("-maxdepth")) deepest = Integer.parseInt(words.get(i + 1));
            else least = Integer.parseInt(words.get(i + 1));
            words.subList(i, i + 2).clear();
        }
        var unknown = new ArrayList<String>();
        var condition = any(words, unknown);
        if (!unknown.isEmpty()) return io.fail("find: unrecognized: " + unknown.getFirst());
        var code = 0;
        for (var start : starts) {
            var path = call.path(start);
            var entry = call.host().files().find(path);
            if (entry.isEmpty()) {
                code = io.fail("find: " + start + ": " + FileProblemException.MISSING);
                continue;
            }
            var name = path.substring(path.lastIndexOf('/') + 1);
            visit(call, io, new Visited(start, name, entry.get(), 0), path, condition, least, deepest);
        }
        return code;
    }

    private static void visit(
            Invocation call, Io io, Visited at, String path, Predicate<Visited> condition, int least, int deepest)
            throws IOException {
        if (at.depth >= least && condition.test(at)) io.line(at.shown);
        if (!(at.entry instanceof FileEntry.Directory) || at.depth >= deepest) return;
        for (var name : call.host().files().names(path)) {
            var below = path.equals("/") ? "/" + name : path + "/" + name;
            var entry = call.host().files().findItself(below);
            if (entry.isEmpty()) continue; // it has gone meanwhile
            var shown = at.shown.endsWith("/") ? at.shown + name : at.shown + "/" + name;
            visit(call, io, new Visited(shown, name, entry.get(), at.depth + 1), below, condition, least, deepest);
        }
    }

    private static Predicate<Visited> any(List<String> words, List<String> unknown) {
        var at = words.indexOf("-o");
        if (at >= 0) return any(words.subList(0, at), unknown).or(any(words.subList(at + 1, words.size()), unknown));
        Predicate<Visited> all = _ -> true;
        var isNegated = false;
        for (var i = 0; i < words.size(); i++) {
            var word = words.get(i);
            if (word.equals("!") || word.equals("-not")) {
                isNegated = true;
                continue;
            }
            if (word.equals("-print") || word.equals("-a")) continue;
            if (i + 1 == words.size()) {
                unknown.add(word);
                break;
            }
            var value = words.get(++i);
            var one = one(word, value, unknown);
            all = all.and(isNegated ? one.negate() : one);
            isNegated = false;
        }
        return all;
    }

    private static Predicate<Visited> one(String word, String value, List<String> unknown) {
        return switch (word) {
            case "-name" -> at -> Glob.matches(value, at.name);
            case "-path", "-wholename" -> at -> Glob.matches(value, at.shown);
            case "-type" ->
                at -> switch (value) {
                    case "d" -> at.entry instanceof FileEntry.Directory;
                    case "l" -> at.entry instanceof FileEntry.Link;
                    case "f" -> at.entry instanceof FileEntry.Regular || at.entry instanceof FileEntry.Device;
                    default -> false;
                };
            default -> {
                unknown.add(word);
                yield _ -> false;
            }
        };
    }
}
