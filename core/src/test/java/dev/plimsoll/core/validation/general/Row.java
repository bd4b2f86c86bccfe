package dev.plimsoll.core.validation.general;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.Pod;
import java.util.List;
import java.util.function.Consumer;

/** A sentence of the rules, a pod that it speaks of, and all errors that the pod has. */
record Row(String sentence, Pod pod, List<String> errors) {
    static Row row(String sentence, Consumer<PodDraft> change, String... errors) {
        return new Row(sentence, PodDraft.pod(change), List.of(errors));
    }

    void verify() {
        assertThat(GeneralRules.check(pod).stream().map(Object::toString)).containsExactlyElementsOf(errors);
    }

    @Override
    public String toString() {
        return sentence;
    }
}
