package dev.plimsoll.kinds.documents;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

/** What a body of a deletion says. */
class DeleteOptionsBodyTest {
    private static DeleteOptionsBody read(String json) throws JsonProcessingException {
        return DeleteOptionsBody.read(new ObjectMapper().readTree(json));
    }

    @Test
    void everyFieldIsRead() throws JsonProcessingException {
        assertThat(read("""
                {"gracePeriodSeconds":5,"propagationPolicy":"Orphan","orphanDependents":false,"dryRun":["All"],
                "preconditions":{"uid":"u","resourceVersion":"7"}}""")).isEqualTo(new DeleteOptionsBody("5", "Orphan", false, true, "u", "7"));
    }

    @Test
    void nullAndNothingAreTheSame() throws JsonProcessingException {
        assertThat(read("""
                {"gracePeriodSeconds":null,"propagationPolicy":null,"orphanDependents":null,"dryRun":null,"preconditions":null}""")).isEqualTo(read("{}")).isEqualTo(DeleteOptionsBody.NONE);
    }
}
