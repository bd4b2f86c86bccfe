package dev.plimsoll.core.certificates;

import java.time.Duration;
import java.time.Instant;

/** From when until when a certificate is good. */
public record Validity(Instant notBefore, Instant notAfter) {
    /** Clocks of others may be a little behind. */
    public static final Duration BACKDATED = Duration.ofMinutes(5);

    private static final Duration SHORTEST = Duration.ofMinutes(10);
    /** Of a shorter life five minutes are too much to lose. */
    private static final Duration SHORT = Duration.ofHours(8);

    private static final double EARLIEST_RENEWAL = 0.7;
    private static final double RENEWAL_SPREAD = 0.2;

    /**
     * Of a certificate that is signed now.
     *
     * @param asked how long it is to be good; zero where nobody says
     * @param most how long the signer makes certificates good at most
     * @param authorityEnds when the signer's own certificate ends
     */
    public static Validity issued(Instant now, Duration asked, Duration most, Instant authorityEnds) {
        var life = asked.isZero() || asked.compareTo(most) > 0 ? most : asked;
        if (life.compareTo(SHORTEST) < 0) life = SHORTEST;
        var wanted = life.compareTo(SHORT) < 0 ? now.plus(life) : now.plus(life).minus(BACKDATED);
        return new Validity(now.minus(BACKDATED), wanted.isBefore(authorityEnds) ? wanted : authorityEnds);
    }

    /**
     * When a new certificate is asked for: after 70 to 90 % of the life of this one, so that a failure leaves time and nodes that were made
     * together do not ask together.
     *
     * @param chance from 0 to 1
     */
    public Instant renewAt(double chance) {
        var life = Duration.between(notBefore, notAfter);
        var part = EARLIEST_RENEWAL + RENEWAL_SPREAD * chance;
        return notBefore.plusMillis((long) (life.toMillis() * part));
    }

    public boolean contains(Instant time) {
        return !time.isBefore(notBefore) && time.isBefore(notAfter);
    }
}
