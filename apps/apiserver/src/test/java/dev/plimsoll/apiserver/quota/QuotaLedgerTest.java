package dev.plimsoll.apiserver.quota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.apiserver.quota.OutstandingCharges.Charge;
import dev.plimsoll.core.model.ResourceAmounts;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a charge is over, and how it is written down. */
class QuotaLedgerTest {
    private static final Instant NOW = Instant.parse("2026-11-16T10:00:00Z");
    private final QuotaLedger ledger = new QuotaLedger("own", () -> NOW);

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "a new object of this server that is on its way,          own,   0,  0, live,    0,   false",
        "a new object of this server that is stored,              own,   0,  7, live,    0,   true",
        "a new object of this server that was given up,           own,   0,  0, gone,    0,   true",
        "a change by this server that is on its way,              own,   5,  5, live,    0,   false",
        "a change by this server that is written,                 own,   5,  6, live,    0,   true",
        "a change of an object that is gone,                      own,   5,  0, live,    0,   true",
        "a change by this server that was given up,               own,   5,  5, gone,    0,   true",
        "a new object of another server that may be on its way,   other, 0,  0, gone,    10,  false",
        "a new object of another server that is stored,           other, 0,  7, gone,    10,  true",
        "a new object of another server that was removed here,    other, 0,  0, removed, 10,  true",
        "a change by another server that may be on its way,       other, 5,  5, gone,    10,  false",
        "a change by another server that is written,              other, 5,  8, gone,    10,  true",
        "a new object of a server that has died,                  other, 0,  0, gone,    121, true",
        "a change by a server that has died,                      other, 5,  5, gone,    121, true"
    })
    void over(String label, String server, long base, long stored, String state, long age, boolean isOver) {
        if (state.equals("removed")) ledger.removed("u");
        var charge = new Charge(server, NOW.minusSeconds(age), base, ResourceAmounts.EMPTY);
        var live = state.equals("live") ? Set.of("u") : Set.<String>of();
        assertThat(ledger.isOver("u", charge, stored, live)).isEqualTo(isOver);
    }

    @Test
    void chargesAreReadAsTheyWereWritten() {
        var charges = new OutstandingCharges(Map.of(
                "u",
                new Charge("s", NOW, 7, ResourceAmounts.parse("pods=1,requests.cpu=500m")),
                "v",
                new Charge("t", NOW, 0, ResourceAmounts.parse("configmaps=1"))));
        assertThat(OutstandingCharges.parse(charges.encoded())).isEqualTo(charges);
        assertThat(OutstandingCharges.parse(new byte[0]).byUid()).isEmpty();
        assertThat(charges.without("u"::equals).byUid()).containsOnlyKeys("v");
    }
}
