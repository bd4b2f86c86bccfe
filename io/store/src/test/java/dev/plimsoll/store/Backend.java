package dev.plimsoll.store;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plimsoll.store.embedded.EmbeddedStore;
import dev.plimsoll.store.embedded.log.EmbeddedOptions;
import dev.plimsoll.store.etcd.EtcdServer;
import dev.plimsoll.store.etcd.EtcdStore;
import dev.plimsoll.store.memory.MemoryStore;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/** The stores that the contract holds for. Each opens with a window of few events, so that watches go to the log too. */
enum Backend {
    MEMORY {
        @Override
        Store open(Path folder) {
            return new MemoryStore(RECENT_EVENTS);
        }
    },
    EMBEDDED {
        @Override
        Store open(Path folder) {
            return EmbeddedStore.open(
                    folder,
                    EmbeddedOptions.DEFAULT.withRecentEvents(RECENT_EVENTS).withValueCacheBytes(4096));
        }
    },
    ETCD {
        @Override
        Store open(Path folder) {
            assumeTrue(EtcdServer.isInstalled(), "not run: there is no etcd on the PATH (.ci/tools installs it)");
            return EtcdStore.open(Shared.SERVER
                    .options("contract-" + Shared.SPACES.incrementAndGet() + "/")
                    .withRecentEvents(RECENT_EVENTS));
        }
    };

    static final int RECENT_EVENTS = 16;

    /** A fresh store. */
    abstract Store open(Path folder);

    /** One server for all tests, each of which has a prefix of its own; it ends with the JVM. */
    private static final class Shared {
        static final EtcdServer SERVER = EtcdServer.start();
        static final AtomicInteger SPACES = new AtomicInteger();

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(SERVER::close));
        }
    }
}
