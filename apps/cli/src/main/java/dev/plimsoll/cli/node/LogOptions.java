package dev.plimsoll.cli.node;

import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.nodeagent.logs.LogLimits;
import java.util.List;
import picocli.CommandLine.Option;

/** How much a real node keeps of what containers say. */
final class LogOptions {
    @Option(
            names = "--container-log-max-size",
            paramLabel = "SIZE",
            defaultValue = "10Mi",
            description =
                    "With cri: put the log file of a container aside when it is larger, and begin another; a size below 0 for never (default: ${DEFAULT-VALUE}).")
    private String maxSize = "10Mi";

    @Option(
            names = "--container-log-max-files",
            paramLabel = "N",
            defaultValue = "5",
            description = "With cri: keep so many log files of a container, at least 2 (default: ${DEFAULT-VALUE}).")
    private int maxFiles = 5;

    LogLimits limits(List<String> problems) {
        if (maxFiles < 2) problems.add("--container-log-max-files " + maxFiles + ": must be 2 or more");
        return switch (Quantity.parse(maxSize)) {
            case ParsedQuantity.Parsed(var size) -> new LogLimits(size.value(), maxFiles);
            case ParsedQuantity.Malformed(var why) -> {
                problems.add("--container-log-max-size " + maxSize + ": " + why + "; give a size such as 10Mi");
                yield LogLimits.DEFAULT;
            }
        };
    }
}
