package dev.plimsoll.apiserver.quota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.apiserver.quota.OutstandingCharges.Charge;
import dev.plimsoll.core.model.ResourceAmounts;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When a charge is over, and how it is written down. */
// Acceptance of production: namespace-deletion
class QuotaLedgerTest {
    private static final Instant NOW = Instant.parse("2026-11-16T10:00:00Z");
    private final AtomicLong nanos = new AtomicLong();
    private final QuotaLedger ledger = new QuotaLedger("own", () -> NOW, nanos::get);

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
        var charge = new Charge(server, NOW, base, ResourceAmounts.EMPTY);
        var live = state.equals("live") ? Set.of("u") : Set.<String>of();
        var isOverAtOnce = ledger.isOver("u", charge, stored, live);
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(age));
        assertThat(ledger.isOver("u", charge, stored, live)).isEqualTo(isOver);
        assertThat(isOverAtOnce).isEqualTo(isOver && age < 120);
    }

    /** Two servers on one store need not have clocks that agree. */
    @ParameterizedTest
    @ValueSource(longs = {-3600, 3600})
    void whatTheClockOfAnotherServerShowsDoesNotMatter(long seconds) {
        var charge = new Charge("other", NOW.plusSeconds(seconds), 0, ResourceAmounts.EMPTY);
        assertThat(ledger.isOver("u", charge, 0, Set.of())).isFalse();
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(121));
        assertThat(ledger.isOver("u", charge, 0, Set.of())).isTrue();
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

    /** A namespace with many objects goes: what was removed before is not looked through for each of them. */
    @Test
    @Timeout(120)
    void manyRemovals() {
        for (var i = 0; i < 300_000; i++) ledger.removed("u" + i);
        assertThat(ledger.remembered()).isEqualTo(300_000);
    }

    @Test
    void removalsAreForgottenWhenNoRequestIsAsOld() {
        var now = new AtomicReference<>(NOW);
        var clocked = new QuotaLedger("own", now::get, nanos::get);
        clocked.removed("old");
        now.set(NOW.plusSeconds(60));
        clocked.removed("newer");
        now.set(NOW.plusSeconds(121));
        clocked.removed("newest");
        assertThat(clocked.remembered()).isEqualTo(2);
        var charge = new Charge("other", NOW, 0, ResourceAmounts.EMPTY);
        assertThat(clocked.isOver("old", charge, 0, Set.of())).isFalse();
        assertThat(clocked.isOver("newer", charge, 0, Set.of())).isTrue();
    }

    @Test
    void anObjectThatIsRemovedAgainIsRememberedFromThenOn() {
        var now = new AtomicReference<>(NOW);
        var clocked = new QuotaLedger("own", now::get, nanos::get);
        clocked.removed("u");
        now.set(NOW.plusSeconds(60));
        clocked.removed("u");
        now.set(NOW.plusSeconds(121));
        clocked.removed("other");
        assertThat(clocked.isOver("u", new Charge("other", NOW, 0, ResourceAmounts.EMPTY), 0, Set.of()))
                .isTrue();
    }
}
