package dev.plimsoll.apiserver.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WarningHeaderTest {
    @Test
    void quotesAndBackslashesAreEscaped() {
        assertThat(WarningHeader.values(List.of("unknown field \"a\\b\"")))
                .containsExactly("299 - \"unknown field \\\"a\\\\b\\\"\"");
    }

    @Test
    void controlCharactersAreWrittenAsEscapes() {
        assertThat(WarningHeader.values(List.of("a\u0000\r\nSet-Cookie: x")))
                .containsExactly("299 - \"a\\\\u0000\\\\u000d\\\\u000aSet-Cookie: x\"");
    }

    @Test
    void otherCharactersAreSentAsUtf8() {
        var value = WarningHeader.values(List.of("\ud83d\ude00")).getFirst();
        assertThat(new String(value.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8))
                .isEqualTo("299 - \"\ud83d\ude00\"");
    }

    @Test
    void manyWarningsAreCutToABoundInAll() {
        var values = WarningHeader.values(Collections.nCopies(1000, "x".repeat(1000)));
        assertThat(values.stream().mapToInt(String::length).sum()).isLessThanOrEqualTo(4096);
        assertThat(values).hasSizeGreaterThan(10).allMatch(value -> value.length() < 300);
    }

    @Test
    void whateverATextHoldsItsValueIsOneQuotedStringOfPrintableBytes() {
        var random = new Random(1);
        for (var i = 0; i < 5000; i++) {
            var text = new StringBuilder();
            for (var n = random.nextInt(600); n > 0; n--)
                text.append((char) (random.nextInt(4) == 0 ? random.nextInt(0x10000) : "\\\"a\u0001".charAt(n % 4)));
            for (var value : WarningHeader.values(Collections.nCopies(1 + random.nextInt(20), text.toString()))) {
                assertThat(value).matches("299 - \"(?:[ !#-\\[\\]-~\\x80-\\xff]|\\\\[\"\\\\])*\"");
            }
        }
    }
}
