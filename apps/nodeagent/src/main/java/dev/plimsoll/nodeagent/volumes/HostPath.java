package dev.plimsoll.nodeagent.volumes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/** A path of the machine as a volume, and what a pod says that it must be. */
public final class HostPath {
    private static final int TYPE = 0_170000;

    private HostPath() {}

    /**
     * Makes what is missing and may be made. The path is the administrator's: links in it are followed.
     *
     * @return what is wrong, in the kubelet's words
     */
    public static Optional<String> check(Path path, String type) throws IOException {
        if (type.equals("DirectoryOrCreate") && !Files.exists(path)) {
            Files.createDirectories(
                    path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        }
        if (type.equals("FileOrCreate") && !Files.exists(path)) {
            Files.createFile(path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--")));
        }
        return switch (type) {
            case "" -> Optional.empty();
            case "Directory", "DirectoryOrCreate" -> problem(path, "directory");
            case "File", "FileOrCreate" -> problem(path, "file");
            case "Socket" -> problem(path, "socket file");
            case "CharDevice" -> problem(path, "character device");
            case "BlockDevice" -> problem(path, "block device");
            default -> Optional.of("hostPath type " + type + " is not supported by this node");
        };
    }

    private static Optional<String> problem(Path path, String wanted) throws IOException {
        var prefix = "hostPath type check failed";
        if (!Files.exists(path))
            return Optional.of(prefix + ", " + path + " is not a " + wanted + ", unable to determine its type: stat "
                    + path + ": no such file or directory");
        var found = type(path);
        return found.equals(wanted)
                ? Optional.empty()
                : Optional.of(prefix + ": " + path + " is not a " + wanted + ", it's a " + found);
    }

    private static String type(Path path) throws IOException {
        return switch ((int) Files.getAttribute(path, "unix:mode") & TYPE) {
            case 0_040000 -> "directory";
            case 0_100000 -> "file";
            case 0_140000 -> "socket file";
            case 0_020000 -> "character device";
            case 0_060000 -> "block device";
            case 0_010000 -> "named pipe";
            default -> "unknown file";
        };
    }
}
