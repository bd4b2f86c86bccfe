package dev.plimsoll.nodeagent.simulated.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.nodeagent.simulated.files.FileEntry;
import dev.plimsoll.nodeagent.simulated.files.FileTree;
import dev.plimsoll.nodeagent.simulated.files.ImageFiles;
import dev.plimsoll.nodeagent.simulated.files.MemoryFiles;
import dev.plimsoll.nodeagent.simulated.files.PartOfFiles;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

// Acceptance of nodes: images
/** Programs that need files of an image that nobody has; and symbolic links, which such programs make. */
class UnknownImageTest {
    private final MemoryFiles root = new MemoryFiles(() -> 1 << 20);
    private final FileTree files = new FileTree();

    UnknownImageTest() {
        root.put("tmp", new FileEntry.Directory(0_777));
        root.put("etc/app.conf", new FileEntry.Regular(0_644, () -> "a=1\n".getBytes(StandardCharsets.UTF_8)));
        mountRoot(false);
        files.mount(new FileTree.Mount("/shared", "/dev/vda1", "ext4", "rw", new MemoryFiles(() -> 1 << 20), 0));
    }

    private void mountRoot(boolean isReadOnly) {
        files.mount(new FileTree.Mount(
                "/", "overlay", "overlay", "rw", new PartOfFiles(new ImageFiles(root), "", isReadOnly), 0));
    }

    private String run(ShellHost.UnknownCommand unknown, String script) throws Exception {
        var time = new ShellHost.Time() {
            @Override
            public Instant now() {
                return Instant.EPOCH;
            }

            @Override
            public void sleep(Duration duration) {
                throw new IllegalStateException("it runs on for " + duration);
            }
        };
        var host = new ShellHost(
                        files,
                        Map.of(),
                        "web-0",
                        ShellHost.User.ROOT,
                        4,
                        8L << 30,
                        () -> 1L << 30,
                        time,
                        List.of("app"))
                .withProgram(new Signals(), unknown);
        var out = new ByteArrayOutputStream();
        var code = new ShellSession(host)
                .run(List.of("sh", "-c", script), new ByteArrayInputStream(new byte[0]), out, out, false);
        return out.toString(StandardCharsets.UTF_8).strip().replace("\n", "|") + (code == 0 ? "" : " => " + code);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                // What is copied out of an image is there, and says that it is simulated.
                "cp /usr/local/bin/server /shared/server && cat /shared/server ~ simulated",
                "/bin/cp -n /usr/local/bin/argocd /shared/argocd && test -x /shared/argocd && echo yes ~ yes",
                "cp --update=none /app/run /shared/run && ln -s /shared/run /shared/link && cat /shared/link ~ simulated",
                "cp -r /plugins/. /shared && ls -A /shared ~ ``",
                "cp -r /plugins /shared && ls /shared ~ plugins",
                "cp /plugins/*.jar /shared && ls /shared ~ ``",
                "cp -t /shared /a/one /a/two && ls /shared ~ one|two",
                "install -m 0755 /app/tool /shared && ls /shared ~ tool",
                "mv /app/tool /shared/ && cat /shared/tool ~ simulated",
                "tar cf - -C /usr/share/site . | tar xf - -C /shared; ls /shared ~ ``",
                // Programs of an image find their directories, and scripts that nobody has do nothing.
                "cd /app && pwd ~ /app",
                "cd /app && cp bin/tool /shared && ls /shared ~ tool",
                "echo x > /usr/share/site/index.html && cat /usr/share/site/index.html ~ x",
                "mkdir -p /srv/app && cp /srv/app/tool /shared && ls /shared ~ tool",
                "mkdir /srv/app/data && ls /srv/app ~ data",
                ". /opt/scripts/lib.sh && echo on ~ on",
                "bash /opt/scripts/prepare.sh && echo on ~ on",
                // What is known stays known.
                "cp /etc/app.conf /shared && cat /shared/app.conf ~ a=1",
                "cat /usr/share/site/index.html ~ cat: can't open '/usr/share/site/index.html': No such file or directory => 1",
                "test -e /app/tool || echo none ~ none",
                "cp /shared/none /shared/other ~ cp: can't copy '/shared/none': No such file or directory => 1",
                "cp /tmp/none /shared ~ cp: can't copy '/tmp/none': No such file or directory => 1",
                "cp /etc/app.conf/x /shared ~ cp: can't copy '/etc/app.conf/x': No such file or directory => 1",
                "mkdir /own && cp /own/none /shared ~ cp: can't copy '/own/none': No such file or directory => 1",
                "rm /etc/app.conf && cp /etc/app.conf /shared ~ cp: can't copy '/etc/app.conf': No such file or directory => 1",
                "cp /app/tool /shared/no/where ~ cp: can't copy '/app/tool': No such file or directory => 1",
            })
    void initContainer(String script, String printed) throws Exception {
        assertThat(run(ShellHost.UnknownCommand.SUCCEEDS, script)).isEqualTo(printed);
    }

    @Test
    @DisplayName("a script of the image is the application of a container")
    void entrypoint() {
        assertThat(org.assertj.core.api.Assertions.catchThrowable(
                        () -> run(ShellHost.UnknownCommand.RUNS_ON, "exec sh /app/entrypoint.sh")))
                .hasMessage("it runs on for " + Shell.FOR_EVER);
    }

    @Test
    @DisplayName("a read-only root is one for directories that an image may have, too")
    void readOnly() throws Exception {
        mountRoot(true);
        assertThat(run(ShellHost.UnknownCommand.SUCCEEDS, "cd /app && cp tool /shared && ls /shared"))
                .isEqualTo("tool");
        assertThat(run(ShellHost.UnknownCommand.SUCCEEDS, "mkdir -p /app/data"))
                .isEqualTo("mkdir: can't create directory '/app/data': Read-only file system => 1");
        assertThat(run(ShellHost.UnknownCommand.SUCCEEDS, "echo x > /app/file"))
                .isEqualTo("sh: can't create /app/file: Read-only file system => 1");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "cp /app/tool /shared ~ cp: can't copy '/app/tool': No such file or directory => 1",
                "cd /app ~ sh: cd: can't cd to /app: No such file or directory => 2",
                "echo x > /app/file ~ sh: can't create /app/file: No such file or directory => 1",
                ". /app/lib.sh ~ sh: .: can't open '/app/lib.sh': No such file or directory => 2",
                "sh /app/run.sh ~ sh: can't open '/app/run.sh': No such file or directory => 2",
                "/app/run.sh ~ sh: /app/run.sh: not found => 127",
            })
    @DisplayName("who looks into a container from outside finds what is known to be there")
    void looking(String script, String printed) throws Exception {
        assertThat(run(ShellHost.UnknownCommand.NOT_FOUND, script)).isEqualTo(printed);
    }

    @Test
    @DisplayName("a simulated file cannot be run by who looks into a container")
    void simulatedProgram() throws Exception {
        assertThat(run(ShellHost.UnknownCommand.SUCCEEDS, "cp /app/tool /shared"))
                .isEmpty();
        assertThat(run(ShellHost.UnknownCommand.NOT_FOUND, "/shared/tool version"))
                .isEqualTo("sh: /shared/tool: a simulated container has the file, and cannot run it => 126");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "ln -s /etc /tmp/e && cat /tmp/e/app.conf ~ a=1",
                "cd /tmp; mkdir d; echo x > d/f; ln -s d/f l; cat l; ls -l l | sed 's/.* l/l/' ~ x|l -> d/f",
                "cd /tmp; ln -s ../etc/app.conf l; readlink l; realpath l ~ ../etc/app.conf|/etc/app.conf",
                "cd /tmp; ln -s none l; test -L l && echo link; test -e l || echo none; ls ~ link|none|l",
                "cd /tmp; ln -s target l; echo x > l; cat target ~ x",
                "cd /tmp; ln -s a l; ln -s b l ~ ln: can't link 'b': File exists => 1",
                "cd /tmp; ln -s a l; ln -sf b l; readlink l ~ b",
                "cd /tmp; mkdir d e; ln -s d l; ln -sfn e l; readlink l; ls d ~ e",
                "cd /tmp; mkdir d; ln -s /etc/app.conf d; readlink d/app.conf ~ /etc/app.conf",
                "cd /tmp; ln -s a b; ln -s b a; cat a; echo x > a; cd a ~ cat: can't open 'a': No such file or directory|sh: can't create a: Too many levels of symbolic links|sh: cd: can't cd to a: No such file or directory => 2",
                "cd /tmp; mkdir d; echo x > d/f; ln -s d l; rm -r l; ls; cat d/f ~ d|x",
                "cd /tmp; mkdir d; ln -s d l; find . -type l; find /tmp -type d ~ ./l|/tmp|/tmp/d",
                "cd /tmp; mkdir d; echo x > d/f; ln -s f d/l; cp -r d e; readlink e/l; cp d/l g; cat g ~ f|x",
                "cd /tmp; mkdir d; echo x > d/f; ln -s f d/l; tar cf a.tar d; mkdir e; tar xf a.tar -C e; readlink e/d/l; cat e/d/l ~ f|x",
                "cd /tmp; ln /etc/app.conf h; cat h ~ a=1",
                "cd /tmp; ln -s nothing l; mv l m; readlink m; ls ~ nothing|m",
                "cd /tmp; echo x > f; echo y > g; cp -n f g; cat g; mv -n f g; cat g f; mv -f f g; cat g; ls ~ y|y|x|x|g",
            })
    void links(String script, String printed) throws Exception {
        assertThat(run(ShellHost.UnknownCommand.NOT_FOUND, script)).isEqualTo(printed);
    }
}
