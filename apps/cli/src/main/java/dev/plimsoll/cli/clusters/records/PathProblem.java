package dev.plimsoll.cli.clusters.records;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** What is wrong with a file, in words: Java's own messages are often the bare path. */
public final class PathProblem {
    private PathProblem() {}

    public static String of(IOException e) {
        return switch (e) {
            case AccessDeniedException denied -> denied.getFile() + ": permission denied";
            case NoSuchFileException missing -> missing.getFile() + ": there is no such file or folder";
            case FileAlreadyExistsException taken -> taken.getFile() + ": a file of this name is in the way";
            case NotDirectoryException file -> file.getFile() + ": it is not a folder";
            case FileSystemException other when other.getReason() != null -> other.getFile() + ": " + other.getReason();
            case IOException other ->
                other.getMessage() == null ? other.getClass().getSimpleName() : other.getMessage();
        };
    }
}
