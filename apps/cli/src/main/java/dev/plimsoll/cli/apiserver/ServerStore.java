package dev.plimsoll.cli.apiserver;

import dev.plimsoll.apiserver.tls.AuthorityRecord;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.store.Store;
import dev.plimsoll.store.embedded.StoreTransfer;

/** What a server keeps its objects in, and the certificates that belong to them. */
record ServerStore(Pki pki, Store store) implements AutoCloseable {
    /** The store, if it is whole and not that of a cluster with another authority. */
    Store claimed(AuthorityRecord.Claim claim) {
        if (StoreTransfer.isCutOff(store)) throw new IllegalStateException(StoreTransfer.CUT_OFF);
        new AuthorityRecord(store).problem(pki.authority().certificate(), claim).ifPresent(why -> {
            throw new IllegalStateException(why);
        });
        return store;
    }

    @Override
    public void close() {
        store.close();
    }
}
