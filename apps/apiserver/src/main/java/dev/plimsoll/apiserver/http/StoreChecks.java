package dev.plimsoll.apiserver.http;

import dev.plimsoll.store.Store;
import dev.plimsoll.store.StoreException;

/** Whether the store is well, for the pages that probes read. */
public record StoreChecks(Store store) {
    boolean answers() {
        try {
            return store.revision() > 0;
        } catch (StoreException _) {
            return false;
        }
    }

    /** It answers, has found no damage and no failure of its disk, and has room. */
    boolean isWhole() {
        return answers() && store.fault().isEmpty();
    }
}
