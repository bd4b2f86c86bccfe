package dev.plimsoll.cli.console;

import java.util.List;

/** Runs commands of plimsoll inside another one. */
public interface Subcommands {
    /** How a command ended and all that it said. */
    record Result(int exit, String text) {}

    Result run(List<String> arguments);
}
