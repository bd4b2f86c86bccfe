package dev.plimsoll.apiserver.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.apiserver.tls.AuthorityRecord.Claim;
import dev.plimsoll.store.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Servers of one store have one authority. */
class AuthorityRecordTest {
    private final MemoryStore store = new MemoryStore();
    private final AuthorityRecord record = new AuthorityRecord(store);
    private final Authority first = Authority.create("one", Instant.now());
    private final Authority second = Authority.create("one", Instant.now());

    @Test
    @DisplayName("a server with the authority of the first may serve, one with another may not")
    void anotherAuthority() {
        assertThat(record.problem(first.certificate(), Claim.KEPT)).isEmpty();
        assertThat(record.problem(first.certificate(), Claim.KEPT)).isEmpty();
        assertThat(record.problem(second.certificate(), Claim.KEPT))
                .hasValueSatisfying(why -> assertThat(why)
                        .startsWith("the store belongs to a cluster with another certificate authority (SHA-256 ")
                        .contains("copy the folder pki", "--new-ca"));
        assertThat(record.problem(first.certificate(), Claim.KEPT)).isEmpty();
    }

    @Test
    @DisplayName("a new authority takes the place of the one before, which is refused from then on")
    void replacedAuthority() {
        assertThat(record.problem(first.certificate(), Claim.KEPT)).isEmpty();
        assertThat(record.problem(second.certificate(), Claim.REPLACING)).isEmpty();
        assertThat(record.problem(second.certificate(), Claim.KEPT)).isEmpty();
        assertThat(record.problem(first.certificate(), Claim.KEPT)).isPresent();
    }

    @Test
    @DisplayName("a server that keeps no authority leaves none behind, and does not disturb a cluster that has one")
    void passingAuthority() {
        assertThat(record.problem(first.certificate(), Claim.PASSING)).isEmpty();
        assertThat(record.problem(second.certificate(), Claim.PASSING)).isEmpty();
        assertThat(record.problem(first.certificate(), Claim.KEPT)).isEmpty();
        assertThat(record.problem(second.certificate(), Claim.PASSING))
                .hasValueSatisfying(why -> assertThat(why).contains("give --data DIR"));
    }

    @ParameterizedTest
    @EnumSource(
            value = Claim.class,
            names = {"KEPT", "PASSING"})
    @DisplayName("a record that cannot be read is no reason to start")
    void damagedRecord(Claim claim) {
        store.create("/authority", "damaged".getBytes(StandardCharsets.US_ASCII));
        assertThat(record.problem(first.certificate(), claim))
                .hasValueSatisfying(why -> assertThat(why).contains("that cannot be read"));
    }
}
