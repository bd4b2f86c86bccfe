package dev.plimsoll.apiserver.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HtmlLinksTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "<a href=\"/x\">|<a href=\"/proxy/x\">",
                "<IMG SRC='/x?y=/z'>|<IMG SRC='/proxy/x?y=/z'>",
                "<a href=\"x\">|<a href=\"x\">",
                "<a href=\"//other/x\">|<a href=\"//other/x\">",
                "<a href=\"https://other/x\">|<a href=\"https://other/x\">",
                "<p>/x</p>|<p>/x</p>"
            })
    void links(String before, String after) {
        assertThat(HtmlLinks.rewritten(before, "/proxy")).isEqualTo(after);
    }
}
