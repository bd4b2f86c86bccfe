package dev.plimsoll.cluster;

import java.time.Duration;

/** Hears how a cluster comes up and what goes wrong in it; a log. */
public interface ClusterLog {
    /** Hears nothing. */
    ClusterLog SILENT = new ClusterLog() {
        @Override
        public void step(String what, Duration took) {}

        @Override
        public void tell(String problem) {}

        @Override
        public void defect(String where, Throwable problem) {}
    };

    /** A part of the cluster is there. */
    void step(String what, Duration took);

    /** Something is tried again, or passed over. */
    void tell(String problem);

    /** A mistake of ours; the cluster goes on. */
    void defect(String where, Throwable problem);
}
