package dev.plimsoll.core.cgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Conversions of node.md §6.2. */
class CpuScaleTest {
    record Conversion(long milli, long shares, long linear, long backShares, long backMilli, long curved) {
        @Override
        public String toString() {
            return milli + "m has " + shares + " shares, weight " + linear + " or " + curved + ", back " + backShares
                    + " shares, " + backMilli + "m";
        }
    }

    static Stream<Conversion> table() {
        return Stream.of(
                new Conversion(0, 2, 1, 2, 2, 1),
                new Conversion(1, 2, 1, 2, 2, 1),
                new Conversion(2, 2, 1, 2, 2, 1),
                new Conversion(10, 10, 1, 2, 2, 4),
                new Conversion(100, 102, 4, 80, 79, 17),
                new Conversion(250, 256, 10, 237, 232, 35),
                new Conversion(500, 512, 20, 500, 489, 59),
                new Conversion(1_000, 1_024, 39, 998, 975, 100),
                new Conversion(2_000, 2_048, 79, 2_046, 1_999, 174),
                new Conversion(8_000, 8_192, 313, 8_181, 7_990, 532),
                new Conversion(256_000, 262_144, 10_000, 262_144, 256_000, 10_000),
                new Conversion(Long.MAX_VALUE, 262_144, 10_000, 262_144, 256_000, 10_000));
    }

    @ParameterizedTest(name = "§6.2 {0}")
    @MethodSource("table")
    void sharesAndWeights(Conversion row) {
        var shares = CpuScale.shares(row.milli());
        assertThat(shares).isEqualTo(row.shares());
        assertThat(CpuScale.linearWeight(shares)).isEqualTo(row.linear());
        assertThat(CpuScale.curvedWeight(shares)).isEqualTo(row.curved());
        assertThat(CpuScale.roundTripShares(shares)).isEqualTo(row.backShares());
        assertThat(CpuScale.milliOfShares(CpuScale.roundTripShares(shares))).isEqualTo(row.backMilli());
    }

    record Quota(String sentence, long milli, long quota) {
        @Override
        public String toString() {
            return sentence + ": " + milli + "m";
        }
    }

    static Stream<Quota> quotas() {
        return Stream.of(
                new Quota("quota is 0 if m=0", 0, 0),
                new Quota("quota is m x period / 1000", 1_500, 150_000),
                new Quota("quota is at least 1000", 1, 1_000),
                new Quota("quota is at least 1000", 10, 1_000),
                new Quota("just above", 11, 1_100),
                new Quota("§5.2a a limit of 5m has quota 1000", 5, 1_000),
                new Quota("exact up to 64 bits", 92_233_720_368_547L, 9_223_372_036_854_700L),
                new Quota("never less than that beyond", 100_000_000_000_000L, Long.MAX_VALUE / 1000),
                new Quota("never less than that far beyond", Long.MAX_VALUE, Long.MAX_VALUE / 1000));
    }

    @ParameterizedTest(name = "§6.2 {0}")
    @MethodSource("quotas")
    void quota(Quota row) {
        assertThat(CpuScale.quota(row.milli(), CpuScale.PERIOD)).isEqualTo(row.quota());
    }

    record Back(String sentence, long quota, long period, long milli, String cpuMax) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    static Stream<Back> back() {
        return Stream.of(
                new Back("m(quota) is quota x 1000 / period", 50_000, 100_000, 500, "50000 100000"),
                new Back("m(quota) is 0 if quota = -1; cpu.max is max", -1, 100_000, 0, "max 100000"),
                new Back("a quota of 0 is written max", 0, 100_000, 0, "max 100000"),
                new Back("§5.2a quota 1000 reads 10m", 1_000, 100_000, 10, "1000 100000"),
                new Back("§5.2 the systemd driver's 11000 reads 110m", 11_000, 100_000, 110, "11000 100000"));
    }

    @ParameterizedTest(name = "§6.2 {0}")
    @MethodSource("back")
    void readBack(Back row) {
        assertThat(CpuScale.milliOfQuota(row.quota(), row.period())).isEqualTo(row.milli());
        assertThat(CpuScale.cpuMax(row.quota(), row.period())).isEqualTo(row.cpuMax());
    }

    record Shares(long shares, long milli) {}

    static Stream<Shares> shares() {
        return Stream.of(
                new Shares(0, 0),
                new Shares(1, 0),
                new Shares(2, 2),
                new Shares(1_024, 1_000),
                new Shares(1_025, 1_001));
    }

    @ParameterizedTest(name = "§6.2 m(shares) is ceil(shares x 1000 / 1024), 0 below 2: {0}")
    @MethodSource("shares")
    void milliOfShares(Shares row) {
        assertThat(CpuScale.milliOfShares(row.shares())).isEqualTo(row.milli());
    }
}
