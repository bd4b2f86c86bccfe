package dev.plimsoll.nodeagent.cri.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.nodeagent.cri.container.SubordinateUsers.Ranges;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

// Acceptance of nodes: user-namespaces
class SubordinateUsersTest {
    @TempDir
    Path etc;

    private Ranges ranges(String users, String groups) throws IOException {
        Files.writeString(etc.resolve("subuid"), users);
        Files.writeString(etc.resolve("subgid"), groups);
        return new SubordinateUsers(etc).ranges();
    }

    @Test
    @DisplayName("files that are not there, or give the kubelet nothing, leave all but the node's own")
    void all() throws IOException {
        var all = new Ranges(1, 65_534);
        assertThat(new SubordinateUsers(etc).ranges()).isEqualTo(all);
        assertThat(ranges("other:65536:65536\nkubelet2:65536:65536\n", "")).isEqualTo(all);
    }

    @Test
    @DisplayName("the one range of the user kubelet counts")
    void given() throws IOException {
        var text = "other:65536:65536\n kubelet:655360:131072\n";
        assertThat(ranges(text, text)).isEqualTo(new Ranges(10, 11));
        assertThat(ranges("kubelet:65536:65536", "kubelet:65536:65536")).isEqualTo(new Ranges(1, 1));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kubelet:65536:65536                      | kubelet:131072:65536     | give the user kubelet different ranges
            kubelet:65536:65536                      | ''                       | give the user kubelet different ranges
            kubelet:65537:65536                      | kubelet:65537:65536      | must begin at a multiple of 65536 from 65536 on
            kubelet:0:65536                          | kubelet:0:65536          | must begin at a multiple of 65536 from 65536 on
            kubelet:65536:65535                      | kubelet:65536:65535      | must begin at a multiple of 65536 from 65536 on
            kubelet:65536:0                          | kubelet:65536:0          | must begin at a multiple of 65536 from 65536 on
            kubelet:65536:9999999999                 | kubelet:65536:65536      | must begin at a multiple of 65536 from 65536 on
            kubelet:4294901760:65536                 | kubelet:4294901760:65536 | must begin at a multiple of 65536 from 65536 on
            kubelet:65536                            | kubelet:65536            | expected one line such as kubelet:65536:7208960
            kubelet:65536:65536;kubelet:131072:65536 | kubelet:65536:65536      | expected one line such as kubelet:65536:7208960
            """)
    @DisplayName("anything else is told of with its file")
    void refused(String users, String groups, String why) {
        assertThatThrownBy(() -> ranges(users.replace(';', '\n'), groups))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(why)
                .hasMessageContaining("subuid");
    }
}
