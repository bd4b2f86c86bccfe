package dev.plimsoll.store.embedded.log;

import dev.plimsoll.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * SQLite's native library, kept once beside the data. The driver would otherwise unpack a copy into the temporary folder at every
 * start, and leave it there when the process is killed.
 */
public final class NativeLibrary {
    private static final String PATH = "org.sqlite.lib.path";
    private static final String NAME = "org.sqlite.lib.name";

    private NativeLibrary() {}

    /** Unpacks it where it is not, and tells the driver. Where somebody has told the driver before, that stands. */
    public static synchronized void provide(Path folder) throws IOException {
        if (System.getProperty(PATH) != null) return;
        var name = LibraryLoaderUtil.getNativeLibName();
        var home = folder.resolve("native").resolve(SQLiteJDBCLoader.getVersion());
        var library = home.resolve(name);
        if (!Files.exists(library) && !unpack(name, library)) return;
        System.setProperty(PATH, home.toAbsolutePath().toString());
        System.setProperty(NAME, name);
    }

    /** False where the driver brings no library for this machine: it then looks for one by itself, and says so if it fails. */
    private static boolean unpack(String name, Path library) throws IOException {
        var home = library.toAbsolutePath().getParent();
        if (home == null) return false;
        var resource = LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name;
        try (var packed = SQLiteJDBCLoader.class.getResourceAsStream(resource)) {
            if (packed == null) return false;
            PrivateFiles.createDirectories(home);
            var partial = PrivateFiles.createTempFile(home, name, ".partial");
            try (var out = Files.newOutputStream(partial)) { // copy would replace the file, and with it its mode
                packed.transferTo(out);
            }
            Files.move(partial, library, StandardCopyOption.ATOMIC_MOVE);
            return true;
        }
    }
}
