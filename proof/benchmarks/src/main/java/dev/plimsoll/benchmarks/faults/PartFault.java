package dev.plimsoll.benchmarks.faults;

import java.io.IOException;

/** What is done to a part, and undone after a while. */
enum PartFault {
    KILL,
    TERM,
    STOP,
    /** Its network: see {@link Part} for which. */
    CUT;

    void begin(Part part) throws IOException, InterruptedException {
        if (this == CUT) part.cut();
        else part.signal(name());
    }

    void end(Part part) throws IOException, InterruptedException {
        switch (this) {
            case KILL, TERM -> {
                part.awaitEnd();
                part.start();
            }
            case STOP -> part.signal("CONT");
            case CUT -> part.mend();
        }
    }

    @Override
    public String toString() {
        return this == CUT ? "cut" : "SIG" + name();
    }
}
