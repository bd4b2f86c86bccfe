package dev.plimsoll.cli.autoscaler;

import dev.plimsoll.autoscaler.cluster.NamespaceFilter;
import dev.plimsoll.autoscaler.gates.AutoscalerGates;
import dev.plimsoll.cli.connection.ConnectionOptions;
import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What all three programs take. */
final class CommonOptions {
    @Mixin
    final ConnectionOptions connection = new ConnectionOptions();

    @Option(
            names = "--kube-api-qps",
            paramLabel = "N",
            defaultValue = "50",
            description = "Requests per second to the API server (default: ${DEFAULT-VALUE}).")
    private double qps = 50;

    @Option(
            names = "--kube-api-burst",
            paramLabel = "N",
            defaultValue = "100",
            description = "Requests at once after a pause (default: ${DEFAULT-VALUE}).")
    private int burst = 100;

    @Option(
            names = "--vpa-object-namespace",
            paramLabel = "NAME",
            description = "Only objects of this namespace count; without it those of all.")
    private String only = "";

    @Option(
            names = "--ignored-vpa-object-namespaces",
            paramLabel = "A,B",
            description = "Objects of these namespaces do not count.")
    private String ignored = "";

    @Option(
            names = "--feature-gates",
            paramLabel = "A=true,B=false",
            description = "Gates to switch: PerVPAConfig, CPUStartupBoost, InPlace, PodLevelResources, LargestNodeCap.")
    private String gates = "";

    @Option(
            names = {"-v", "--v"},
            paramLabel = "N",
            description = "Taken for upstream's sake, without effect.")
    private int verbosity = 4;

    @Option(
            names = {"--stderrthreshold", "--logtostderr", "--alsologtostderr", "--profiling"},
            arity = "0..1",
            description = "Taken for upstream's sake, without effect.")
    private String unused = "";

    NamespaceFilter namespaces(Checks checks) {
        var names = Arrays.stream(ignored.split(",", -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toSet());
        if (!only.isEmpty() && !names.isEmpty()) {
            checks.problem(
                    "--ignored-vpa-object-namespaces",
                    ignored,
                    "does not go with --vpa-object-namespace " + only + "; leave out one of the two");
        }
        return new NamespaceFilter(only, names);
    }

    AutoscalerGates gates(Checks checks) {
        return switch (AutoscalerGates.parse(gates)) {
            case AutoscalerGates.Parsed.Accepted(var accepted) -> accepted;
            case AutoscalerGates.Parsed.Refused(var reasons) -> {
                for (var reason : reasons) checks.problem("--feature-gates", gates, reason);
                yield AutoscalerGates.NONE;
            }
        };
    }

    /** How fast the API server is asked. */
    record Limit(double qps, int burst) {}

    Limit limit(Checks checks) {
        if (!(qps > 0)) checks.problem("--kube-api-qps", qps, "must be above 0, such as 50");
        return new Limit(qps, checks.positive("--kube-api-burst", burst));
    }

    @Override
    public String toString() {
        return verbosity + unused;
    }
}
