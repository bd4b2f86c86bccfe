package dev.plimsoll.store;

/** One write, as a watch tells it. */
public sealed interface StoreEvent {
    String key();

    long revision();

    /** The key held nothing before. */
    record Created(Entry entry) implements StoreEvent {
        @Override
        public String key() {
            return entry.key();
        }

        @Override
        public long revision() {
            return entry.modRevision();
        }
    }

    record Replaced(Entry entry, Entry previous) implements StoreEvent {
        @Override
        public String key() {
            return entry.key();
        }

        @Override
        public long revision() {
            return entry.modRevision();
        }
    }

    /** The key holds nothing any more; the revision is that of the removal, not of what was removed. */
    record Deleted(Entry previous, long revision) implements StoreEvent {
        @Override
        public String key() {
            return previous.key();
        }
    }
}
