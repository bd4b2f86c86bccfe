package dev.plimsoll.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.apiserver.ApiServerSettings;
import dev.plimsoll.apiserver.limits.RequestLimits;
import dev.plimsoll.store.memory.MemoryStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clients that mean harm, while others go on working; afterwards nothing of them is left. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
class HostileClientsTest {
    private static final int OF_EACH_KIND = 20;
    private static final int ROUNDS = 4;

    private final SecureServer server = new SecureServer();
    /** The same with little patience. */
    private final SecureServer strict = new SecureServer(
            new MemoryStore(),
            new ApiServerSettings.Extras(strictLimits(), List.of(), Duration.ofHours(1)),
            InstantSource.system());

    private static RequestLimits strictLimits() {
        var patience = Duration.ofSeconds(1);
        var clients = RequestLimits.Clients.DEFAULT;
        return new RequestLimits(
                400,
                200,
                3 << 20,
                patience,
                0,
                patience,
                new RequestLimits.Clients(
                        clients.connections(),
                        clients.unauthenticatedPerAddress(),
                        clients.connectionsPerUser(),
                        clients.streamsPerUser(),
                        clients.streamsPerConnection(),
                        patience,
                        clients.bodyBytes(),
                        clients.replyBytes()));
    }

    @BeforeAll
    void fill() {
        for (var each : List.of(server, strict)) {
            var admin = each.admin();
            Grants.maps(each, "mallory", "bob");
            // More than the buffers of a connection take.
            var data = "x".repeat(900_000);
            for (var i = 0; i < 12; i++) {
                admin.post(
                        HostileKind.MAPS, "{\"metadata\":{\"name\":\"m" + i + "\"},\"data\":{\"a\":\"" + data + "\"}}");
            }
        }
    }

    @AfterAll
    void close() {
        server.close();
        strict.close();
        assertThat(server.defects()).isEmpty();
        assertThat(strict.defects()).isEmpty();
    }

    private static List<HostileClient> begin(SecureServer server, List<HostileKind> kinds, int each) throws Exception {
        var mallory = server.user("mallory").http().sslContext();
        var clients = new ArrayList<Callable<HostileClient>>();
        for (var i = 0; i < each; i++) for (var kind : kinds) clients.add(() -> kind.begin(server, mallory));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var begun = new ArrayList<HostileClient>();
            for (var client : threads.invokeAll(clients)) begun.add(client.get());
            return begun;
        }
    }

    @Test
    void twoHundredAtOnceHoldUpNobodyElse() throws Exception {
        var admin = server.admin();
        var bob = server.user("bob");
        assertThat(server.anonymous().get("/healthz").status()).isEqualTo(200);
        assertThat(bob.get(HostileKind.MAPS + "/m0").status()).isEqualTo(200);
        var before = Held.by(admin);
        var hostile = begin(server, List.of(HostileKind.values()), OF_EACH_KIND);
        assertThat(hostile).hasSizeGreaterThanOrEqualTo(200);
        for (var round = 0; round < ROUNDS; round++) {
            hostile.forEach(HostileClient::goOn);
            var name = "bob-" + round;
            assertThat(server.anonymous().get("/healthz").text()).isEqualTo("ok");
            assertThat(bob.post(HostileKind.MAPS, "{\"metadata\":{\"name\":\"" + name + "\"}}")
                            .status())
                    .isEqualTo(201);
            assertThat(bob.get(HostileKind.MAPS + "/" + name).status()).isEqualTo(200);
            assertThat(bob.delete(HostileKind.MAPS + "/" + name).status()).isEqualTo(200);
        }
        hostile.forEach(HostileClient::close);
        Held.until(
                "nothing of them is left, but " + Held.by(admin),
                () -> Held.by(admin).equals(before));
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(HostileKind.class)
    void eachIsEndedByTheServer(HostileKind kind) throws Exception {
        var admin = strict.admin();
        Held.until("others are gone", () -> Held.by(admin).unauthenticated() == 0);
        var before = Held.by(admin);
        var hostile = begin(strict, List.of(kind), 5);
        Held.until("they lose what they hold", () -> {
            hostile.forEach(HostileClient::goOn);
            var now = Held.by(admin);
            return now.requests() == 0 && now.watchers() == before.watchers() && now.unauthenticated() == 0;
        });
        hostile.forEach(HostileClient::close);
    }
}
