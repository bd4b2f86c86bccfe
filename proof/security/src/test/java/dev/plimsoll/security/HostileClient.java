package dev.plimsoll.security;

import java.io.IOException;

/** A client that has begun to harm. */
final class HostileClient implements AutoCloseable {
    private final Harm harm;
    private final Runnable end;
    private boolean refused;

    HostileClient(Harm harm, Runnable end) {
        this.harm = harm;
        this.end = end;
    }

    /** A little more of it. */
    interface Harm {
        void go() throws IOException;
    }

    /** Goes on as long as the server lets it. */
    void goOn() {
        try {
            if (!refused) harm.go();
        } catch (IOException _) {
            refused = true;
        }
    }

    @Override
    public void close() {
        end.run();
    }
}
