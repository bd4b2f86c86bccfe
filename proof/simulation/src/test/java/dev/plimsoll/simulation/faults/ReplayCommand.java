package dev.plimsoll.simulation.faults;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What {@code proof/simulation/run} is told: which run to play again.
 *
 * @param mistake that is built in
 * @param isVerbose whether everything is told that happens
 */
record ReplayCommand(long seed, FaultSelection selection, BuiltInMistake mistake, boolean isVerbose) {
    /** Of what follows the name of the script. */
    static ReplayCommand parse(String text) {
        var seed = 0L;
        var selection = FaultSelection.ALL;
        var mistake = BuiltInMistake.NONE;
        var isVerbose = false;
        var words = List.of(text.strip().split(" +", -1)).iterator();
        while (words.hasNext()) {
            var option = words.next();
            if (option.equals("--verbose")) {
                isVerbose = true;
                continue;
            }
            if (!words.hasNext()) throw new IllegalArgumentException(option + " needs a value");
            var value = words.next();
            switch (option) {
                case "--seed" -> seed = Long.parseLong(value);
                case "--faults" -> selection = selection.most(Integer.parseInt(value));
                case "--actions" -> selection = selection.actions(Integer.parseInt(value));
                case "--without" ->
                    selection = new FaultSelection(
                            selection.most(),
                            Stream.of(value.split(",", -1))
                                    .map(FaultKind::valueOf)
                                    .collect(Collectors.toCollection(() -> java.util.EnumSet.noneOf(FaultKind.class))),
                            selection.actions());
                case "--mistake" -> mistake = BuiltInMistake.valueOf(value);
                default -> throw new IllegalArgumentException("unknown option " + option);
            }
        }
        if (seed < 1) throw new IllegalArgumentException("--seed must be at least 1");
        return new ReplayCommand(seed, selection, mistake, isVerbose);
    }

    /** What {@link #parse} reads. */
    String text() {
        return "--seed " + seed
                + (mistake == BuiltInMistake.NONE ? "" : " --mistake " + mistake)
                + selection.arguments()
                + (isVerbose ? " --verbose" : "");
    }

    /** For people to type. */
    String line() {
        return "proof/simulation/run " + text();
    }

    SeedPlayer.Played play(java.util.function.Consumer<String> out) {
        var played = new SeedPlayer(mistake).play(seed, selection, isVerbose ? out : null);
        out.accept("seed " + seed + ": " + played);
        return played;
    }

    /** Plays a run in a process of its own. */
    public static void main(String[] arguments) {
        var command = parse(String.join(" ", arguments));
        var played = command.play(System.out::println);
        System.out.flush();
        Runtime.getRuntime().halt(played.found() == null ? 0 : 1);
    }
}
