package dev.plimsoll.benchmarks.faults;

import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** What is done to a part, and undone after a while. */
enum ProcessFault {
    KILL,
    TERM,
    STOP;

    /** How long a part is away. */
    static final long AWAY_SECONDS = 8;

    void doTo(Part part) throws IOException, InterruptedException {
        part.signal(name());
        TimeUnit.SECONDS.sleep(AWAY_SECONDS);
        if (this == STOP) {
            part.signal("CONT");
            return;
        }
        part.awaitEnd();
        part.start();
    }

    @Override
    public String toString() {
        return "SIG" + name().toUpperCase(Locale.ROOT);
    }
}
