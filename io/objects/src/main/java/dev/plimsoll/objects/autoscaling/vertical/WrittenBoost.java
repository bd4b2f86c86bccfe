package dev.plimsoll.objects.autoscaling.vertical;

import static dev.plimsoll.objects.tree.DocumentFields.number;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** A {@code startupBoost} as somebody wrote it. Only the CPU can be boosted. */
public final class WrittenBoost {
    private final JsonNode cpu;

    WrittenBoost(JsonNode boost) {
        this.cpu = boost.path("cpu");
    }

    /** Whether it says anything of the CPU. */
    public boolean isOfCpu() {
        return cpu.isObject();
    }

    public Optional<String> type() {
        return WrittenText.of(cpu, "type");
    }

    public OptionalLong factor() {
        return WrittenText.number(cpu, "factor");
    }

    public Optional<String> quantity() {
        return WrittenText.of(cpu, "quantity");
    }

    public Duration duration() {
        return Duration.ofSeconds(number(cpu, "durationSeconds", 0));
    }
}
