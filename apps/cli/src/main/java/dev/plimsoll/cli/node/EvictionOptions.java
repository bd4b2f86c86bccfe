package dev.plimsoll.cli.node;

import dev.plimsoll.core.allocatable.EvictionHard;
import dev.plimsoll.core.allocatable.EvictionSignal;
import dev.plimsoll.core.allocatable.EvictionSoft;
import dev.plimsoll.core.allocatable.EvictionThreshold;
import dev.plimsoll.core.schedule.GoDuration;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** When nodes evict pods because they run short of something. */
public final class EvictionOptions {
    private static final String DEFAULT =
            "memory.available<100Mi,nodefs.available<10%,nodefs.inodesFree<5%,imagefs.available<15%,imagefs.inodesFree<5%";

    @Option(
            names = "--eviction-hard",
            paramLabel = "SIGNAL<AMOUNT",
            defaultValue = DEFAULT,
            description =
                    "Evict pods when less is available: amounts or percentages (default: ${DEFAULT-VALUE}). What is given replaces all of it.")
    private String hard = DEFAULT;

    @Option(
            names = "--eviction-soft",
            paramLabel = "SIGNAL<AMOUNT",
            description = "Evict pods when less is available for as long as --eviction-soft-grace-period says.")
    private String soft = "";

    @Option(
            names = "--eviction-soft-grace-period",
            paramLabel = "SIGNAL=DURATION",
            description = "One for each signal of --eviction-soft, such as memory.available=1m30s.")
    private String gracePeriods = "";

    @Option(
            names = "--eviction-minimum-reclaim",
            paramLabel = "SIGNAL=AMOUNT",
            description = "Once pods had to go, go on until so much more than the threshold is available.")
    private String minimumReclaim = "";

    @Option(
            names = "--eviction-max-pod-grace-period",
            paramLabel = "SECONDS",
            defaultValue = "0",
            description =
                    "How long a pod may take at most that is evicted for a soft threshold (default: ${DEFAULT-VALUE}).")
    private int maxPodGracePeriod;

    /** What was asked for; what is wrong goes to {@code problems}. */
    public EvictionHard read(List<String> problems) {
        var thresholds = thresholds("--eviction-hard", hard, problems);
        var softly = thresholds("--eviction-soft", soft, problems).thresholds();
        var graces = graces(problems);
        for (var signal : softly.keySet()) {
            if (!graces.containsKey(signal))
                problems.add("--eviction-soft-grace-period: " + signal.kubernetesName()
                        + " of --eviction-soft has none; give it, as in memory.available=1m30s");
        }
        var more = thresholds("--eviction-minimum-reclaim", minimumReclaim.replace('=', '<'), problems)
                .thresholds();
        if (!problems.isEmpty()) return thresholds;
        return thresholds.with(new EvictionSoft(
                Map.<EvictionSignal, EvictionThreshold>copyOf(softly),
                graces,
                more,
                Duration.ofSeconds(Math.max(0, maxPodGracePeriod))));
    }

    private static EvictionHard thresholds(String option, String text, List<String> problems) {
        return switch (EvictionHard.parse(text)) {
            case EvictionHard.Parsed.Ok(var thresholds) -> thresholds;
            case EvictionHard.Parsed.Malformed(var why) -> {
                problems.add(option + ": " + why);
                yield EvictionHard.OFF;
            }
        };
    }

    private Map<EvictionSignal, Duration> graces(List<String> problems) {
        var graces = new EnumMap<EvictionSignal, Duration>(EvictionSignal.class);
        for (var entry : gracePeriods.isBlank() ? List.<String>of() : List.of(gracePeriods.split(",", -1))) {
            var parts = entry.strip().split("=", -1);
            var signal = EvictionSignal.named(parts[0]);
            var duration =
                    parts.length == 2 ? GoDuration.parseWithDays(parts[1]) : java.util.Optional.<Duration>empty();
            if (signal.isPresent() && duration.isPresent()) graces.put(signal.get(), duration.get());
            else problems.add("--eviction-soft-grace-period " + entry + ": expected such as memory.available=1m30s");
        }
        return graces;
    }
}
