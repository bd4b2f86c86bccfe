package dev.plimsoll.nodeagent.simulated.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextProgramsTest {
    @ParameterizedTest(name = "awk {0} -F \"{1}\"")
    @CsvSource(
            delimiter = ';',
            value = {
                "{print $1};'';a e",
                "{print $2, $NF};'';b c|f f",
                "/e/ {print \"x\" $1};'';xe",
                "{print NR \":\" NF};'';1:3 2:2",
                "{print $2};' ';b|f",
                "/f/;'';e f"
            })
    void awk(String program, String separator, String expected) {
        var output = AwkProgram.parse(program).orElseThrow().run("a b c\ne f\n", separator);
        assertThat(output.strip().split("\\s+"))
                .containsExactly(expected.replace('|', ' ').split(" "));
    }

    @Test
    @DisplayName("a program that is not understood is not guessed at")
    void unknown() {
        assertThat(AwkProgram.parse("BEGIN { x = 1 }")).isEmpty();
        assertThat(AwkProgram.parse("{print $1 + $2}")).isEmpty();
        assertThat(SedProgram.parse("y/abc/de/", false)).isEmpty();
        assertThat(SedProgram.parse("s/(/x/", true)).isEmpty();
        assertThat(SedProgram.parse("N;P;D", false)).isEmpty();
    }

    @ParameterizedTest(name = "sed {0}")
    @CsvSource(
            delimiter = ';',
            value = {
                "s/a/x/;false;xba|cxb",
                "s/a/x/g;false;xbx|cxb",
                "s|\\(b\\)|<\\1>|;false;a<b>a|ca<b>",
                "s/b/[&]/;false;a[b]a|ca[b]",
                "/^c/d;false;aba",
                "/^c/p;true;cab",
                "1d;false;cab",
                "1p;true;aba"
            })
    void sed(String program, boolean isQuiet, String expected) {
        var output = SedProgram.parse(program, false).orElseThrow().run("aba\ncab\n", isQuiet);
        assertThat(output).isEqualTo(expected.replace('|', '\n') + "\n");
    }

    @Test
    @DisplayName("hexdump -C shows offset, bytes and characters")
    void hexdump() {
        var bytes = "0123456789abcdef\nz".getBytes(StandardCharsets.US_ASCII);
        assertThat(Hexdump.canonical(bytes)).isEqualTo("""
                00000000  30 31 32 33 34 35 36 37  38 39 61 62 63 64 65 66  |0123456789abcdef|
                00000010  0a 7a                                             |.z|
                00000012
                """);
        assertThat(Hexdump.words(new byte[] {1, 2, 3})).isEqualTo("0000000 0201 0003\n0000003\n");
    }
}
