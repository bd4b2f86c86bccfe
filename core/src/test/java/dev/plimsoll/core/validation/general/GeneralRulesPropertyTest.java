package dev.plimsoll.core.validation.general;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ContainerDetails.EnvVar;
import dev.plimsoll.core.model.ContainerDetails.Port;
import dev.plimsoll.core.model.ContainerDetails.VolumeMount;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodDetails.Toleration;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class GeneralRulesPropertyTest {
    private static final long SEED = 2837;
    private static final int PODS = 2_000;
    private static final Pattern FIELD = Pattern.compile("(metadata|spec)(\\.[a-zA-Z]+|\\[[^]]*])*");
    private static final List<String> WORDS = List.of(
            "",
            "",
            "a",
            "a",
            "b",
            "app",
            "Always",
            "Never",
            "Exists",
            "Equal",
            "NoExecute",
            "TCP",
            "emptyDir",
            "secret",
            "fieldRef",
            "secretKeyRef",
            "linux",
            "example.com/a",
            "/",
            "a/b/c",
            "..",
            "/a/../b",
            "-",
            "a-",
            " a ",
            "A_b",
            "\u0130",
            "\ud83d\ude00",
            "\ud83d",
            "\u0000",
            "\"\\\n",
            "x".repeat(64),
            "y.".repeat(200));

    @Test
    void anyPodIsJudgedAndTwiceTheSame() {
        var random = new Random(SEED);
        for (var i = 0; i < PODS; i++) {
            var pod = randomPod(random);
            var errors = GeneralRules.check(pod);
            assertThat(errors).as("pod %d", i).isEqualTo(GeneralRules.check(pod));
            var strayed = errors.stream()
                    .filter(error -> !FIELD.matcher(error.field()).matches())
                    .toList();
            assertThat(strayed).as("pod %d", i).isEmpty();
        }
    }

    private static Pod randomPod(Random random) {
        return PodDraft.pod(p -> {
            p.name = word(random);
            p.generateName = word(random);
            p.namespace = word(random);
            p.generation = number(random);
            p.labels = words(random);
            p.annotations = words(random);
            p.nodeSelector = words(random);
            p.containers = some(random, () -> randomContainer(random));
            p.init = some(random, () -> randomContainer(random));
            p.ephemeral = some(random, () -> randomContainer(random));
            p.volumes = some(random, () -> PodDraft.volume(word(random), word(random), word(random)));
            p.resourceClaims = some(random, () -> word(random));
            p.schedulingGates = some(random, () -> word(random));
            p.tolerations = some(
                    random,
                    () -> new Toleration(word(random), word(random), word(random), word(random), number(random)));
            p.restartPolicy = word(random);
            p.dnsPolicy = word(random);
            p.os = word(random);
            p.nodeName = word(random);
            p.priorityClassName = word(random);
            p.serviceAccountName = word(random);
            p.hostname = word(random);
            p.subdomain = word(random);
            p.hostNetwork = random.nextBoolean();
            p.activeDeadlineSeconds = number(random);
            p.gracePeriodSeconds = number(random);
        });
    }

    private static Container randomContainer(Random random) {
        return ContainerDraft.container(c -> {
            c.name = word(random);
            c.image = word(random);
            c.restartPolicy = word(random);
            c.imagePullPolicy = word(random);
            c.terminationMessagePolicy = word(random);
            c.ports =
                    some(random, () -> new Port(word(random), port(random), port(random), word(random), word(random)));
            c.env = some(
                    random,
                    () -> new EnvVar(
                            word(random), word(random), random.nextBoolean(), some(random, () -> word(random))));
            c.mounts = some(
                    random,
                    () -> new VolumeMount(
                            word(random), word(random), word(random), word(random), random.nextBoolean()));
        });
    }

    private static <T> List<T> some(Random random, Supplier<T> one) {
        return Stream.generate(one).limit(random.nextInt(4)).toList();
    }

    private static Map<String, String> words(Random random) {
        var words = new HashMap<String, String>();
        for (var i = random.nextInt(4); i > 0; i--) words.put(word(random), word(random));
        return words;
    }

    private static String word(Random random) {
        return WORDS.get(random.nextInt(WORDS.size()));
    }

    private static int port(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> 80;
            case 2 -> random.nextInt(70_000);
            default -> random.nextInt();
        };
    }

    private static long number(Random random) {
        return random.nextBoolean() ? PodPlacement.UNSET : random.nextLong();
    }
}
