package dev.plimsoll.codec.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where manifests come from: files, folders, standard input. */
class ManifestFilesTest {
    private static final String POD = "apiVersion: v1\nkind: Pod\n";

    @TempDir
    Path folder;

    private final ManifestLoader loader = new ManifestLoader();

    @Test
    void aFileIsNamedAsTheUserNamedIt() throws IOException {
        var file = write("a.txt", POD);
        assertEquals(file + "#0", sources(loader.load(file.toString(), InputStream.nullInputStream())));
    }

    @Test
    void standardInputIsReadForAMinus() {
        var input = new ByteArrayInputStream(POD.getBytes(StandardCharsets.UTF_8));
        assertEquals("stdin#0", sources(loader.load("-", input)));
    }

    @Test
    void problemsOfStandardInputAreNamedSo() {
        assertEquals(
                "stdin: holds no object; write a manifest into it",
                Loads.problem(loader.load("-", InputStream.nullInputStream())));
    }

    @Test
    void aFolderGivesItsManifestsInTheOrderOfTheirNames() throws IOException {
        write("b.yml", POD + "---\n" + POD);
        write("c.json", "{\"apiVersion\": \"v1\", \"kind\": \"Pod\"}");
        write("a.yaml", POD);
        write("empty.yaml", "# nothing\n");
        write("readme.md", "not: a: manifest");
        Files.createDirectory(folder.resolve("d.yaml"));
        write("d.yaml/e.yaml", POD);
        var expected = "F/a.yaml#0, F/b.yml#0, F/b.yml#1, F/c.json#0";
        assertEquals(expected, sources(loader.load(folder)).replace(folder.toString(), "F"));
    }

    @Test
    void aBadFileOfAFolderIsNamed() throws IOException {
        write("a.yaml", POD);
        var bad = write("b.yaml", "a: [\n");
        assertEquals(bad + ":2:1: the text ends where a value is expected", Loads.problem(loader.load(folder)));
    }

    @Test
    void aFolderWithoutManifestsSaysSo() {
        assertEquals(folder + ": the folder holds no .yaml, .yml or .json file", Loads.problem(loader.load(folder)));
    }

    @Test
    void aFolderOfEmptyManifestsHoldsNoObject() throws IOException {
        write("a.yaml", "");
        assertEquals(folder + ": holds no object; write a manifest into it", Loads.problem(loader.load(folder)));
    }

    @Test
    void aMissingFileSaysSo() {
        var missing = folder.resolve("missing.yaml");
        assertEquals(missing + ": no such file or folder; check the path", Loads.problem(loader.load(missing)));
    }

    @Test
    void aFileNameThatCannotBeSaysSo() {
        var line = Loads.problem(loader.load("a\0b", InputStream.nullInputStream()));
        assertEquals("a\\u0000b: not a valid file name", line);
    }

    @Test
    void anEmptyFileNameSaysSo() {
        var line = Loads.problem(loader.load("", InputStream.nullInputStream()));
        assertEquals("\"\": not a valid file name", line);
    }

    @Test
    void aFileNameWithALineBreakStaysOnOneLine() {
        assertEquals("a\\nb: holds no object; write a manifest into it", Loads.problem(loader.read("a\nb", "")));
    }

    @Test
    void aMissingPermissionSaysSo() {
        assertEquals(
                "f: permission denied",
                FileProblem.of("f", new AccessDeniedException("f")).line());
    }

    @Test
    void anotherFileProblemGivesItsReason() {
        var problem = FileProblem.of("f", new FileSystemException("f", null, "Input/output error"));
        assertEquals("f: cannot be read: Input/output error", problem.line());
    }

    @Test
    void aStreamThatBreaksOffGivesItsReason() {
        var broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("connection lost");
            }

            @Override
            public int read(byte[] buffer, int offset, int length) throws IOException {
                throw new IOException("connection lost");
            }
        };
        assertEquals("stdin: cannot be read: connection lost", Loads.problem(loader.load("-", broken)));
    }

    @Test
    void aProblemWithoutReasonSaysSo() {
        assertEquals(
                "f: cannot be read: the system gives no reason",
                FileProblem.of("f", new IOException()).line());
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static String sources(Loaded loaded) {
        return switch (loaded) {
            case Loaded.Documents(var manifests) ->
                manifests.stream()
                        .map(each -> each.source() + "#" + each.index())
                        .collect(Collectors.joining(", "));
            case Loaded.Unreadable unreadable -> unreadable.line();
        };
    }
}
