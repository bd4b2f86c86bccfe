package dev.plimsoll.apiserver.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** What users add to admission: policies in the server, and programs outside of it that are asked about writes. */
public interface AdmissionExtension {
    /** Lets all change the object of the review, one after the other. */
    Round mutate(AdmissionAttributes review);

    /** Asks those once more that want to see what became of the object after them. */
    void mutateAgain(AdmissionAttributes review, Round round);

    /** Lets all judge the object as it is to be stored. */
    void validate(AdmissionAttributes review);

    /**
     * What the first round left behind.
     *
     * @param changed whether the object is no longer what it was
     * @param left what each that may be asked again left, by who it is
     */
    record Round(boolean changed, Map<String, ObjectNode> left) {
        public Round {
            left = Map.copyOf(left);
        }
    }
}
