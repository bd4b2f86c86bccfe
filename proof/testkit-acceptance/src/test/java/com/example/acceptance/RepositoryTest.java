package com.example.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The repository that this project was built from. */
// Acceptance of the test kit: repository-libraries, repository-bom, repository-metadata, repository-signatures
class RepositoryTest {
    private static final Path GROUP = Path.of(System.getProperty("plimsoll.repository"), "dev", "plimsoll");
    private static final Pattern MANAGED = Pattern.compile("<artifactId>(plimsoll-[^<]+)</artifactId>");

    private static List<Path> files(String ending) throws IOException {
        try (var files = Files.walk(GROUP)) {
            return files.filter(file -> file.toString().endsWith(ending)).sorted().collect(Collectors.toList());
        }
    }

    private static Path beside(Path file, String change) {
        return file.resolveSibling(file.getFileName() + change);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The file of an artifact that is no other file's companion. */
    private static boolean isJar(Path file) {
        var name = file.getFileName().toString();
        return !name.endsWith("-sources.jar") && !name.endsWith("-javadoc.jar");
    }

    private static String sha1(Path file) throws IOException {
        try {
            var text = new StringBuilder();
            for (var each : MessageDigest.getInstance("SHA-1").digest(Files.readAllBytes(file)))
                text.append(String.format("%02x", each));
            return text.toString();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void eachLibraryHasSourcesJavadocAndChecksums() throws IOException {
        var jars = files(".jar").stream().filter(RepositoryTest::isJar).collect(Collectors.toList());
        assertThat(jars).hasSizeGreaterThan(20);
        for (var jar : jars) {
            var stem = jar.getFileName().toString().replaceAll("\\.jar$", "");
            assertThat(jar.resolveSibling(stem + ".pom")).exists();
            if (stem.startsWith("plimsoll-testkit-process-")) continue; // jars of others in a jar: it has no source of its own
            assertThat(jar.resolveSibling(stem + "-sources.jar")).isNotEmptyFile();
            assertThat(jar.resolveSibling(stem + "-javadoc.jar")).isNotEmptyFile();
        }
        for (var ending : List.of(".jar", ".pom"))
            for (var file : files(ending)) assertThat(beside(file, ".sha1")).hasContent(sha1(file));
    }

    @Test
    void theBomNamesWhatIsThere() throws IOException {
        var bom = files(".pom").stream()
                .filter(file -> file.getFileName().toString().startsWith("plimsoll-bom-"))
                .collect(Collectors.toList());
        assertThat(bom).isNotEmpty();
        var named = new TreeSet<String>();
        MANAGED.matcher(text(bom.get(bom.size() - 1))).results().forEach(found -> named.add(found.group(1)));
        named.remove("plimsoll-bom");
        assertThat(named).contains(System.getProperty("acceptance.kit"), "plimsoll-core");
        for (var artifact : named) assertThat(GROUP.resolve(artifact)).isDirectory();
    }

    /** What Maven Central asks for and can be given without knowing who publishes. */
    @Test
    void eachPomSaysWhatItIsAndUnderWhichLicence() throws IOException {
        for (var pom : files(".pom")) {
            var text = text(pom);
            assertThat(text).as(pom.toString()).contains("<name>").contains("<description>");
            var inherits = text.contains("<artifactId>plimsoll</artifactId>") && text.contains("<parent>");
            if (!inherits)
                assertThat(text).as(pom.toString()).contains("<name>Apache-2.0</name>").contains("LICENSE-2.0.txt</url>");
        }
    }

    @Test
    void whereItIsSignedEachFileIs() throws IOException {
        var signatures = files(".asc");
        if (signatures.isEmpty()) return; // it was made without a key; proof/guides/elsewhere gives one, and verifies
        for (var ending : List.of(".jar", ".pom")) {
            for (var file : files(ending)) {
                var signature = beside(file, ".asc");
                assertThat(Files.readString(signature, StandardCharsets.US_ASCII))
                        .startsWith("-----BEGIN PGP SIGNATURE-----");
                assertThat(beside(signature, ".sha1")).hasContent(sha1(signature));
            }
        }
    }
}
