package dev.plimsoll.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Collects the differences of one line. */
final class LineComparison {
    private final List<ReplayVerdict.Difference> differences = new ArrayList<>();

    void text(String what, @Nullable JsonNode recorded, String ours) {
        equal(what, recorded == null ? "(nothing)" : recorded.asText(), ours);
    }

    void number(String what, @Nullable JsonNode recorded, long ours) {
        if (recorded != null && recorded.isIntegralNumber() && recorded.longValue() == ours) return;
        differences.add(new ReplayVerdict.Difference(what, String.valueOf(recorded), Long.toString(ours)));
    }

    /** Names with texts; a recorded list that is missing equals an empty one. */
    void amounts(String what, @Nullable JsonNode recorded, ResourceAmounts ours) {
        var own = new TreeMap<String, String>();
        for (var name : ours.names()) own.put(name.text(), ours.amount(name).toString());
        equal(what, texts(recorded), own);
    }

    void equal(String what, Object recorded, Object ours) {
        if (!Objects.equals(recorded, ours)) {
            differences.add(new ReplayVerdict.Difference(what, recorded.toString(), ours.toString()));
        }
    }

    static Map<String, String> texts(@Nullable JsonNode recorded) {
        var entries = new TreeMap<String, String>();
        if (recorded == null) return entries;
        for (var entry : recorded.properties())
            entries.put(entry.getKey(), entry.getValue().asText());
        return entries;
    }

    /** What the differences are about. */
    Set<String> differing() {
        return differences.stream().map(ReplayVerdict.Difference::what).collect(Collectors.toSet());
    }

    boolean isEqual() {
        return differences.isEmpty();
    }

    ReplayVerdict divergence(String name) {
        return new ReplayVerdict.Diverges(name, differences);
    }

    ReplayVerdict verdict() {
        return differences.isEmpty() ? ReplayVerdict.AGREES : new ReplayVerdict.Differs(differences);
    }
}
