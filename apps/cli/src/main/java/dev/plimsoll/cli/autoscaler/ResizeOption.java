package dev.plimsoll.cli.autoscaler;

import picocli.CommandLine.Option;

/** Whether pods with resources of their own are resized in place. */
final class ResizeOption {
    @Option(
            names = "--in-place-pod-level-resize",
            paramLabel = "auto|enabled|disabled",
            defaultValue = "auto",
            description = "Whether the cluster can; auto asks it (default: ${DEFAULT-VALUE}).")
    String text = "auto";
}
