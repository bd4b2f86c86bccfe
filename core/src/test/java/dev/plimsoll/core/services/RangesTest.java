package dev.plimsoll.core.services;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.util.HashSet;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** spec/kinds.md 5.2. */
class RangesTest {
    @ParameterizedTest
    @CsvSource({
        "10.96.0.0/16, 10.96.0.0, 10.96.0.1, 65534",
        "10.96.3.7/12, 10.96.0.0, 10.96.0.1, 1048574",
        "192.168.1.16/28, 192.168.1.16, 192.168.1.17, 14",
        "2001:db8::/112, 2001:db8::, 2001:db8::1, 65535",
        "fd00:10:96::/108, fd00:10:96::, fd00:10:96::1, 1048575"
    })
    void blocks(String text, String network, String first, long size) {
        var range = AddressRange.parse(text);
        assertThat(range.network()).isEqualTo(network);
        assertThat(range.first()).isEqualTo(first);
        assertThat(range.size()).isEqualTo(size);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.96.0.0", "10.96.0.0/x", "10.96.0.0/31", "10.96.0.0/0", "host/8", "2001:db8::/127"})
    void noBlocks(String text) {
        assertThatThrownBy(() -> AddressRange.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @RepeatedTest(40)
    @DisplayName("every address of a block comes once, those of the lower band last")
    void everyAddressOnce(RepetitionInfo repetition) {
        var bits = 22 + repetition.getCurrentRepetition() % 8;
        var range = AddressRange.parse("10.9.8.7/" + bits);
        var order = range.candidates(repetition.getCurrentRepetition() * 7919L).toList();
        assertThat(new HashSet<>(order)).hasSize(order.size());
        assertThat(order).hasSize((int) range.size()).allMatch(range::contains);
        assertThat(range.contains(range.network())).isFalse();
        var band = range.size() <= 16 ? 0 : (int) Math.min(Math.max(16, range.size() / 16), 256);
        var first = number(range.first());
        assertThat(order.subList(0, order.size() - band)).allMatch(each -> number(each) - first >= band);
    }

    private static long number(String address) {
        var number = 0L;
        for (var part : InetAddress.ofLiteral(address).getAddress()) number = (number << 8) | (part & 0xff);
        return number;
    }

    @RepeatedTest(200)
    @DisplayName("addresses are read as the JDK reads them and written in the shortest form")
    void texts(RepetitionInfo repetition) throws Exception {
        var random = new Random(repetition.getCurrentRepetition());
        var bytes = new byte[random.nextInt(4) == 0 ? 4 : 16];
        for (var i = 0; i < bytes.length; i++) if (random.nextInt(3) == 0) bytes[i] = (byte) random.nextInt();
        var text = AddressText.of(bytes);
        assertThat(AddressText.parse(text)).isEqualTo(bytes);
        assertThat(InetAddress.ofLiteral(text)).isEqualTo(InetAddress.getByAddress(bytes));
        var long6 = InetAddress.getByAddress(bytes).getHostAddress();
        assertThat(AddressText.parse(long6)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1.2.3",
                "1.2.3.4.5",
                "1.2.3.256",
                "01.2.3.4",
                "1:2",
                "1::2::3",
                "1:2:3:4:5:6:7:8:9",
                ":1",
                "g::",
                "1.2.3.4::",
                "::1%eth0",
                "12345::",
                "1:2:3:4:5:6:7::8"
            })
    void noAddresses(String text) {
        assertThatThrownBy(() -> AddressText.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("every port of a range comes once, those of the lower band last")
    void everyPortOnce() {
        var order = PortRange.NODE_PORTS.candidates(12345).boxed().toList();
        assertThat(new HashSet<>(order)).hasSize(2768);
        assertThat(order.subList(0, 2768 - 86)).allMatch(port -> port >= 30_086);
        assertThat(PortRange.parse("100-110").candidates(5).boxed()).hasSize(11);
        assertThatThrownBy(() -> PortRange.parse("5-2")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PortRange.parse("many")).isInstanceOf(IllegalArgumentException.class);
    }
}
