package dev.plimsoll.codec.structural;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

/** What holds for every schema and document. */
class StructuralPropertyTest {
    private static final int SCHEMAS = 2_000;

    private static ObjectNode cleaned(ObjectNode document, Structural schema) {
        var copy = document.deepCopy();
        SchemaPruner.prune(copy, schema);
        SchemaDefaults.apply(copy, schema);
        return copy;
    }

    @Test
    void prunedAndDefaultedTwiceIsAsOnce() {
        for (var seed = 0; seed < SCHEMAS; seed++) {
            var schemas = new RandomSchemas(seed);
            var given = schemas.root();
            var schema = SchemaReader.read(given);
            if (!(schemas.spoiled(schemas.fitting(given)) instanceof ObjectNode document)) continue;
            var once = cleaned(document, schema);
            assertThat(cleaned(once, schema)).as("seed %d", seed).isEqualTo(once);
            assertThat(SchemaPruner.prune(once, schema)).as("seed %d", seed).isEmpty();
        }
    }

    @Test
    void whatIsValidStaysSo() {
        for (var seed = 0; seed < SCHEMAS; seed++) {
            var schemas = new RandomSchemas(seed);
            var given = schemas.root();
            var schema = SchemaReader.read(given);
            var document = (ObjectNode) schemas.fitting(given);
            assertThat(Validation.of(document, schema)).as("seed %d", seed).isEmpty();
            assertThat(Validation.of(cleaned(document, schema), schema))
                    .as("seed %d", seed)
                    .isEmpty();
        }
    }

    @Test
    void whatIsMadeUpIsStructural() {
        for (var seed = 0; seed < SCHEMAS; seed++) {
            assertThat(SchemaChecks.of(new RandomSchemas(seed).root(), "s"))
                    .as("seed %d", seed)
                    .isEmpty();
        }
    }
}
