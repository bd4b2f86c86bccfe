package dev.plimsoll.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreProblem;
import dev.plimsoll.store.WriteOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damages every region of the files of stores. {@code -Dplimsoll.damages=2000} sets how many cases, {@code -Dplimsoll.seed=1} other
 * ones.
 */
class StoreDamageTest {
    private static final int CASES = Integer.getInteger("plimsoll.damages", 400);
    private static final long SEED = Long.getLong("plimsoll.seed", 20_261_116);

    @TempDir
    Path folder;

    private final Map<StoreProblem, Integer> refused = new EnumMap<>(StoreProblem.class);
    private int served;

    @Test
    @Timeout(900)
    @DisplayName(
            "a damaged store serves exactly what was acknowledged, or is refused and says why; never anything else")
    void damages() throws Exception {
        var images = List.of(
                StoreImage.killed(folder.resolve("killed")),
                StoreImage.young(folder.resolve("young")),
                StoreImage.closed(folder.resolve("closed")));
        for (var image : images) undamaged(image);
        served = 0;
        for (var number = 0; number < CASES; number++) {
            var image = images.get(number % images.size());
            var place = Files.createDirectories(folder.resolve("case"));
            var told = "seed " + (SEED + number) + ", " + new StoreDamage(image, SEED + number).into(place);
            check(image, place, told);
            delete(place);
        }
        assertThat(served).isPositive();
        assertThat(refused).containsKey(StoreProblem.DAMAGED);
        System.out.printf("%d damaged stores: %d served all of it, refused: %s%n", CASES, served, refused);
    }

    private void undamaged(StoreImage image) throws Exception {
        var place = Files.createDirectories(folder.resolve("case"));
        for (var file : image.files().entrySet()) Files.write(place.resolve(file.getKey()), file.getValue());
        check(image, place, image.name() + ", undamaged");
        delete(place);
        assertThat(refused).isEmpty();
    }

    private void check(StoreImage image, Path place, String told) throws Exception {
        try (var store = EmbeddedStore.open(place)) {
            assertThat(Chronicle.of(store, image.oldest())).as(told).isEqualTo(image.acknowledged());
            assertThat(store.create("/more", new byte[40_000])).as(told).isInstanceOf(WriteOutcome.Written.class);
            assertThat(store.fault()).as(told).isEmpty();
        } catch (StoreException refusal) {
            assertThat(refusal.problem())
                    .as(told + ": " + refusal.getMessage())
                    .isIn(StoreProblem.DAMAGED, StoreProblem.UNKNOWN_FORMAT);
            assertThat(refusal)
                    .as(told)
                    .hasMessageContaining(place.toString())
                    .hasMessageContaining("plimsoll store check");
            refused.merge(refusal.problem(), 1, Integer::sum);
            return;
        } catch (RuntimeException unexpected) {
            throw new AssertionError(told, unexpected);
        }
        served++;
        try (var again = EmbeddedStore.open(place)) { // what was written into it has destroyed nothing
            assertThat(again.revision()).as(told).isEqualTo(image.acknowledged().revision() + 1);
        } catch (StoreException refusal) {
            throw new AssertionError(told, refusal);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }
}
