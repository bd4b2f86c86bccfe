package dev.plimsoll.apiserver.verbs;

import java.util.random.RandomGenerator;

/** Names that the server makes up. */
public final class GeneratedNames {
    /** Without vowels and without what looks alike, so that no word comes out. */
    private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

    private static final int SUFFIX = 5;
    private static final int LONGEST_PREFIX = 58;

    private final RandomGenerator random;

    public GeneratedNames(RandomGenerator random) {
        this.random = random;
    }

    public String generate(String prefix) {
        var name = new StringBuilder(prefix.length() > LONGEST_PREFIX ? prefix.substring(0, LONGEST_PREFIX) : prefix);
        for (var i = 0; i < SUFFIX; i++) name.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        return name.toString();
    }
}
