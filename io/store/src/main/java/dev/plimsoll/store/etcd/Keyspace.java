package dev.plimsoll.store.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.ByteString;
import dev.plimsoll.store.Entry;
import io.etcd.jetcd.api.KeyValue;

/** How our keys are spelled in etcd: in UTF-8, after a prefix. */
record Keyspace(ByteString prefix) {
    /** No key of ours has this character, so it spells what is not a key. */
    private static final ByteString ZERO = ByteString.copyFrom(new byte[] {0});

    /** The least that a key of ours can begin with. */
    private static final ByteString ONE = ByteString.copyFrom(new byte[] {1});

    Keyspace(String prefix) {
        this(ByteString.copyFrom(prefix, UTF_8));
    }

    ByteString encode(String key) {
        return prefix.concat(ByteString.copyFrom(key, UTF_8));
    }

    String decode(ByteString key) {
        return key.substring(prefix.size()).toStringUtf8();
    }

    Entry entry(KeyValue stored) {
        return new Entry(decode(stored.getKey()), stored.getValue().toByteArray(), stored.getModRevision());
    }

    /** A key beside ours that is written only to make the revision move. */
    ByteString beacon() {
        return prefix.concat(ZERO).concat(ByteString.copyFrom("beacon", UTF_8));
    }

    /** Where a range of our keys begins: keys with the prefix, after a key if it is not empty. */
    ByteString begin(String keyPrefix, String after) {
        if (!after.isEmpty()) return encode(after).concat(ZERO);
        return keyPrefix.isEmpty() ? prefix.concat(ONE) : encode(keyPrefix);
    }

    /** Where it ends. */
    ByteString end(String keyPrefix) {
        return following(encode(keyPrefix));
    }

    /** Everything of ours, the beacon included. */
    ByteString first() {
        return prefix.isEmpty() ? ZERO : prefix;
    }

    /** The least bytes greater than all that begin with these; etcd takes a zero byte for "no end". */
    private static ByteString following(ByteString bytes) {
        for (var i = bytes.size() - 1; i >= 0; i--) {
            if (bytes.byteAt(i) == (byte) 0xff) continue;
            return bytes.substring(0, i).concat(ByteString.copyFrom(new byte[] {(byte) (bytes.byteAt(i) + 1)}));
        }
        return ZERO;
    }
}
