package dev.plimsoll.simulation.faults;

import dev.plimsoll.store.Entry;
import dev.plimsoll.store.Store;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreProblem;
import dev.plimsoll.store.embedded.EmbeddedStore;
import dev.plimsoll.store.embedded.log.EmbeddedOptions;
import dev.plimsoll.store.embedded.log.NativeLibrary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * The disk under the shipped embedded store: SQLite on real files. Commits and reads fail here, and when the process that has the store
 * dies, the next one finds in a new folder what a disk could have kept.
 */
final class StoreDisk {
    /** Little is kept in memory and the write-ahead log is short, so that the files matter. */
    private static final EmbeddedOptions OPTIONS = new EmbeddedOptions(2, 16 << 10, 128, 1 << 18, 512, 40, 0, 64 << 10);

    private static final int COMMITS_BEFORE_LOSS = 150;
    private static final Path BASE = Files.isDirectory(Path.of("/dev/shm")) && Files.isWritable(Path.of("/dev/shm"))
            ? Path.of("/dev/shm")
            : Path.of(System.getProperty("java.io.tmpdir"));

    /**
     * Stores whose processes died have files open that nobody closes but the collector of garbage, on a thread of its own: not while a
     * run goes on that must be repeatable.
     */
    private static final List<EmbeddedStore> DEAD = new ArrayList<>();

    private static final int MOST_DEAD = 200;
    private static @Nullable DiskImage template;

    private final SharedStore shared;
    private final Faults faults;
    private final SplittableRandom random;
    private final BuiltInMistake mistake;
    private final Consumer<String> violations;
    private final Path root;
    private final List<Connection> open = new ArrayList<>();
    private DiskImage image;
    /** As it was before it was damaged; null if it is not. */
    private @Nullable DiskImage whole;
    /** What the disk holds, where that was decided before the process died. */
    private @Nullable DiskImage kept;

    private @Nullable DiskImage early;
    private @Nullable SimulatedProcess process;
    private @Nullable EmbeddedStore store;
    private int lives;
    private int commits;
    private long fullUntil;

    StoreDisk(
            SharedStore shared,
            Faults faults,
            SplittableRandom random,
            BuiltInMistake mistake,
            Consumer<String> violations) {
        this.shared = shared;
        this.faults = faults;
        this.random = random;
        this.mistake = mistake;
        this.violations = violations;
        try {
            this.root = Files.createTempDirectory(BASE, "plimsoll-simulation");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.image = template();
    }

    /** A store with the objects that every cluster begins with. Made once. */
    private static DiskImage template() {
        var known = template;
        if (known != null) return known;
        try {
            var folder = Files.createTempDirectory(BASE, "plimsoll-simulation");
            NativeLibrary.provide(folder);
            try (var store = EmbeddedStore.open(folder.resolve("store"), OPTIONS)) {
                for (var entry : StoreTemplate.entries()) store.create(entry.key(), entry.value());
            }
            known = DiskImage.of(folder.resolve("store"));
            delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        template = known;
        return known;
    }

    /** Of the template. */
    static long firstRevision(List<Entry> first) {
        return first.size() + 1L;
    }

    private Path folder() {
        return root.resolve(lives + "/store");
    }

    /**
     * The store as the next process finds it. Where it is damaged it is refused, and then somebody puts the whole files back; or the
     * damage does not matter, and it has all that it had.
     */
    Store open(SimulatedProcess begun) {
        process = begun;
        begun.whenKilled(() -> died(begun));
        image.into(folder());
        try {
            var opened = EmbeddedStore.open(
                    folder(),
                    OPTIONS,
                    _ -> {},
                    this::connect,
                    Thread.ofVirtual().name("store-writer").factory());
            whole = null; // a page that the write-ahead log has too is not missed
            store = opened;
            return opened;
        } catch (StoreException refusal) {
            refused(refusal);
            throw refusal;
        }
    }

    private void refused(StoreException refusal) {
        var told = String.valueOf(refusal.getMessage());
        var isDamage = refusal.problem() == StoreProblem.DAMAGED || refusal.problem() == StoreProblem.UNKNOWN_FORMAT;
        if (!isDamage) return; // it could not be read, and is asked again
        if (whole == null) violations.accept("disk: a store was refused that nobody has damaged: " + told);
        else if (!told.contains(folder().toString()) || !told.contains("plimsoll store check"))
            violations.accept("disk: a refusal that does not say what to do: " + told);
        kept = whole;
        whole = null;
    }

    /** Something is wrong with the store that only opening it again ends. */
    boolean isBroken() {
        return store != null
                && store.fault()
                        .filter(fault -> fault.problem() != StoreProblem.OUT_OF_SPACE)
                        .isPresent();
    }

    void calm() {
        fullUntil = 0;
    }

    private void died(SimulatedProcess dead) {
        if (process != dead) return;
        if (store != null) DEAD.add(store);
        store = null;
        image = kept == null ? DiskImage.of(folder()) : kept;
        kept = null;
        early = null;
        closeConnections();
        delete(folder().getParent());
        lives++;
        if (faults.happens(FaultKind.DISK_DAMAGE, 6, "of the store")) {
            whole = image;
            image = image.damaged(random);
        }
    }

    private void closeConnections() {
        for (var connection : List.copyOf(open)) {
            try {
                connection.close();
            } catch (SQLException e) {
                throw new IllegalStateException("a connection of a dead process stays", e);
            }
        }
        open.clear();
    }

    private Connection connect(SQLiteConfig config, String url) throws SQLException {
        var real = config.createConnection(url);
        open.add(real);
        return proxy(Connection.class, (_, method, arguments) -> switch (method.getName()) {
            case "commit" -> {
                commit(real);
                yield null;
            }
            case "close" -> {
                open.remove(real);
                yield invoke(real, method, arguments);
            }
            case "prepareStatement" ->
                reads(Objects.requireNonNull((PreparedStatement) invoke(real, method, arguments)));
            default -> invoke(real, method, arguments);
        });
    }

    private PreparedStatement reads(PreparedStatement real) {
        return proxy(PreparedStatement.class, (_, method, arguments) -> {
            if (method.getName().equals("executeQuery")
                    && !shared.isObserving()
                    && faults.happens(FaultKind.DISK_READ_ERROR, 1500, "of the store"))
                throw new SQLiteException("simulated read error", SQLiteErrorCode.SQLITE_IOERR_READ);
            return invoke(real, method, arguments);
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static @Nullable Object invoke(Object real, java.lang.reflect.Method method, Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    private void commit(Connection real) throws SQLException {
        var now = process;
        if (now == null) throw new IllegalStateException("nobody has the disk");
        loseWrites(now);
        now.effect();
        if (nanosOf(now) < fullUntil) throw full();
        if (faults.happens(FaultKind.DISK_FULL, 300, "of the store")) {
            fullUntil = nanosOf(now) + (1 + random.nextInt(5000)) * 1_000_000L;
            throw full();
        }
        if (faults.happens(FaultKind.DISK_WRITE_ERROR, 400, "of the store")) {
            if (random.nextBoolean()) real.commit(); // forced, and the disk says that it was not
            throw new SQLiteException("simulated write error", SQLiteErrorCode.SQLITE_IOERR_FSYNC);
        }
        if (faults.happens(FaultKind.POWER_FAILURE, 300, "of the store")) {
            var before = DiskImage.of(folder());
            real.commit();
            kept = before.cutOff(DiskImage.of(folder()), random);
            now.end();
        }
        real.commit();
        now.effect();
    }

    private static long nanosOf(SimulatedProcess now) {
        return now.time().nanos();
    }

    private static SQLiteException full() {
        return new SQLiteException("simulated full disk", SQLiteErrorCode.SQLITE_FULL);
    }

    /** The mistake: the disk comes back as it was some time ago. */
    private void loseWrites(SimulatedProcess now) {
        if (mistake != BuiltInMistake.DISK_LOSES_WRITES) return;
        commits++;
        if (commits == COMMITS_BEFORE_LOSS) early = DiskImage.of(folder());
        if (commits != 2 * COMMITS_BEFORE_LOSS) return;
        kept = early;
        now.end();
    }

    void close() {
        if (DEAD.size() > MOST_DEAD) DEAD.clear();
        closeConnections();
        delete(root);
    }

    private static void delete(@Nullable Path folder) {
        if (folder == null || !Files.exists(folder)) return;
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
