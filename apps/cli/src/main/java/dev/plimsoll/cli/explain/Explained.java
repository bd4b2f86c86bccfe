package dev.plimsoll.cli.explain;

import dev.plimsoll.core.explain.PodAnswer;

/** A pod and what is decided about it. */
public record Explained(Subject subject, PodAnswer answer) {}
