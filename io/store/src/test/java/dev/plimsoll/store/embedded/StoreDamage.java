package dev.plimsoll.store.embedded;

import dev.plimsoll.store.embedded.log.Database;
import dev.plimsoll.store.embedded.log.HighWaterMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** One accident to the files of a store, drawn from a seed. */
final class StoreDamage {
    private static final int PAGE = Database.PAGE;
    private static final int WAL_HEADER = 32;
    private static final int FRAME_HEADER = 24;

    private final StoreImage image;
    private final Random random;
    private final Map<String, byte[]> files;
    private String told = "";

    StoreDamage(StoreImage image, long seed) {
        this.image = image;
        this.random = new Random(seed);
        this.files = new TreeMap<>(image.files());
    }

    /** Writes the damaged files into a folder, and says what was done to them. */
    String into(Path folder) throws IOException {
        var names = List.copyOf(files.keySet());
        var name = switch (random.nextInt(20)) {
            case 0 -> HighWaterMark.FILE;
            case 1 -> names.get(random.nextInt(names.size()));
            case 2, 3, 4, 5, 6, 7, 8, 9, 10 -> files.containsKey("store.db-wal") ? "store.db-wal" : "store.db";
            default -> "store.db";
        };
        var bytes = files.getOrDefault(name, new byte[1]);
        if (bytes.length == 0) bytes = new byte[1];
        var done = damaged(name, bytes.clone());
        if (done == null) files.remove(name);
        else files.put(name, done);
        for (var file : files.entrySet()) Files.write(folder.resolve(file.getKey()), file.getValue());
        return image.name() + ": " + name + " " + told;
    }

    private byte @org.jspecify.annotations.Nullable [] damaged(String name, byte[] bytes) {
        switch (random.nextInt(12)) {
            case 0, 1, 2 -> {
                var at = place(name, bytes);
                var bit = random.nextInt(8);
                bytes[at] ^= (byte) (1 << bit);
                told = "bit " + bit + " flipped at " + at;
            }
            case 3 -> {
                var at = place(name, bytes);
                var before = bytes[at];
                bytes[at] = (byte) random.nextInt(256);
                if (bytes[at] == before) bytes[at]++;
                told = "byte changed at " + at;
            }
            case 4, 5 -> {
                var from = place(name, bytes);
                var to = Math.min(bytes.length, from + length());
                Arrays.fill(bytes, from, to, (byte) 0);
                told = "zeroed from " + from + " to " + to;
            }
            case 6, 7 -> {
                var length = random.nextInt(3) == 0 ? aligned(name, bytes) : place(name, bytes);
                told = "cut off at " + length;
                return Arrays.copyOf(bytes, length);
            }
            case 8 -> {
                var size = length();
                var from = aligned(name, bytes);
                var to = aligned(name, bytes);
                System.arraycopy(bytes.clone(), from, bytes, to, Math.min(size, bytes.length - Math.max(from, to)));
                told = size + " bytes at " + from + " copied to " + to;
            }
            case 9 -> {
                var from = aligned(name, bytes);
                var to = aligned(name, bytes);
                var size = Math.min(PAGE, bytes.length - Math.max(from, to));
                var copy = bytes.clone();
                System.arraycopy(copy, from, bytes, to, size);
                System.arraycopy(copy, to, bytes, from, size);
                told = size + " bytes at " + from + " and " + to + " swapped";
            }
            case 10 -> {
                var old = image.earlier().get(name);
                if (old == null) {
                    told = "deleted";
                    return null;
                }
                if (random.nextBoolean()) {
                    told = "replaced by an older copy";
                    return old;
                }
                var at = aligned(name, bytes);
                var size = Math.max(0, Math.min(PAGE, Math.min(bytes.length, old.length) - at));
                System.arraycopy(old, Math.min(at, old.length), bytes, at, size);
                told = "a block as it was before at " + at + " (a lost write)";
            }
            default -> {
                var kind = random.nextInt(3);
                if (kind == 0) {
                    told = "deleted";
                    return null;
                }
                if (kind == 1) {
                    told = "emptied";
                    return new byte[0];
                }
                var longer = Arrays.copyOf(bytes, bytes.length + length());
                for (var i = bytes.length; i < longer.length; i++) longer[i] = (byte) random.nextInt(256);
                told = (longer.length - bytes.length) + " bytes of noise at the end";
                return longer;
            }
        }
        return bytes;
    }

    private int length() {
        return new int[] {1, 8, 100, 512, 4096, PAGE, 3 * PAGE}[random.nextInt(7)];
    }

    /** The file's header, the head, middle or tail of any page or frame, or anywhere. */
    private int place(String name, byte[] bytes) {
        var at = switch (random.nextInt(6)) {
            case 0 -> random.nextInt(Math.min(bytes.length, 100));
            case 1 -> aligned(name, bytes) + random.nextInt(40);
            case 2 -> aligned(name, bytes) + PAGE / 2 + random.nextInt(200);
            case 3 -> aligned(name, bytes) + PAGE - 1 - random.nextInt(200);
            case 4 -> bytes.length - 1 - random.nextInt(Math.min(bytes.length, 300));
            default -> random.nextInt(bytes.length);
        };
        return Math.clamp(at, 0, bytes.length - 1);
    }

    private int aligned(String name, byte[] bytes) {
        var block = name.endsWith("-wal") ? PAGE + FRAME_HEADER : name.equals("store.db") ? PAGE : 4096;
        var begin = name.endsWith("-wal") ? WAL_HEADER : 0;
        return Math.min(bytes.length - 1, begin + random.nextInt(Math.max(1, bytes.length / block)) * block);
    }
}
