package dev.plimsoll.nodeagent.simulated.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.nodeagent.simulated.files.FileEntry;
import dev.plimsoll.nodeagent.simulated.files.FileTree;
import dev.plimsoll.nodeagent.simulated.files.MemoryFiles;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

// Acceptance of nodes: shell
/** Scripts as the entrypoints and probes of usual images have them: case, functions, here documents, what is made of variables. */
class EntrypointTest {
    private final FileTree files = new FileTree();

    EntrypointTest() {
        var root = new MemoryFiles(() -> 1 << 20);
        root.put("tmp", new FileEntry.Directory(0_777));
        files.mount(new FileTree.Mount("/", "overlay", "overlay", "rw", root, 0));
    }

    private String run(String... command) throws Exception {
        var time = new ShellHost.Time() {
            @Override
            public Instant now() {
                return Instant.EPOCH;
            }

            @Override
            public void sleep(Duration duration) {}
        };
        var host = new ShellHost(
                files,
                Map.of("URL", "http://db.shop:5432/path/file.tar.gz", "EMPTY", ""),
                "web-0",
                ShellHost.User.ROOT,
                4,
                8L << 30,
                () -> 1L << 30,
                time,
                List.of("app"));
        var out = new ByteArrayOutputStream();
        var code = new ShellSession(host).run(List.of(command), new ByteArrayInputStream(new byte[0]), out, out, false);
        return out.toString(StandardCharsets.UTF_8).strip().replace("\n", "|") + (code == 0 ? "" : " => " + code);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "case abc in a*) echo begins ;; *) echo other ;; esac ~ begins",
                "case $EMPTY in '') echo none;; *) echo some;; esac ~ none",
                "case b in a|b) echo one of both; esac ~ one of both",
                "case 'a*' in 'a*') echo literal;; esac ~ literal",
                "case x in y) echo never;; esac; echo $? ~ 0",
                "case 7 in [0-9]) echo digit;; (*) echo other;; esac ~ digit",
                "for x in a b; do case $x in a) continue;; esac; echo $x; done ~ b",
                "f() { echo got $1 of $#; }; f x y ~ got x of 2",
                "function g { echo g; }; g && g ~ g|g",
                "f() { return 3; echo never; }; f; echo $? ~ 3",
                "f() { for i in 1 2 3; do [ $i = 2 ] && return 5; done; }; f; echo $? $i ~ 5 2",
                "x=1; f() { local x=2; y=$x; }; f; echo $x $y ~ 1 2",
                "f() { echo \"$@\" | wc -w; }; f 'a b' c ~ 3",
                "f() { for i in \"$@\"; do echo \"[$i]\"; done; }; f 'a b' c ~ [a b]|[c]",
                "set -- a b c; shift; echo $1 $# ~ b 2",
                "f() { f; }; f 2>&1 | tail -n 1 ~ sh: f: called by itself too often",
                "log() { echo \"LOG $*\" >&2; }; log a b 2>&1 ~ LOG a b",
                "echo ${URL#http://} ~ db.shop:5432/path/file.tar.gz",
                "echo ${URL##*/} ~ file.tar.gz",
                "echo ${URL%.*} ~ http://db.shop:5432/path/file.tar",
                "echo ${URL%%:*} ~ http",
                "echo ${#URL} ~ 36",
                "echo ${NONE:=set} $NONE ~ set set",
                "echo ${EMPTY-unset} ${EMPTY:-empty} ${NONE-unset} ~ empty unset",
                "echo ${URL:+there} ${NONE:+not} ~ there",
                "echo ${NONE:?must be set}; echo never ~ sh: NONE: must be set => 2",
                "echo ${NONE:-$(echo ${URL##*.})} ~ gz",
                "eval 'A=1; echo $A' ~ 1",
                "echo 'B=2' > /tmp/env; . /tmp/env; echo $B ~ 2",
                "printf 'a 1\\nb 2\\n' > /tmp/l; while read k v; do echo $v$k; done < /tmp/l ~ 1a|2b",
                "printf 'a=1\\nb=2\\n' | sed -e 's/a/x/' -e '/b/d' ~ x=1",
                "printf 'k=old\\n' > /tmp/c; sed -i 's#old#new/path#g; s/^k/key/' /tmp/c; cat /tmp/c ~ key=new/path",
                "printf '1\\n2\\n3\\n4\\n' | sed -n '2,3p' ~ 2|3",
                "printf 'a\\nb\\n' | sed '/a/a after' ~ a|after|b",
                "printf 'a1b22\\n' | sed -E 's/[0-9]+/<&>/2' ~ a1b<22>",
                "printf 'v1.2\\n' | sed 's/v\\([0-9]*\\)\\..*/\\1/' ~ 1",
                "echo abc | sed 'h;G' ~ `sed: \"h;G\" is not known in simulated containers, which know the commands s d p q a i c y and = => 1`",
            })
    void prints(String script, String expected) throws Exception {
        assertThat(run("sh", "-c", script)).isEqualTo(expected);
    }

    @Test
    void anEntrypointFillsInItsConfiguration() throws Exception {
        assertThat(run("sh", "-c", """
                #!/bin/sh
                set -eu
                file_env() {
                  local var="$1"
                  local def="${2:-}"
                  eval "val=\\${$var:-$def}"
                  export "$var"="$val"
                }
                file_env PORT 8080
                cat > /tmp/app.conf <<EOF
                listen $PORT;
                host $(echo ${URL#*//} | cut -d : -f 1);
                literal \\$HOME;
                EOF
                cat >> /tmp/app.conf <<-'END'
                \tas is $PORT
                \tEND
                case "${1:-serve}" in
                  serve|start) cat /tmp/app.conf ;;
                  -*) set -- serve "$@" ;;
                  *) exec "$@" ;;
                esac
                """)).isEqualTo("listen 8080;|host db.shop;|literal $HOME;|as is $PORT");
    }

    @Test
    void whatFollowsIsRun() throws Exception {
        assertThat(run(
                        "sh",
                        "-c",
                        "case $1 in -*) set -- echo started \"$@\";; esac; exec \"$@\"",
                        "sh",
                        "--port",
                        "a b"))
                .isEqualTo("started --port a b");
    }

    @Test
    void whatIsNoScriptIsToldOfInOneLine() throws Exception {
        assertThat(run("sh", "-c", "case x in"))
                .startsWith("sh: syntax error")
                .endsWith("=> 2")
                .doesNotContain("|");
        assertThat(run("sh", "-c", "frobnicate --now")).isEqualTo("sh: frobnicate: not found => 127");
    }
}
