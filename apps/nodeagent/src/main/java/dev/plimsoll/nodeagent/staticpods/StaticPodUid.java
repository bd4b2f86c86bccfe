package dev.plimsoll.nodeagent.staticpods;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/**
 * The uid of a static pod: FNV-1a of 128 bits over its content, its node and its file or address. So it is the same after a restart, and another
 * one after each change.
 */
final class StaticPodUid {
    private static final BigInteger OFFSET = new BigInteger("6c62272e07bb014262b821756295c58d", 16);
    private static final BigInteger PRIME = new BigInteger("1000000000000000000013b", 16);
    private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(128);

    private StaticPodUid() {}

    /** @param source as {@code file:PATH} or {@code url:ADDRESS} */
    static String of(String content, String node, String source) {
        return hex(content + "host:" + node + source);
    }

    /** The hash of a text, as 32 digits. */
    static String hex(String text) {
        var hash = OFFSET;
        for (var each : text.getBytes(StandardCharsets.UTF_8)) {
            hash = hash.xor(BigInteger.valueOf(each & 0xff)).multiply(PRIME).mod(MODULUS);
        }
        var digits = hash.toString(16);
        return "0".repeat(32 - digits.length()) + digits;
    }
}
