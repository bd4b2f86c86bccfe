package dev.plimsoll.nodeagent.simulated.shell;

import dev.plimsoll.nodeagent.simulated.clients.CurlCommand;
import dev.plimsoll.nodeagent.simulated.clients.NameCommands;
import dev.plimsoll.nodeagent.simulated.clients.NetcatCommand;
import dev.plimsoll.nodeagent.simulated.clients.WgetCommand;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** All commands. */
public final class Programs {
    private static final Map<String, Program> ALL = new HashMap<>();

    static {
        ALL.putAll(ShellPrograms.all());
        ALL.putAll(SystemPrograms.all());
        ALL.putAll(TextPrograms.all());
        ALL.putAll(FilePrograms.all());
        ALL.putAll(KernelPrograms.all());
        ALL.put("find", new FindProgram());
        ALL.put("tar", new TarProgram());
        ALL.put("test", TestProgram::run);
        ALL.put("[", TestProgram::run);
        ALL.put("[[", TestProgram::run);
        ALL.putAll(FilterPrograms.all());
        ALL.put("curl", (call, io) -> CurlCommand.run(AgnhostProgram.console(call, io, 1)));
        ALL.put("wget", (call, io) -> WgetCommand.run(AgnhostProgram.console(call, io, 1)));
        ALL.put(
                "nc",
                (call, io) -> NetcatCommand.run(
                        AgnhostProgram.console(call, io, 1),
                        (words, input, output) ->
                                new Shell(call.host(), words).execute(words, new Io(input, output, io.err()))));
        ALL.put("dig", (call, io) -> NameCommands.dig(AgnhostProgram.console(call, io, 1)));
        ALL.put("nslookup", (call, io) -> NameCommands.nslookup(AgnhostProgram.console(call, io, 1)));
        ALL.put("getent", (call, io) -> NameCommands.getent(AgnhostProgram.console(call, io, 1)));
        ALL.put("agnhost", new AgnhostProgram());
        ALL.put("agnhost-2", new AgnhostProgram());
    }

    private Programs() {}

    static Optional<Program> find(String name) {
        return Optional.ofNullable(ALL.get(name));
    }

    /** The one that a word leads to: a name, or a path to where commands are. */
    static Optional<Program> named(String word) {
        var isPlaced = !word.contains("/")
                || word.matches("(/usr)?(/local)?/s?bin/[^/]+")
                || word.matches("/(pause|nnp|agnhost(-2)?)");
        return isPlaced ? find(base(word)) : Optional.empty();
    }

    static String base(String word) {
        return word.substring(word.lastIndexOf('/') + 1);
    }

    /** Whether a command is one of these. */
    public static boolean isKnown(String word) {
        return named(word).isPresent();
    }

    /** Their names, for those who show where they are. */
    public static Set<String> names() {
        return new TreeSet<>(ALL.keySet());
    }
}
