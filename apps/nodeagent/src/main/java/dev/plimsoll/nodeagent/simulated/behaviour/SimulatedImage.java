package dev.plimsoll.nodeagent.simulated.behaviour;

import dev.plimsoll.nodeagent.simulated.files.FileEntry;
import dev.plimsoll.nodeagent.simulated.files.FileSource;
import dev.plimsoll.nodeagent.simulated.files.ImageFiles;
import dev.plimsoll.nodeagent.simulated.files.MemoryFiles;
import dev.plimsoll.nodeagent.simulated.servers.LocalCertificate;
import dev.plimsoll.nodeagent.simulated.shell.Programs;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** What is known to be in an image, which a container begins with and a volume of the image shows. */
public final class SimulatedImage {
    private static final long MOST_WRITTEN = 16 << 20;
    private static final byte[] PROGRAM = "simulated\n".getBytes(StandardCharsets.US_ASCII);

    private SimulatedImage() {}

    /** The files of a small image; in one that is not known to have no others there may be more. */
    public static FileSource files(String image) {
        var files = new MemoryFiles(() -> MOST_WRITTEN);
        for (var name : Programs.names()) files.put("bin/" + name, new FileEntry.Regular(0_755, PROGRAM::clone));
        for (var name : Set.of("tmp", "var/log", "home", "root", "usr/bin", "run", "mnt", "opt")) {
            files.put(name, new FileEntry.Directory(name.equals("tmp") ? 0_1777 : 0_755));
        }
        ServedImage.ofName(image)
                .ifPresent(served ->
                        served.files().forEach((name, content) -> files.put(served.path(name), text(content))));
        if (ImageEntrypoint.isAgnhost(image)) {
            files.put("localhost.crt", new FileEntry.Regular(0_644, LocalCertificate::file));
            files.put("localhost.key", new FileEntry.Regular(0_644, LocalCertificate::keyFile));
        }
        files.put(
                "etc/os-release",
                text(
                        ImageEntrypoint.isAlpine(image)
                                ? "NAME=\"Alpine Linux\"\nID=alpine\nPRETTY_NAME=\"Alpine Linux (simulated)\"\n"
                                : "NAME=\"Plimsoll simulated container\"\nID=plimsoll\n"));
        files.put("etc/passwd", text("root:x:0:0:root:/root:/bin/sh\n"));
        return ImageEntrypoint.isKnown(image) ? files : new ImageFiles(files);
    }

    private static FileEntry text(String text) {
        return new FileEntry.Regular(0_644, () -> text.getBytes(StandardCharsets.UTF_8));
    }
}
