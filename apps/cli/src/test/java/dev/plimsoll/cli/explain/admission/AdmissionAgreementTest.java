package dev.plimsoll.cli.explain.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.AdmissionPreview;
import dev.plimsoll.apiserver.ApiServer;
import dev.plimsoll.apiserver.ApiServerSettings;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.codec.manifest.Loaded;
import dev.plimsoll.codec.manifest.ManifestLoader;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.store.memory.MemoryStore;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What explain asks in its own process and what an API server answers over the network are the same, word for word. */
// Acceptance of the command line: explain-agrees
class AdmissionAgreementTest {
    private static final int MANIFESTS = Integer.getInteger("plimsoll.manifests", 2_000);
    private static final Path SEEDS = Path.of(System.getProperty("plimsoll.root"))
            .resolve("proof/security/src/test/resources/dev/plimsoll/security/fuzz/seeds.jsonl");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private record Reply(int code, ObjectNode body) {}

    @Test
    void theSameIsSaidToTwoThousandManifestsOfAllKinds() throws IOException, InterruptedException {
        var seed = Long.getLong("plimsoll.seed", 20);
        var manifests = new GeneratedManifests(SEEDS, seed);
        var settings = new ApiServerSettings(
                "127.0.0.1",
                0,
                true,
                Map.of("token", new User("kubernetes-admin", "", List.of(User.MASTERS))),
                FeatureGates.DEFAULT,
                InstantSource.system(),
                new SecureRandom(),
                () -> UUID.randomUUID().toString());
        var differences = new ArrayList<String>();
        var kinds = new TreeSet<String>();
        var accepted = 0;
        try (var store = new MemoryStore();
                var server = ApiServer.start(store, Pki.inMemory(Instant.now()), settings, defect -> {
                    throw new AssertionError(defect);
                });
                var client = HttpClient.newHttpClient();
                var own = new MemoryStore();
                var preview = AdmissionPreview.on(own, FeatureGates.DEFAULT, InstantSource.system());
                var check = new AdmissionCheck(
                        FeatureGates.DEFAULT,
                        new NamespacePolicies(List.of(), List.of(), List.of(), List.of(), true),
                        "default")) {
            preview.holdNamespace("default");
            for (var i = 0; i < MANIFESTS; i++) {
                var manifest = manifests.number(i);
                var path = preview.path(manifest, "default");
                if (path.isEmpty()) continue; // a review, or a kind that nobody serves
                kinds.add(manifest.path("kind").asText());
                var asked = ask(client, server.url() + path.get(), manifest);
                var said = preview.create(manifest, "default");
                if (asked.code() < 300) accepted++;
                compare(i, manifest, asked, said, differences);
                compareVerdict(i, manifest, asked, check, differences);
            }
        }
        assertThat(differences).as("with seed %d", seed).isEmpty();
        assertThat(kinds).hasSizeGreaterThan(30).contains("Pod", "StatefulSet", "CronJob", "Service", "LimitRange");
        assertThat(accepted).as("not all are refused").isGreaterThan(MANIFESTS / 20);
    }

    private static Reply ask(HttpClient client, String address, ObjectNode manifest)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(address + "?dryRun=All&fieldValidation=Strict"))
                .timeout(Duration.ofMinutes(2))
                .header("Content-Type", "application/json")
                .header("Authorization", "Bearer token")
                .POST(HttpRequest.BodyPublishers.ofByteArray(MAPPER.writeValueAsBytes(manifest)))
                .build();
        var response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        return new Reply(response.statusCode(), (ObjectNode) MAPPER.readTree(response.body()));
    }

    private static void compare(
            int index, ObjectNode manifest, Reply asked, AdmissionPreview.Answer said, List<String> differences) {
        switch (said) {
            case AdmissionPreview.Answer.Accepted _ -> {
                if (asked.code() != 201) differences.add(index + " " + manifest + "\n  accepted, but " + asked.body());
            }
            case AdmissionPreview.Answer.Refused(var status, var _) -> {
                if (!withoutMadeNames(status).equals(withoutMadeNames(asked.body())))
                    differences.add(index + " " + manifest + "\n  " + status + "\n  " + asked.body());
            }
            case AdmissionPreview.Answer.UnknownKind() -> differences.add(index + " is not known: " + manifest);
        }
    }

    /** A LimitRange without a name is given a random one, and the refusal names it. */
    private static String withoutMadeNames(ObjectNode status) {
        return status.toString().replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "made");
    }

    /** What explain makes of it: refused or not, and every cause with its field. */
    private static void compareVerdict(
            int index, ObjectNode manifest, Reply asked, AdmissionCheck check, List<String> differences) {
        if (!(new ManifestLoader().read("m", manifest.toString()) instanceof Loaded.Documents(var documents))) return;
        var verdict = check.of(documents.getFirst());
        if (verdict.isEmpty() || verdict.get().isRefused() != asked.code() >= 300) {
            differences.add(index + " " + manifest + "\n  " + verdict + "\n  " + asked.body());
            return;
        }
        var causes = new TreeSet<String>();
        for (var cause : asked.body().path("details").path("causes"))
            causes.add(
                    cause.path("field").asText() + ": " + cause.path("message").asText());
        var complaints = new TreeSet<String>();
        verdict.get().complaints().forEach(each -> complaints.add(each.toString()));
        if (asked.code() == 422 && !causes.isEmpty() && !causes.equals(complaints))
            differences.add(index + " " + complaints + "\n  " + causes);
    }
}
