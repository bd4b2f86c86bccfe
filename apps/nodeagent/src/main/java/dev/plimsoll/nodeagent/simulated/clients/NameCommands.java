package dev.plimsoll.nodeagent.simulated.clients;

import dev.plimsoll.nodeagent.simulated.network.ClusterNames;
import java.io.IOException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Programs that look names up. */
public final class NameCommands {
    private static final Set<String> TYPES = Set.of("A", "AAAA", "CNAME", "SRV", "PTR", "TXT", "NS", "MX", "ANY");
    private static final Set<String> VALUED = Set.of("p", "t", "b", "x");

    private NameCommands() {}

    /** {@code dig}. */
    public static int dig(ClientConsole console) throws IOException {
        var flags = console.arguments().stream()
                .filter(word -> word.startsWith("+"))
                .toList();
        var rest = console.arguments().stream()
                .filter(word -> !word.startsWith("+") && !word.startsWith("@"))
                .toList();
        var options = ClientOptions.of(rest, VALUED);
        var type = options.value("t").orElse("A");
        var name = "";
        for (var word : options.operands()) {
            if (TYPES.contains(word.toUpperCase(Locale.ROOT))) type = word.toUpperCase(Locale.ROOT);
            else name = word;
        }
        var address = options.value("x").orElse("");
        if (!address.isEmpty()) {
            name = reversed(address);
            type = "PTR";
        }
        for (var answer : answers(console, name, type, flags.contains("+search"))) {
            if (flags.contains("+short")) console.line(answer.value());
            else console.line(answer.name() + ".\t30\tIN\t" + answer.type() + "\t" + answer.value());
        }
        return 0;
    }

    private static String reversed(String address) {
        var parts = List.of(address.split("\\.", -1)).reversed();
        return String.join(".", parts) + ".in-addr.arpa.";
    }

    private static List<ClusterNames.Answer> answers(
            ClientConsole console, String name, String type, boolean isSearched) {
        var names = console.network().names();
        var whole = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
        var tried = isSearched ? ClusterNames.candidates(console.network().namespace(), name) : List.of(whole);
        for (var candidate : tried) {
            var found = names.records(candidate, type);
            if (!found.isEmpty()) return found;
        }
        return List.of();
    }

    /** {@code nslookup}. */
    public static int nslookup(ClientConsole console) throws IOException {
        var words = console.arguments().stream()
                .filter(word -> !word.startsWith("-"))
                .toList();
        if (words.isEmpty()) return console.fail(1, "nslookup: expected a name");
        var name = words.getFirst();
        console.line("Server:\t\t10.96.0.10");
        console.line("Address:\t10.96.0.10:53");
        console.line("");
        var found = answers(console, name, "A", true);
        if (found.isEmpty()) {
            console.line("** server can't find " + name + ": NXDOMAIN");
            return console.fail(1, "");
        }
        for (var answer : found) {
            if (answer.type().equals("CNAME")) {
                console.line(answer.name() + "\tcanonical name = " + answer.value());
                continue;
            }
            console.line("Name:\t" + answer.name());
            console.line("Address: " + answer.value());
        }
        return 0;
    }

    /** {@code getent hosts}. */
    public static int getent(ClientConsole console) throws IOException {
        var words = console.arguments();
        if (words.size() < 2 || !List.of("hosts", "ahosts", "ahostsv4").contains(words.getFirst()))
            return console.fail(1, "getent: only hosts are known here");
        var code = 0;
        for (var name : words.subList(1, words.size())) {
            var lines = new ArrayList<String>();
            for (var address : console.network().inHostsFile(name)) lines.add(address);
            try {
                if (lines.isEmpty()) lines.add(console.network().resolve(name));
            } catch (UnknownHostException _) {
                code = 2; // as where a key is not found
            }
            for (var address : lines) console.line("%-17s %s  %s".formatted(address, name, name));
        }
        return code;
    }

    /** {@code agnhost connect HOST:PORT}: prints what kind of failure there is, if any. */
    public static int connect(ClientConsole console) throws IOException {
        var options = ClientOptions.of(console.arguments(), Set.of("timeout", "protocol"));
        if (options.operands().isEmpty()) return console.fail(1, "OTHER: expected HOST:PORT");
        var target = options.operands().getFirst();
        var colon = target.lastIndexOf(':');
        if (colon < 0 || !target.substring(colon + 1).matches("[0-9]{1,5}"))
            return console.fail(1, "OTHER: expected HOST:PORT");
        var port = Integer.parseInt(target.substring(colon + 1));
        try (var _ = console.network().connect(target.substring(0, colon), port)) {
            return 0;
        } catch (UnknownHostException e) {
            return console.fail(1, "DNS: " + e.getMessage());
        } catch (IOException _) {
            return console.fail(1, "REFUSED");
        }
    }
}
