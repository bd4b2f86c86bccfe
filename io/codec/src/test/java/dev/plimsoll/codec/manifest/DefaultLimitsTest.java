package dev.plimsoll.codec.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is meant to exhaust the program meets a bound first. */
class DefaultLimitsTest {
    @Test
    void anEndlessStreamIsRefused() {
        var endless = new InputStream() {
            @Override
            public int read() {
                return 'a';
            }

            @Override
            public int read(byte[] buffer, int offset, int length) {
                Arrays.fill(buffer, offset, offset + length, (byte) 'a');
                return length;
            }
        };
        var line = Loads.problem(new ManifestLoader().read("f.yaml", endless));
        assertEquals("f.yaml: larger than 16 MiB, the most that is read", line);
    }

    @Test
    void aMillionOpenBracketsAreRefused() {
        assertEquals("f.yaml:1:101: nested deeper than 100 levels", Loads.problem("[".repeat(1_000_000)));
    }

    @Test
    void aMillionOpenBracesAreRefused() {
        assertEquals(
                "f.yaml:1:2: a key is an object or a list; keys must be texts", Loads.problem("{".repeat(1_000_000)));
    }

    @Test
    void nestedEntriesOnOneLineAreRefused() {
        assertEquals("f.yaml:1:201: nested deeper than 100 levels", Loads.problem("- ".repeat(100_000)));
    }

    @Test
    void nestedObjectsAreRefused() {
        assertEquals("f.yaml:1:401: nested deeper than 100 levels", Loads.problem("{a: ".repeat(100_000)));
    }

    @Test
    void tenGenerationsOfTenAliasesEachAreRefused() {
        var bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
                + IntStream.range(1, 10).mapToObj(DefaultLimitsTest::tenfold).collect(Collectors.joining());
        assertEquals(
                "f.yaml:7:45: the aliases up to here repeat more than 100,000 values",
                Loads.problem(Loads.HEAD + bomb));
    }

    private static String tenfold(int generation) {
        var alias = "*a" + (generation - 1);
        var aliases = IntStream.range(0, 10).mapToObj(_ -> alias).collect(Collectors.joining(", "));
        return "a" + generation + ": &a" + generation + " [" + aliases + "]\n";
    }

    @Test
    void mergesThatMultiplyAreRefused() {
        var bomb = new StringBuilder(Loads.HEAD).append("a0: &a0 {x: 1}\n");
        for (var i = 1; i < 100; i++) {
            bomb.append("a%d: &a%d {<<: *a%d, p: *a%d, q: *a%d}\n".formatted(i, i, i - 1, i - 1, i - 1));
        }
        var line = Loads.problem(bomb.toString());
        assertEquals("the aliases up to here repeat more than 100,000 values", line.substring(line.indexOf(": ") + 2));
    }

    @Test
    void aMillionDocumentsAreRefused() {
        assertEquals("f.yaml:10001:1: more than 10,000 documents", Loads.problem("---\n".repeat(1_000_000)));
    }

    @Test
    void millionsOfValuesAreRefused() {
        assertEquals("f.yaml:1:2000000: more than 1,000,000 values", Loads.problem("[" + "1,".repeat(2_000_000) + "]"));
    }

    @Test
    void millionsOfDigitsAreText() {
        assertTrue(Loads.field("x: " + "9".repeat(5_000_000) + "\n").isTextual());
    }
}
