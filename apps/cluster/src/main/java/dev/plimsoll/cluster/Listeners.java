package dev.plimsoll.cluster;

import dev.plimsoll.runtime.Reporter;

/** One journal for each part of the cluster. */
final class Listeners {
    private Listeners() {}

    /** @param part named before each message; empty where messages say themselves whose they are */
    static Reporter of(String part, ClusterLog journal) {
        return new Reporter() {
            @Override
            public void tell(String problem) {
                journal.tell(part.isEmpty() ? problem : part + ": " + problem);
            }

            @Override
            public void defect(String where, RuntimeException exception) {
                journal.defect(part.isEmpty() ? where : part + ", " + where, exception);
            }
        };
    }
}
