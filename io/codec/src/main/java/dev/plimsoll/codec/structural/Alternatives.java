package dev.plimsoll.codec.structural;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.json.Trail;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a value does under several schemas.
 *
 * @param valid how many of them it fits
 * @param closest what the one says that has least against it
 * @param all what all of them say
 */
record Alternatives(int valid, SchemaErrors closest, SchemaErrors all) {
    static Alternatives of(JsonNode value, List<Structural> schemas, Trail path, @Nullable JsonNode before) {
        var valid = 0;
        SchemaErrors closest = null;
        var all = new SchemaErrors();
        for (var schema : schemas) {
            var findings = new SchemaErrors();
            Validation.check(value, schema, path, before, findings);
            if (findings.isEmpty()) valid++;
            if (closest == null || findings.all().size() < closest.all().size()) closest = findings;
            all.addAll(findings);
        }
        return new Alternatives(valid, closest == null ? new SchemaErrors() : closest, all);
    }
}
