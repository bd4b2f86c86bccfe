package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.store.Store;
import dev.plimsoll.store.memory.MemoryStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two servers on one store and the quotas of one namespace: never over a limit, and nothing stays charged that is not there. */
// Acceptance of production: quota
@Timeout(180)
class QuotaOfServersTest {
    private static final String CORE = "/api/v1/namespaces/default/";
    private static final int WRITERS = 4;
    private static final int OPERATIONS = 40;
    private static final int NAMES = 12;

    private static final Map<String, String> HARD = new TreeMap<>(Map.of(
            "pods", "6",
            "requests.cpu", "3",
            "configmaps", "5",
            "secrets", "4",
            "services", "5",
            "services.nodeports", "2",
            "persistentvolumeclaims", "4",
            "requests.storage", "5Gi",
            "count/leases.coordination.k8s.io", "3"));
    private static final Map<String, String> SECOND = Map.of("configmaps", "4", "pods", "7");

    /** How objects of a kind are made, and where. */
    private record Made(String path, String body) {}

    private static final List<Made> KINDS = List.of(
            new Made(
                    CORE + "pods",
                    "\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\",\"resources\":{\"requests\":{\"cpu\":\"700m\"}}}]}"),
            new Made(CORE + "configmaps", "\"data\":{}"),
            new Made(CORE + "secrets", "\"data\":{}"),
            new Made(CORE + "services", "\"spec\":{\"type\":\"NodePort\",\"ports\":[{\"port\":80}]}"),
            new Made(CORE + "services", "\"spec\":{\"ports\":[{\"port\":80}]}"),
            new Made(
                    CORE + "persistentvolumeclaims",
                    "\"spec\":{\"accessModes\":[\"ReadWriteOnce\"],\"resources\":{\"requests\":{\"storage\":\"2Gi\"}}}"),
            new Made("/apis/coordination.k8s.io/v1/namespaces/default/leases", "\"spec\":{}"));

    @TempDir
    private Path folder;

    @Test
    void onOneStoreInMemory() throws Exception {
        try (var one = new TestServer();
                var other = one.another()) {
            exact(one, other);
        }
    }

    @Test
    void onOneEtcd() throws Exception {
        Assumptions.assumeTrue(LocalEtcd.isInstalled(), "no etcd on the PATH");
        try (var etcd = LocalEtcd.start(folder);
                var one = TestServer.on(etcd.open());
                var other = TestServer.on(etcd.open())) {
            exact(one, other);
        }
    }

    /** A store at which objects of a kind are made only after somebody lets them. */
    private static Store held(Store store, String kind, CountDownLatch waiting, CountDownLatch release) {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (_, method, arguments) -> {
                    if (method.getName().equals("close")) return null;
                    if (method.getName().equals("create")
                            && ((String) arguments[0]).contains("/" + kind + "/default/")) {
                        waiting.countDown();
                        release.await();
                    }
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** One server has charged and not stored yet; meanwhile the other counts anew what is there. */
    @Test
    void whatAnotherServerHasOnItsWayIsCounted() throws Exception {
        var limit = 5;
        var waiting = new CountDownLatch(limit);
        var release = new CountDownLatch(1);
        try (var store = new MemoryStore();
                var one = TestServer.on(held(store, "configmaps", waiting, release));
                var other = TestServer.on(held(store, "none", waiting, release));
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            quota(one, "q", Map.of("configmaps", Integer.toString(limit), "secrets", "9"));
            TestServer.eventually("it is enforced", () -> used(other, "q").size() == 2);
            assertThat(other.post(CORE + "secrets", "{\"metadata\":{\"name\":\"s\"}}")
                            .status())
                    .isEqualTo(201);
            var onTheWay = new ArrayList<Future<Integer>>();
            for (var i = 0; i < limit; i++) {
                var body = "{\"metadata\":{\"name\":\"m" + i + "\"}}";
                onTheWay.add(
                        threads.submit(() -> one.post(CORE + "configmaps", body).status()));
            }
            waiting.await();
            assertThat(other.call("DELETE", CORE + "secrets/s", "").status()).isEqualTo(200);
            TestServer.eventually("the other server has counted", () -> isUsed(other, "secrets", "0"));
            assertThat(used(other, "q")).containsEntry("configmaps", Quantity.of("5"));
            assertThat(other.post(CORE + "configmaps", "{\"metadata\":{\"name\":\"one-more\"}}")
                            .message())
                    .contains("exceeded quota: q, requested: configmaps=1, used: configmaps=5, limited: configmaps=5");
            release.countDown();
            for (var each : onTheWay) assertThat(each.get()).isEqualTo(201);
            assertThat(other.call("DELETE", CORE + "configmaps/m0", "").status())
                    .isEqualTo(200);
            TestServer.eventually("there is room again", () -> isUsed(one, "configmaps", "4"));
            assertThat(other.post(CORE + "configmaps", "{\"metadata\":{\"name\":\"one-more\"}}")
                            .status())
                    .isEqualTo(201);
        }
    }

    /** A charge for a name that is taken meanwhile is given back. */
    @Test
    void whatWillNotBeStoredIsGivenBack() throws Exception {
        var waiting = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        try (var store = new MemoryStore();
                var one = TestServer.on(held(store, "configmaps", waiting, release));
                var other = TestServer.on(held(store, "none", waiting, release));
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            quota(one, "q", Map.of("configmaps", "2"));
            TestServer.eventually("it is enforced", () -> used(other, "q").size() == 1);
            var late = threads.submit(() -> one.post(CORE + "configmaps", "{\"metadata\":{\"name\":\"m\"}}")
                    .status());
            waiting.await();
            assertThat(other.post(CORE + "configmaps", "{\"metadata\":{\"name\":\"m\"}}")
                            .status())
                    .isEqualTo(201);
            assertThat(other.post(CORE + "configmaps", "{\"metadata\":{\"name\":\"n\"}}")
                            .status())
                    .isEqualTo(403);
            release.countDown();
            assertThat(late.get()).isEqualTo(409);
            TestServer.eventually("it is given back", () -> isUsed(other, "configmaps", "1"));
            assertThat(other.post(CORE + "configmaps", "{\"metadata\":{\"name\":\"n\"}}")
                            .status())
                    .isEqualTo(201);
        }
    }

    private static void exact(TestServer one, TestServer other) throws Exception {
        quota(one, "q", HARD);
        quota(one, "second", SECOND);
        for (var server : List.of(one, other))
            TestServer.eventually(
                    "the quotas are enforced",
                    () -> used(server, "q").size() == HARD.size()
                            && used(server, "second").size() == SECOND.size());
        var goOn = new AtomicBoolean(true);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var watching = threads.submit(() -> {
                while (goOn.get()) assertWithinLimits(other);
                return true;
            });
            var writing = new ArrayList<Future<Integer>>();
            for (var i = 0; i < WRITERS; i++) {
                var random = new Random(i);
                writing.add(threads.submit(writer(i % 2 == 0 ? one : other, random)));
            }
            var made = 0;
            for (var writer : writing) made += writer.get();
            goOn.set(false);
            watching.get();
            assertThat(made).isGreaterThan(WRITERS * OPERATIONS / 8);
        }
        assertWithinLimits(one);
        TestServer.eventually(
                "what is charged is what is there", () -> used(one, "q").equals(actual(one)));
        fillUp(one, other);
        assertWithinLimits(one);
        for (var server : List.of(one, other))
            assertThat(List.copyOf(server.defects())).isEmpty();
    }

    private static void quota(TestServer server, String name, Map<String, String> hard) {
        var text = new ArrayList<String>();
        hard.forEach((resource, amount) -> text.add("\"" + resource + "\":\"" + amount + "\""));
        var made = server.post(
                CORE + "resourcequotas",
                "{\"metadata\":{\"name\":\"" + name + "\"},\"spec\":{\"hard\":{" + String.join(",", text) + "}}}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
    }

    /** Makes and removes objects of all kinds under few names, so that many a charge is for a name that is taken. */
    private static Callable<Integer> writer(TestServer server, Random random) {
        return () -> {
            var made = 0;
            for (var i = 0; i < OPERATIONS; i++) {
                var kind = KINDS.get(random.nextInt(KINDS.size()));
                var name = "x" + random.nextInt(NAMES);
                if (random.nextInt(3) == 0) {
                    server.call("DELETE", kind.path() + "/" + name, "");
                    continue;
                }
                var answer = server.post(kind.path(), "{\"metadata\":{\"name\":\"" + name + "\"}," + kind.body() + "}");
                assertThat(answer.status()).as(answer.text()).isIn(201, 403, 409);
                if (answer.status() == 201) made++;
                if (random.nextInt(4) == 0 && kind.path().endsWith("services"))
                    server.patch(
                            "merge-patch+json",
                            kind.path() + "/" + name,
                            "{\"spec\":{\"type\":\"" + (random.nextBoolean() ? "NodePort" : "ClusterIP") + "\"}}");
            }
            return made;
        };
    }

    private static void assertWithinLimits(TestServer server) {
        var actual = actual(server);
        HARD.forEach((name, limit) -> assertThat(actual.getOrDefault(name, Quantity.ZERO))
                .as(name)
                .satisfies(amount -> assertThat(amount.isGreaterThan(Quantity.of(limit)))
                        .as(name + " is " + amount + " of " + limit)
                        .isFalse()));
        SECOND.forEach((name, limit) -> assertThat(
                        actual.getOrDefault(name, Quantity.ZERO).isGreaterThan(Quantity.of(limit)))
                .as(name + " of the second quota")
                .isFalse());
    }

    /** Counted from lists of the objects themselves; each list is of one moment. */
    private static Map<String, Quantity> actual(TestServer server) {
        var sums = new TreeMap<String, Quantity>();
        for (var name : HARD.keySet()) sums.put(name, Quantity.ZERO);
        for (var path : KINDS.stream().map(Made::path).distinct().toList()) {
            for (var item : server.get(path).json().path("items")) {
                var plural = path.substring(path.lastIndexOf('/') + 1);
                add(sums, plural.equals("leases") ? "count/leases.coordination.k8s.io" : plural, "1");
                if (plural.equals("pods")) add(sums, "requests.cpu", "700m");
                if (plural.equals("persistentvolumeclaims")) add(sums, "requests.storage", "2Gi");
                if (item.at("/spec/type").asText().equals("NodePort")) add(sums, "services.nodeports", "1");
            }
        }
        return sums;
    }

    private static void add(Map<String, Quantity> sums, String name, String amount) {
        sums.merge(name, Quantity.of(amount), Quantity::plus);
    }

    private static boolean isUsed(TestServer server, String name, String amount) {
        return Quantity.of(amount).equals(used(server, "q").get(name));
    }

    private static Map<String, Quantity> used(TestServer server, String quota) {
        var used = new TreeMap<String, Quantity>();
        for (var entry : server.get(CORE + "resourcequotas/" + quota)
                .json()
                .at("/status/used")
                .properties())
            used.put(
                    ResourceName.of(entry.getKey()).text(),
                    Quantity.of(entry.getValue().asText()));
        return used;
    }

    /** All that is left can be had, from either server. */
    private static void fillUp(TestServer one, TestServer other) {
        for (var i = 0; i < 8; i++) {
            for (var kind : KINDS) {
                var answer = (i % 2 == 0 ? one : other)
                        .post(kind.path(), "{\"metadata\":{\"name\":\"y" + i + "\"}," + kind.body() + "}");
                assertThat(answer.status()).as(answer.text()).isIn(201, 403, 409);
            }
        }
        var actual = actual(one);
        assertThat(actual)
                .containsEntry("configmaps", Quantity.of("4"))
                .containsEntry("secrets", Quantity.of("4"))
                .containsEntry("services", Quantity.of("5"))
                .containsEntry("count/leases.coordination.k8s.io", Quantity.of("3"));
        assertThat(actual.get("pods")).isEqualTo(Quantity.of("4"));
        assertThat(actual.get("persistentvolumeclaims")).isEqualTo(Quantity.of("2"));
    }
}
