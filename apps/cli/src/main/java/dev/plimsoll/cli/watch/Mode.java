package dev.plimsoll.cli.watch;

/** What the keys are for at the moment. */
sealed interface Mode {
    /** Moving in the list of pods. */
    record Listing() implements Mode {}

    record Help() implements Mode {}

    /** Typing a part of a name. */
    record Filtering() implements Mode {}

    /**
     * Reading a page about a pod.
     *
     * @param offset lines above the first one that is shown
     */
    record Details(PodRow pod, int offset) implements Mode {
        Details moved(int lines) {
            return new Details(pod, Math.max(0, offset + lines));
        }
    }

    /**
     * Typing what a pod is to have.
     *
     * @param options those of {@code plimsoll resize}
     */
    record Resizing(PodRow pod, String options) implements Mode {}
}
