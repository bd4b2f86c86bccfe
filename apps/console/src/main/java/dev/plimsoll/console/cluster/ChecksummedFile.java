package dev.plimsoll.console.cluster;

import dev.plimsoll.files.PrivateFiles;
import dev.plimsoll.runtime.Reporter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * A file that is replaced as a whole: a SHA-256 checksum, then its content. One that is not as it was written is told of, set aside and begun anew.
 */
final class ChecksummedFile {
    private static final int CHECKSUM_BYTES = 32;
    private static final long LARGEST = 256L << 20;

    private final Path file;
    private final Reporter reporter;

    ChecksummedFile(Path file, Reporter reporter) {
        this.file = file;
        this.reporter = reporter;
    }

    /** Takes the content; may refuse it. */
    interface Reading {
        void read(DataInputStream in) throws IOException;
    }

    /** Gives the content. */
    interface Writing {
        void write(DataOutputStream out) throws IOException;
    }

    /** Hands over what the file has; nothing where there is none. */
    void read(Reading reading) {
        try {
            if (!Files.exists(file)) return;
            if (Files.size(file) > LARGEST) throw new IOException("it is larger than " + LARGEST + " bytes");
            var whole = Files.readAllBytes(file);
            if (whole.length < CHECKSUM_BYTES) throw new IOException("it ends before its checksum");
            var content = Arrays.copyOfRange(whole, CHECKSUM_BYTES, whole.length);
            if (!MessageDigest.isEqual(checksum(content), Arrays.copyOf(whole, CHECKSUM_BYTES)))
                throw new IOException("its checksum is another");
            reading.read(new DataInputStream(new ByteArrayInputStream(content)));
        } catch (IOException | IllegalArgumentException e) {
            setAside(String.valueOf(e.getMessage()));
        }
    }

    private void setAside(String why) {
        var aside = file.resolveSibling(file.getFileName() + ".damaged");
        try {
            Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
            reporter.tell("the history of the console in " + file + " cannot be read: " + why
                    + "; history begins anew, and the file is kept as " + aside);
        } catch (IOException e) {
            reporter.tell("the history of the console in " + file + " cannot be read: " + why
                    + "; history begins anew, and the next write replaces the file");
        }
    }

    /** Replaces the file; what cannot be written is told of. */
    void write(Writing writing) {
        try {
            var bytes = new ByteArrayOutputStream();
            writing.write(new DataOutputStream(bytes));
            var content = bytes.toByteArray();
            var whole = Arrays.copyOf(checksum(content), CHECKSUM_BYTES + content.length);
            System.arraycopy(content, 0, whole, CHECKSUM_BYTES, content.length);
            PrivateFiles.write(file, whole);
        } catch (IOException e) {
            reporter.tell("the history of the console cannot be written to " + file + ": " + e
                    + "; it is lost when the console ends");
        }
    }

    private static byte[] checksum(byte[] content) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(content);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JDK has it
        }
    }
}
