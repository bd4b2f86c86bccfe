package dev.plimsoll.benchmarks.figures;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What {@code run all} and {@code run compare} are asked for.
 *
 * @param repeats how often each benchmark runs; rows show the median
 * @param json where the figures go as JSON; null for nowhere
 * @param isSaved whether the figures become those that the next run is compared with
 * @param kubeconfig of the API server to compare with; null where commits are compared
 * @param commits the two trees to compare; {@code .} is this one
 */
record MeasureOptions(
        Set<BenchmarkProgram> programs,
        int repeats,
        @Nullable Path json,
        boolean isSaved,
        @Nullable Path kubeconfig,
        List<String> commits) {
    static final String USAGE = """
            proof/benchmarks/run all              every benchmark in short; the last committed figures stand beside those of today
            proof/benchmarks/run compare A B      two commits in turn; "." is this tree as it is
            proof/benchmarks/run compare --kubeconfig FILE
                                                  this API server and another one, which runs already, in turn
              --only NAME,...   these benchmarks; default: all of them, for compare requests, apiserver and jmh
              --repeats N       how often each runs, default 1 for all and 3 for compare; rows show the median
              --json FILE       write the figures there, too
              --save            with all: keep the figures in proof/benchmarks/figures.json, to be committed
            Exit code: 0, 1 if a row is worse by more than the noise, 2 if something could not be measured.
            """;

    /** @throws IllegalArgumentException with what is wrong */
    static MeasureOptions parse(boolean isComparison, List<String> arguments) {
        var programs = isComparison
                ? EnumSet.of(BenchmarkProgram.REQUESTS, BenchmarkProgram.APISERVER, BenchmarkProgram.JMH)
                : EnumSet.complementOf(EnumSet.of(BenchmarkProgram.FAULTS));
        var repeats = isComparison ? 3 : 1;
        var isSaved = false;
        Path json = null;
        Path kubeconfig = null;
        var commits = new ArrayList<String>();
        for (var rest = new ArrayList<>(arguments); !rest.isEmpty(); ) {
            var option = rest.removeFirst();
            switch (option) {
                case "--only" -> programs = programs(value(option, rest));
                case "--repeats" -> repeats = count(value(option, rest));
                case "--json" -> json = Path.of(value(option, rest)).toAbsolutePath();
                case "--kubeconfig" -> kubeconfig = Path.of(value(option, rest)).toAbsolutePath();
                case "--save" -> isSaved = true;
                default -> {
                    if (!isComparison || option.startsWith("-"))
                        throw new IllegalArgumentException(option + " is no option of this command");
                    commits.add(option);
                }
            }
        }
        if (isComparison && commits.size() != (kubeconfig == null ? 2 : 0))
            throw new IllegalArgumentException("compare takes two commits, or --kubeconfig and no commit");
        if (isComparison && isSaved) throw new IllegalArgumentException("--save goes with all, not with compare");
        if (kubeconfig != null) programs = EnumSet.of(BenchmarkProgram.APISERVER);
        programs.add(BenchmarkProgram.MACHINE);
        return new MeasureOptions(programs, repeats, json, isSaved, kubeconfig, commits);
    }

    private static String value(String option, List<String> rest) {
        if (rest.isEmpty()) throw new IllegalArgumentException(option + " needs a value");
        return rest.removeFirst();
    }

    private static int count(String text) {
        if (text.matches("[1-9][0-9]?")) return Integer.parseInt(text);
        throw new IllegalArgumentException("--repeats takes a number from 1 to 99, not " + text);
    }

    private static EnumSet<BenchmarkProgram> programs(String names) {
        var programs = EnumSet.noneOf(BenchmarkProgram.class);
        for (var name : names.split(",", -1))
            programs.add(BenchmarkProgram.named(name)
                    .filter(BenchmarkProgram::isInAll)
                    .orElseThrow(() -> new IllegalArgumentException("--only: there is no benchmark \"" + name
                            + "\"; there are "
                            + String.join(
                                    ", ",
                                    java.util.Arrays.stream(BenchmarkProgram.values())
                                            .filter(BenchmarkProgram::isInAll)
                                            .map(BenchmarkProgram::title)
                                            .toList()))));
        return programs;
    }
}
