package dev.plimsoll.nodeagent.simulated.shell;

import dev.plimsoll.nodeagent.simulated.shell.options.Options;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Commands that tell of the container and the node. */
final class SystemPrograms {

    /** 128 and the number of the signal. */
    private static final int TERMINATED = 143;

    private SystemPrograms() {}

    static Map<String, Program> all() {
        var all = new TreeMap<String, Program>();
        all.put("env", SystemPrograms::env);
        all.put("printenv", SystemPrograms::printenv);
        all.put("hostname", (call, io) -> {
            io.line(call.host().hostname());
            return 0;
        });
        all.put("id", SystemPrograms::id);
        all.put("whoami", (call, io) -> {
            var uid = call.host().user().uid();
            if (uid != 0) return io.fail("whoami: unknown uid " + uid);
            io.line("root");
            return 0;
        });
        all.put("sleep", SystemPrograms::sleep);
        all.put("pause", (call, _) -> {
            call.host().time().sleep(Shell.FOR_EVER);
            return 0;
        });
        all.put("timeout", SystemPrograms::timeout);
        all.put("date", SystemPrograms::date);
        all.put("nproc", (call, io) -> {
            io.line(String.valueOf(call.host().cpus()));
            return 0;
        });
        all.put("free", SystemPrograms::free);
        all.put("uname", SystemPrograms::uname);
        all.put("ps", SystemPrograms::ps);
        all.put("kill", (_, _) -> 0);
        all.put("sync", (_, _) -> 0);
        all.put("tty", (_, io) -> {
            io.line("not a tty");
            return 1;
        });
        return all;
    }

    private static int env(Program.Invocation call, Io io) throws IOException, InterruptedException {
        var words = call.arguments();
        var first = 0;
        while (first < words.size() && words.get(first).contains("=")) first++;
        for (var word : words.subList(0, first)) {
            var equals = word.indexOf('=');
            call.shell().variables().put(word.substring(0, equals), word.substring(equals + 1));
        }
        if (first < words.size()) return call.shell().execute(words.subList(first, words.size()), io);
        for (var each : call.shell().variables().entrySet()) io.line(each.getKey() + "=" + each.getValue());
        return 0;
    }

    private static int printenv(Program.Invocation call, Io io) throws IOException {
        if (call.arguments().isEmpty()) {
            for (var each : call.shell().variables().entrySet()) io.line(each.getKey() + "=" + each.getValue());
            return 0;
        }
        var code = 0;
        for (var name : call.arguments()) {
            var value = call.shell().variables().get(name);
            if (value == null) code = 1;
            else io.line(value);
        }
        return code;
    }

    private static int id(Program.Invocation call, Io io) throws IOException {
        var user = call.host().user();
        var options = Options.of(call.arguments(), "ugn");
        if (options.has('u')) io.line(String.valueOf(user.uid()));
        else if (options.has('g')) io.line(String.valueOf(user.gid()));
        else
            io.line("uid=" + user.uid() + (user.uid() == 0 ? "(root)" : "") + " gid=" + user.gid()
                    + (user.gid() == 0 ? "(root)" : "") + " groups=" + user.gid() + (user.gid() == 0 ? "(root)" : ""));
        return 0;
    }

    private static int sleep(Program.Invocation call, Io io) throws IOException, InterruptedException {
        var total = Duration.ZERO;
        for (var word : call.arguments()) {
            var duration = duration(word);
            if (duration.isNegative()) return io.fail("sleep: invalid number '" + word + "'");
            total = total.plus(duration);
        }
        if (total.compareTo(Shell.FOR_EVER) > 0) total = Shell.FOR_EVER;
        call.host().time().sleep(total);
        return 0;
    }

    /** Only waits take time here, so that a command can be out of time only while it waits. */
    private static int timeout(Program.Invocation call, Io io) throws IOException, InterruptedException {
        var words = new ArrayList<>(call.arguments());
        while (!words.isEmpty() && words.getFirst().startsWith("-")) {
            var option = words.removeFirst();
            if (option.matches("-[sk]") && !words.isEmpty()) words.removeFirst();
        }
        if (words.size() < 2) return io.fail("timeout: usage: timeout SECONDS COMMAND");
        var most = duration(words.removeFirst());
        if (most.isNegative())
            return io.fail("timeout: invalid number '" + call.arguments().getFirst() + "'");
        var outer = call.host().time();
        var end = outer.now().plus(most);
        var bounded = new ShellHost.Time() {
            @Override
            public Instant now() {
                return outer.now();
            }

            @Override
            public void sleep(Duration duration) throws InterruptedException, ShellHost.OutOfTimeException {
                var left = Duration.between(outer.now(), end);
                if (duration.compareTo(left) <= 0) {
                    outer.sleep(duration);
                    return;
                }
                outer.sleep(left);
                throw new ShellHost.OutOfTimeException();
            }
        };
        try {
            return call.shell().within(bounded).execute(words, io);
        } catch (ShellHost.OutOfTimeException _) {
            return TERMINATED;
        }
    }

    /** Negative if it is none. */
    static Duration duration(String word) {
        if (word.equals("infinity") || word.equals("inf")) return Shell.FOR_EVER;
        var number = word.matches(".*[smhd]") ? word.substring(0, word.length() - 1) : word;
        var seconds = switch (word.isEmpty() ? 's' : word.charAt(word.length() - 1)) {
            case 'm' -> 60;
            case 'h' -> 3_600;
            case 'd' -> 86_400;
            default -> 1;
        };
        try {
            var value = Double.parseDouble(number) * seconds;
            if (!(value >= 0)) return Duration.ofSeconds(-1);
            return value > Shell.FOR_EVER.toSeconds() ? Shell.FOR_EVER : Duration.ofNanos((long) (value * 1e9));
        } catch (NumberFormatException _) {
            return Duration.ofSeconds(-1);
        }
    }

    private static int date(Program.Invocation call, Io io) throws IOException {
        var now = call.host().time().now().atZone(ZoneOffset.UTC);
        var options = Options.of(call.arguments(), "uIR");
        for (var word : options.rest()) {
            if (!word.startsWith("+")) return io.fail("date: invalid date '" + word + "'");
            var text = new StringBuilder();
            for (var i = 1; i < word.length(); i++) {
                if (word.charAt(i) != '%' || i + 1 == word.length()) {
                    text.append(word.charAt(i));
                    continue;
                }
                var pattern = switch (word.charAt(++i)) {
                    case 'Y' -> "yyyy";
                    case 'm' -> "MM";
                    case 'd' -> "dd";
                    case 'H' -> "HH";
                    case 'M' -> "mm";
                    case 'S' -> "ss";
                    case 'F' -> "yyyy-MM-dd";
                    case 'T' -> "HH:mm:ss";
                    case 'Z' -> "'UTC'";
                    case 'N' -> "nnnnnnnnn";
                    default -> "";
                };
                try {
                    if (word.charAt(i) == 's') text.append(now.toEpochSecond());
                    else if (pattern.isEmpty()) text.append('%').append(word.charAt(i));
                    else text.append(now.format(DateTimeFormatter.ofPattern(pattern, Locale.ROOT)));
                } catch (DateTimeException e) {
                    throw new IllegalStateException("a pattern of ours", e);
                }
            }
            io.line(text.toString());
            return 0;
        }
        io.line(now.format(DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss 'UTC' yyyy", Locale.ROOT)));
        return 0;
    }

    private static int free(Program.Invocation call, Io io) throws IOException {
        var options = Options.of(call.arguments(), "bkmgh");
        var unit = options.has('b') ? 1L : options.has('m') ? 1L << 20 : options.has('g') ? 1L << 30 : 1L << 10;
        var total = call.host().memoryBytes();
        var used = call.host().usedBytes().get();
        io.line("              total        used        free      shared  buff/cache   available");
        io.line(String.format(
                "Mem:    %11d %11d %11d %11d %11d %11d",
                total / unit, used / unit, (total - used) / unit, 0, 0, (total - used) / unit));
        io.line(String.format("Swap:   %11d %11d %11d", 0, 0, 0));
        return 0;
    }

    private static int uname(Program.Invocation call, Io io) throws IOException {
        var options = Options.of(call.arguments(), "asnrmo");
        var all = options.has('a');
        var text = new StringBuilder();
        if (all || options.has('s') || options.flags().isEmpty()) text.append(" Linux");
        if (all || options.has('n')) text.append(' ').append(call.host().hostname());
        if (all || options.has('r')) text.append(" 0.1.0-plimsoll");
        if (all || options.has('m')) text.append(" x86_64");
        if (all || options.has('o')) text.append(" GNU/Linux");
        io.line(text.substring(1));
        return 0;
    }

    private static int ps(Program.Invocation call, Io io) throws IOException {
        io.line("PID   USER     TIME  COMMAND");
        var user = call.host().user().uid() == 0
                ? "root"
                : String.valueOf(call.host().user().uid());
        var number = 1;
        for (var command : call.host().processes()) {
            io.line(String.format("%5d %-8s  0:00 %s", number, user, command));
            number += 6;
        }
        io.line(String.format("%5d %-8s  0:00 %s", number, user, String.join(" ", call.words())));
        return 0;
    }
}
