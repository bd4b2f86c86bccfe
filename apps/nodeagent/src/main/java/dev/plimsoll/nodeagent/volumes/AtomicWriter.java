package dev.plimsoll.nodeagent.volumes;

import dev.plimsoll.linux.files.OpenFolder;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Writes all files of a volume at once: readers see the old ones or the new ones, never some of each.
 *
 * <p>Files are in a folder with the time in its name, {@code ..data} is a link to that folder, and every name that containers see is
 * a link into {@code ..data}. An update writes a new folder and swaps the one link. Whatever else is in the volume is removed; links
 * in it are never followed.
 */
public final class AtomicWriter {
    private static final String DATA = "..data";
    private static final String NEXT_DATA = "..data_tmp";
    private static final int FOLDER_MODE = 0_755;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("'..'yyyy_MM_dd_HH_mm_ss'.'n").withZone(ZoneOffset.UTC);

    private final InstantSource clock;

    public AtomicWriter(InstantSource clock) {
        this.clock = clock;
    }

    /** Makes the volume hold these files, by path, and nothing else. Files that are there already are not written again. */
    public void write(OpenFolder volume, Map<String, PayloadFile> files) throws IOException {
        for (var path : files.keySet()) refuse(path, PayloadPath.problem(path));
        refuse("files", PayloadPath.clash(files.keySet()));
        var current = current(volume);
        var folder = current.isPresent() && isSame(volume, current.get(), files)
                ? current.get()
                : swapped(volume, written(volume, files));
        var kept = new HashSet<String>();
        kept.add(DATA);
        kept.add(folder);
        for (var path : files.keySet()) {
            var name = path.contains("/") ? path.substring(0, path.indexOf('/')) : path;
            if (kept.add(name)) show(volume, name);
        }
        volume.removeAllBut(kept);
    }

    private static void refuse(String path, Optional<String> problem) throws FileSystemException {
        if (problem.isPresent()) throw new FileSystemException(path, null, problem.get());
    }

    /** The folder that the volume shows, unless somebody bent the link. */
    private static Optional<String> current(OpenFolder volume) throws IOException {
        return volume.target(DATA).filter(name -> name.startsWith("..") && !name.equals("..") && !name.contains("/"));
    }

    private static boolean isSame(OpenFolder volume, String name, Map<String, PayloadFile> files) {
        try (var folder = volume.folder(name)) {
            var found = new TreeMap<String, PayloadFile>();
            read(folder, "", files, found);
            return found.equals(files);
        } catch (IOException _) {
            // What cannot be read is not the same, and is written anew.
            return false;
        }
    }

    private static void read(
            OpenFolder folder, String prefix, Map<String, PayloadFile> expected, Map<String, PayloadFile> found)
            throws IOException {
        for (var name : folder.names()) {
            try (var file = folder.find(name)) {
                var path = prefix + name;
                var wanted = expected.get(path);
                if (folder.target(name).isPresent()) throw new FileSystemException(path, null, "is a link");
                if (file.isFolder()) {
                    try (var inner = folder.folder(name)) {
                        read(inner, path + "/", expected, found);
                    }
                } else if (wanted != null && file.isRegular() && Files.size(file.path()) == wanted.content().length) {
                    found.put(path, new PayloadFile(Files.readAllBytes(file.path()), file.mode()));
                } else {
                    throw new FileSystemException(path, null, "is not what was written");
                }
            }
        }
    }

    private String written(OpenFolder volume, Map<String, PayloadFile> files) throws IOException {
        var name = made(volume);
        try (var folder = volume.folder(name)) {
            for (var file : files.entrySet()) {
                var path = file.getKey();
                var slash = path.lastIndexOf('/');
                if (slash < 0) {
                    folder.writeNew(
                            path, file.getValue().content(), file.getValue().mode());
                    continue;
                }
                folder.makeFolders(path.substring(0, slash), FOLDER_MODE);
                try (var found = folder.find(path.substring(0, slash));
                        var parent = OpenFolder.openTrusted(found.path())) {
                    parent.writeNew(
                            path.substring(slash + 1),
                            file.getValue().content(),
                            file.getValue().mode());
                }
            }
        }
        return name;
    }

    private String made(OpenFolder volume) throws IOException {
        var base = TIME.format(clock.instant());
        for (var i = 0; ; i++) {
            var name = i == 0 ? base : base + "_" + i;
            try {
                volume.makeFolder(name, FOLDER_MODE);
                return name;
            } catch (FileAlreadyExistsException e) {
                if (i == 1000) throw e;
            }
        }
    }

    private static String swapped(OpenFolder volume, String folder) throws IOException {
        volume.remove(NEXT_DATA);
        volume.link(NEXT_DATA, folder);
        if (volume.target(DATA).isEmpty()) volume.remove(DATA);
        volume.rename(NEXT_DATA, DATA);
        return folder;
    }

    private static void show(OpenFolder volume, String name) throws IOException {
        var target = DATA + "/" + name;
        if (volume.target(name).equals(Optional.of(target))) return;
        volume.remove(name);
        volume.link(name, target);
    }
}
