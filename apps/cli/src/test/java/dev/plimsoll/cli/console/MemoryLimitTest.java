package dev.plimsoll.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cli.Main;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

// Acceptance of production: heap
class MemoryLimitTest {
    private static final long GIBIBYTE = 1L << 30;

    @ParameterizedTest
    @CsvSource({"128Mi,134217728", "2Gi,2147483648", "512M,512000000", "3G,3000000000"})
    void sizesAreReadAsInKubernetes(String size, long bytes) {
        assertThat(MemoryLimit.bytes(size)).contains(bytes);
        assertThat(MemoryLimit.problem(size, bytes)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "0", "2", "2g", "127Mi", "128M", "02Gi", "1.5Gi", "-2Gi", "2Gi ", "9999999Gi", "2GiB", "many"
            })
    void otherSizesAreRefused(String size) {
        assertThat(MemoryLimit.problem(size, GIBIBYTE))
                .isEqualTo("--memory-limit " + size
                        + ": must be at least 128Mi and end in Mi, Gi, M or G, such as 512Mi or 2Gi");
    }

    @Test
    @DisplayName("a bound that Java was not started with is refused, and one that Java cannot reach is not")
    void theBoundIsThatOfJava() {
        assertThat(MemoryLimit.problem("1Gi", GIBIBYTE)).isEmpty();
        assertThat(MemoryLimit.problem("64Gi", GIBIBYTE)).isEmpty();
        assertThat(MemoryLimit.problem("512Mi", GIBIBYTE))
                .isEqualTo(
                        "--memory-limit 512Mi: Java was started with 1024Mi; start plimsoll by its launcher, which reads "
                                + "this option, or give Java -Xmx536870912");
    }

    @Test
    void everyCommandRefusesASizeBeforeItBegins() {
        for (var arguments : new String[][] {
            {"up", "--ephemeral", "--memory-limit", "1Mi"},
            {"autoscaler", "recommender", "--memory-limit", "1Mi"},
            {"--memory-limit=1Mi", "scheduler"}
        }) {
            var said = new StringWriter();
            var console = new Console(InputStream.nullInputStream(), new PrintWriter(said), false, false, false);
            assertThat(Main.run(console, new PrintWriter(new StringWriter()), arguments))
                    .isEqualTo(ExitCode.UNREADABLE);
            assertThat(said.toString()).contains("--memory-limit 1Mi: must be at least 128Mi");
        }
    }
}
