package dev.plimsoll.controllers.loop;

import java.util.random.RandomGenerator;

/**
 * Names of what controllers make. They are drawn here and not by the server, so that a request whose answer got lost can be
 * asked about instead of being repeated under another name.
 */
public final class ChildNames {
    private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
    private static final int RANDOM = 5;
    private static final int LONGEST_BASE = 63 - RANDOM;

    private final RandomGenerator random;

    /**
     * Names with a random end.
     *
     * @param random used by several threads
     */
    public ChildNames(RandomGenerator random) {
        this.random = random;
    }

    public String after(String base) {
        var name = new StringBuilder(base.length() > LONGEST_BASE ? base.substring(0, LONGEST_BASE) : base);
        for (var i = 0; i < RANDOM; i++) name.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        return name.toString();
    }
}
