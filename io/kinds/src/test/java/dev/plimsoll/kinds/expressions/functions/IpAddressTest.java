package dev.plimsoll.kinds.expressions.functions;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IpAddressTest {
    private static final long SEED = 20260817;
    private static final int TRIES = 5_000;

    @ParameterizedTest
    @CsvSource({
        "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
        "0:0:0:0:0:0:0:0, ::",
        "1:0:0:0:0:0:0:0, 1::",
        "0:0:0:0:0:0:0:1, ::1",
        "2001:DB8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
        "1:0:0:2:0:0:0:3, 1:0:0:2::3",
        "10.0.0.1, 10.0.0.1"
    })
    void theLongestRunOfZerosIsLeftOut(String given, String canonical) {
        assertThat(IpAddress.parse(given).orElseThrow()).hasToString(canonical);
    }

    /** What is shown is read as the same address again, and by Java too. */
    @Test
    void everyAddressIsReadAsItIsShown() throws UnknownHostException {
        var random = new Random(SEED);
        for (var i = 0; i < TRIES; i++) {
            var bytes = address(random);
            var address = IpAddress.of(bytes);
            // IPv4 addresses in IPv6 form are none to the language.
            if (InetAddress.getByAddress(bytes).getAddress().length != bytes.length) continue;
            assertThat(IpAddress.parse(address.toString()))
                    .as(address.toString())
                    .contains(address);
            assertThat(InetAddress.ofLiteral(address.toString()).getAddress()).isEqualTo(bytes);
        }
    }

    /** The obvious twin: both numbers without their last bits. */
    @Test
    void aBlockContainsWhatHasItsFirstBits() {
        var random = new Random(SEED);
        for (var i = 0; i < TRIES; i++) {
            var one = address(random);
            var other = random.nextBoolean() ? address(random) : nearby(one, random);
            var bits = random.nextInt(one.length * 8 + 1);
            var block = new CidrBlock(IpAddress.of(one), bits);
            var open = one.length * 8 - bits;
            var wanted = one.length == other.length
                    && new BigInteger(1, one).shiftRight(open).equals(new BigInteger(1, other).shiftRight(open));
            assertThat(block.contains(IpAddress.of(other)))
                    .as("%s contains %s", block, IpAddress.of(other))
                    .isEqualTo(wanted);
            assertThat(block.contains(block.masked())).isTrue();
            assertThat(block.masked().contains(block)).isTrue();
        }
    }

    private static byte[] address(Random random) {
        var bytes = new byte[random.nextBoolean() ? 4 : 16];
        for (var i = 0; i < bytes.length; i++) bytes[i] = (byte) (random.nextInt(3) == 0 ? random.nextInt(256) : 0);
        return bytes;
    }

    private static byte[] nearby(byte[] address, Random random) {
        var copy = address.clone();
        copy[random.nextInt(copy.length)] ^= (byte) (1 << random.nextInt(8));
        return copy;
    }
}
