package dev.plimsoll.files;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Takes from group and others what they may do with the files of a folder. Symbolic links are left alone and not followed; a file of
 * another owner cannot be mended and is told of.
 */
public final class FileModes {
    private static final Set<PosixFilePermission> OWNER = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private final Predicate<Path> leftAlone;
    private final String me = ProcessHandle.current().info().user().orElse("");
    private final List<String> told = new ArrayList<>();

    private FileModes(Predicate<Path> leftAlone) {
        this.leftAlone = leftAlone;
    }

    /** Mends a folder and all below it. Answers a sentence for each file that was open to others or belongs to somebody else. */
    public static List<String> mend(Path folder) throws IOException {
        return mend(folder, _ -> false);
    }

    /**
     * Mends all but some folders.
     *
     * @param leftAlone folders whose content is not ours to change, such as the volumes of pods
     */
    public static List<String> mend(Path folder, Predicate<Path> leftAlone) throws IOException {
        if (!PrivateFiles.POSIX || !Files.exists(folder)) return List.of();
        var modes = new FileModes(leftAlone);
        Files.walkFileTree(folder.toRealPath(), modes.new Visitor());
        return List.copyOf(modes.told);
    }

    private final class Visitor extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
            if (leftAlone.test(folder)) return FileVisitResult.SKIP_SUBTREE;
            check(folder);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            if (!attributes.isSymbolicLink()) check(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            if (failure instanceof NoSuchFileException) return FileVisitResult.CONTINUE; // a draft that was renamed
            told.add(file + " cannot be looked at: " + failure);
            return FileVisitResult.CONTINUE;
        }
    }

    private void check(Path file) throws IOException {
        var attributes = Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        var mode = attributes.permissions();
        var own = EnumSet.copyOf(OWNER);
        own.retainAll(mode);
        var owner = attributes.owner().getName();
        if (!me.isEmpty() && !owner.equals(me)) told.add(file + " belongs to " + owner + ", not to " + me);
        if (own.equals(mode)) return;
        try {
            Files.setPosixFilePermissions(file, own);
            told.add(file + " had mode " + octal(mode) + ", now " + octal(own));
        } catch (IOException refused) {
            told.add(file + " has mode " + octal(mode) + " and could not be changed: " + refused);
        }
    }

    /** As {@code ls} and {@code chmod} know it, such as 0644. */
    static String octal(Set<PosixFilePermission> mode) {
        var letters = PosixFilePermissions.toString(mode);
        var text = new StringBuilder("0");
        for (var i = 0; i < letters.length(); i += 3) {
            text.append((letters.charAt(i) == 'r' ? 4 : 0)
                    + (letters.charAt(i + 1) == 'w' ? 2 : 0)
                    + (letters.charAt(i + 2) == 'x' ? 1 : 0));
        }
        return text.toString();
    }
}
