package dev.plimsoll.nodeagent.volumes;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** How many bytes the files of a folder have. No link is followed; what goes away meanwhile counts as nothing. */
public final class FolderSize extends SimpleFileVisitor<Path> {
    private long bytes;

    private FolderSize() {}

    /** 0 where there is no such folder. */
    public static long of(Path folder) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) return 0;
        var size = new FolderSize();
        Files.walkFileTree(folder, size);
        return size.bytes;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        if (attributes.isRegularFile()) bytes += attributes.size();
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException exception) {
        return FileVisitResult.CONTINUE;
    }
}
