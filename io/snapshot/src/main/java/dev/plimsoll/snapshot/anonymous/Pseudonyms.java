package dev.plimsoll.snapshot.anonymous;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Other words for words: the same for the same word and key, different for different words. Without the key nobody finds the word again.
 *
 * <p>A name is replaced word by word, so that names made of others stay so: the pods of a StatefulSet have its name and a number, its claims
 * have both. Numbers stay, and so do the few words that Kubernetes itself gives a meaning.
 */
public final class Pseudonyms {
    private static final String ALGORITHM = "HmacSHA256";
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz";
    private static final String DIGITS = "abcdefghijklmnopqrstuvwxyz234567";
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+");
    private static final Pattern VERSION = Pattern.compile("v[0-9]{1,2}((alpha|beta)[0-9]{1,2})?");
    private static final int SHORTEST = 2;
    private static final int LONGEST = 7;
    private static final int TRIES = 8;

    private static final Set<String> KEPT = Set.of(
            "kube",
            "system",
            "node",
            "cluster",
            "critical",
            "public",
            "lease",
            "default",
            "scheduler",
            "latest",
            "sha256",
            "true",
            "false");

    private final Mac mac;
    private final Map<String, String> pseudonyms = new HashMap<>();
    private final Map<String, String> words = new HashMap<>();

    /** @param key of any length but 0; nobody must be able to guess it */
    public Pseudonyms(byte[] key) {
        try {
            mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }

    /** A text with other words; what stands between them stays. */
    public String text(String text) {
        return WORD.matcher(text).replaceAll(match -> word(match.group()));
    }

    /** Another id in the form of a UUID. */
    public String uid(String uid) {
        var hex = HexFormat.of().formatHex(digest("uid/" + uid));
        return hex.substring(0, 8) + "-" + hex.substring(8, 12) + "-" + hex.substring(12, 16) + "-"
                + hex.substring(16, 20) + "-" + hex.substring(20, 32);
    }

    private String word(String word) {
        if (KEPT.contains(word) || isNumber(word) || VERSION.matcher(word).matches()) return word;
        return pseudonyms.computeIfAbsent(word, this::fresh);
    }

    private static boolean isNumber(String word) {
        return word.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /** As long as the word itself where it can be, so that names stay within the bounds that they have. */
    private String fresh(String word) {
        for (var tries = 0; ; tries++) {
            var length = Math.clamp(word.length(), SHORTEST, LONGEST) + tries / TRIES;
            var digest = digest(tries + "/" + word);
            var pseudonym = new StringBuilder(length);
            pseudonym.append(LETTERS.charAt((digest[0] & 0xFF) % LETTERS.length()));
            for (var i = 1; i < length; i++) pseudonym.append(DIGITS.charAt(digest[i] & 31));
            var chosen = pseudonym.toString();
            if (!KEPT.contains(chosen) && words.putIfAbsent(chosen, word) == null) return chosen;
        }
    }

    private byte[] digest(String text) {
        return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    }
}
