package dev.plimsoll.nodeagent.cri.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.nodeagent.payload.NodeSetup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written by containers does not stay for ever. */
class LogFoldersTest {
    @TempDir
    private Path root;

    private LogFolders folders;

    @BeforeEach
    void open() {
        folders = new LogFolders(new NodeSetup(
                "n", "127.0.0.1", ResourceAmounts.EMPTY, root, root.resolve("logs"), List.of(), "cluster.local"));
    }

    private Path logs(String uid) {
        return root.resolve("logs").resolve("default_p_" + uid);
    }

    private void start(String uid, int restartCount) throws IOException {
        assertThat(folders.make(uid, logs(uid), "c", restartCount).ok()).isPresent();
        Files.writeString(logs(uid).resolve("c/" + restartCount + ".log"), "x");
    }

    @Test
    void ofTheInstancesOfAContainerTheLastTwoHaveLogs() throws IOException {
        for (var count = 0; count < 9; count++) start("u", count);
        Files.writeString(logs("u").resolve("c/8.log.20260102-030405.gz"), "x");
        for (var count = 9; count < 11; count++) start("u", count);
        try (var files = Files.list(logs("u").resolve("c"))) {
            assertThat(files.map(file -> String.valueOf(file.getFileName())))
                    .containsExactlyInAnyOrder("9.log", "10.log");
        }
        assertThat(LogNames.newest(logs("u").resolve("c"))).hasValue(10);
        assertThat(LogNames.newest(logs("u").resolve("none"))).isEmpty();
    }

    @Test
    void whatIsLeftOfPodsThatNobodyKnowsIsRemovedAndNothingOfOthers() throws IOException {
        start("gone", 0);
        start("here", 0);
        Files.createDirectories(logs("foreign"));
        assertThat(folders.removeBut("here"::equals)).isEmpty();
        assertThat(logs("gone")).doesNotExist();
        assertThat(logs("here").resolve("c/0.log")).exists();
        assertThat(logs("foreign")).exists();
        // Somebody may have removed it by hand.
        start("again", 0);
        Files.delete(logs("again").resolve("c/0.log"));
        Files.delete(logs("again").resolve("c"));
        Files.delete(logs("again"));
        assertThat(folders.removeBut("here"::equals)).isEmpty();
        assertThat(root.resolve("pod-logs"))
                .isDirectoryContaining("glob:**here")
                .isDirectoryNotContaining("glob:**again");
    }
}
