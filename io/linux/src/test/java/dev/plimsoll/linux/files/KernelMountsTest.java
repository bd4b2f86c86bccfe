package dev.plimsoll.linux.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** How the kernel's table of mounts is read. */
class KernelMountsTest {
    private static final String TABLE = """
            22 28 0:20 / /proc rw,nosuid shared:11 - proc proc rw
            90 28 0:47 / /var/lib/plimsoll/pods/u/volumes/secret/s rw,nosuid shared:1 - tmpfs tmpfs rw
            91 28 8:1 /x /var/lib/plimsoll/pods/u/volume-subpaths/v/c/0 rw - ext4 /dev/sda1 rw
            92 28 8:1 /x /var/lib/plimsoll/pods/u2/a\\040b\\134c rw - ext4 /dev/sda1 rw
            91 28 8:1 /x /var/lib/plimsoll/pods/u/volume-subpaths/v/c/0 rw - ext4 /dev/sda1 rw
            """;

    @Test
    void targetsBelowAFolderAreFoundByWholeNames() {
        assertThat(KernelMounts.below(TABLE, Path.of("/var/lib/plimsoll/pods/u")))
                .containsExactly(
                        Path.of("/var/lib/plimsoll/pods/u/volumes/secret/s"),
                        Path.of("/var/lib/plimsoll/pods/u/volume-subpaths/v/c/0"),
                        Path.of("/var/lib/plimsoll/pods/u/volume-subpaths/v/c/0"));
        assertThat(KernelMounts.below(TABLE, Path.of("/var/lib/plimsoll/pods/u2")))
                .containsExactly(Path.of("/var/lib/plimsoll/pods/u2/a b\\c"));
    }

    @Test
    void thisMachineHasARoot() throws IOException {
        assertThat(new KernelMounts().below(Path.of("/"))).contains(Path.of("/proc"));
    }
}
