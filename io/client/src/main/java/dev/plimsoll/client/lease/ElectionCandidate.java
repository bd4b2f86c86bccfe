package dev.plimsoll.client.lease;

/** Hears on the thread of the election how it goes; it must not wait. */
public interface ElectionCandidate {
    /** This one leads from now on. */
    void elected();

    /** This one leads no longer, and must have stopped acting when this returns. */
    void ousted();

    /** Somebody leads: this one or another. */
    void leaderIs(String identity);
}
