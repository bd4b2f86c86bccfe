package dev.plimsoll.cli.backtest;

import dev.plimsoll.cli.text.DurationText;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.policy.ContainerPolicy;
import dev.plimsoll.core.estimation.policy.ControlledValues;
import dev.plimsoll.core.estimation.policy.EstimatorKind;
import dev.plimsoll.core.estimation.policy.PodMode;
import dev.plimsoll.core.estimation.policy.PodPolicies;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.estimation.replay.ReplayPlan;
import dev.plimsoll.core.estimation.update.UpdateMode;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** What a VerticalPodAutoscaler would say, as flags. */
final class PolicyOptions {
    @Option(
            names = "--min-allowed",
            paramLabel = "cpu=100m,memory=128Mi",
            description = "The least that is recommended for a container.")
    private String minAllowed = "";

    @Option(names = "--max-allowed", paramLabel = "cpu=2,memory=4Gi", description = "The most for a container.")
    private String maxAllowed = "";

    @Option(names = "--pod-min-allowed", paramLabel = "AMOUNTS", description = "The least for a pod as a whole.")
    private String podMinAllowed = "";

    @Option(names = "--pod-max-allowed", paramLabel = "AMOUNTS", description = "The most for a pod as a whole.")
    private String podMaxAllowed = "";

    @Option(
            names = "--controlled-values",
            paramLabel = "VALUES",
            description = "RequestsAndLimits (default): limits follow in proportion; or RequestsOnly.")
    private String controlledValues = "";

    @Option(
            names = "--update-mode",
            paramLabel = "MODE",
            description = "Off, Initial, Recreate, InPlaceOrRecreate (default) or InPlace.")
    private String updateMode = "";

    @Option(
            names = "--pod-mode",
            paramLabel = "MODE",
            description = "The pod level: PodOnly (default for pods that set nothing there) or PodAndContainers.")
    private String podMode = "";

    @Option(
            names = "--pod-estimator",
            paramLabel = "KIND",
            description = "Sum (default): what containers need, added up; or Whole: also what they used together, "
                    + "side by side with the sum.")
    private String podEstimator = "";

    @Option(
            names = "--update-interval",
            paramLabel = "TIME",
            defaultValue = "1m",
            description = "How often recommender and updater look (default: ${DEFAULT-VALUE}).")
    private String updateInterval = "1m";

    /** With the policies of these flags, unless files have them. */
    ReplayPlan plan(boolean mayHavePolicies, List<String> problems) {
        var plan = ReplayPlan.DEFAULT.withInterval(interval(problems));
        if (!mayHavePolicies) {
            if (!policyTexts().allMatch(String::isEmpty)) {
                problems.add(
                        "--vpa says what the policies are; leave out --min-allowed, --max-allowed, --pod-min-allowed,"
                                + " --pod-max-allowed, --controlled-values, --update-mode, --pod-mode and"
                                + " --pod-estimator");
            }
            return plan;
        }
        var values = named(
                "--controlled-values",
                controlledValues,
                ControlledValues.values(),
                ControlledValues::text,
                ControlledValues.REQUESTS_AND_LIMITS,
                problems);
        var containers = ContainerPolicy.DEFAULT
                .withControlledValues(values)
                .withMinAllowed(amounts("--min-allowed", minAllowed, problems))
                .withMaxAllowed(amounts("--max-allowed", maxAllowed, problems));
        var pod = PodPolicies.DEFAULT
                .withMode(named("--pod-mode", podMode, PodMode.values(), PodMode::text, PodMode.AUTO, problems))
                .withEstimator(named(
                        "--pod-estimator",
                        podEstimator,
                        EstimatorKind.values(),
                        EstimatorKind::text,
                        EstimatorKind.SUM,
                        problems))
                .withControlledValues(values)
                .withMinAllowed(amounts("--pod-min-allowed", podMinAllowed, problems))
                .withMaxAllowed(amounts("--pod-max-allowed", podMaxAllowed, problems));
        return plan.withPolicy(ResourcePolicy.of(containers).withPodPolicies(pod))
                .withMode(named(
                        "--update-mode",
                        updateMode,
                        UpdateMode.values(),
                        UpdateMode::text,
                        UpdateMode.IN_PLACE_OR_RECREATE,
                        problems));
    }

    private Stream<String> policyTexts() {
        return Stream.of(
                minAllowed,
                maxAllowed,
                podMinAllowed,
                podMaxAllowed,
                controlledValues,
                updateMode,
                podMode,
                podEstimator);
    }

    private Duration interval(List<String> problems) {
        return DurationText.parse(updateInterval).orElseGet(() -> {
            problems.add("--update-interval " + updateInterval + ": write a length of time, such as 30s, 1m or 1h");
            return Duration.ofMinutes(1);
        });
    }

    private static <E> E named(
            String option, String text, E[] values, Function<E, String> name, E otherwise, List<String> problems) {
        if (text.isEmpty()) return otherwise;
        for (var value : values) {
            if (name.apply(value).equalsIgnoreCase(text)) return value;
        }
        problems.add(option + " " + text + ": choose one of "
                + String.join(", ", Stream.of(values).map(name).toList()));
        return otherwise;
    }

    private static ResourceAmounts amounts(String option, String text, List<String> problems) {
        var amounts = ResourceAmounts.EMPTY;
        if (text.isEmpty()) return ResourceAmounts.ABSENT;
        for (var part : text.split(",", -1)) {
            var equals = part.indexOf('=');
            var name = equals < 0 ? part : part.substring(0, equals);
            var compute = Compute.ALL.stream()
                    .filter(one -> one.resource().text().equals(name.strip()))
                    .findFirst();
            if (equals < 0 || compute.isEmpty()) {
                problems.add(option + " " + text + ": write it as cpu=100m,memory=128Mi");
                return ResourceAmounts.ABSENT;
            }
            switch (Quantity.parse(part.substring(equals + 1).strip())) {
                case ParsedQuantity.Parsed(var quantity) ->
                    amounts = amounts.with(compute.get().resource(), quantity);
                case ParsedQuantity.Malformed(var reason) -> problems.add(option + " " + part + ": " + reason);
            }
        }
        return amounts;
    }
}
