package dev.plimsoll.apiserver.admission;

import dev.plimsoll.core.validation.FieldError;
import java.util.List;

/** One link of the chain. A refusal is thrown as {@link dev.plimsoll.kinds.refusal.RefusedException}. */
public interface AdmissionStep {
    /** Changes the object of the review where its surroundings ask for it. Whether it may have done so. */
    default boolean mutate(AdmissionAttributes review) {
        return false;
    }

    /** Refuses what the user may not make of the object, before anybody says what is wrong with it. */
    default void authorize(AdmissionAttributes review) {}

    /** What is wrong with a new object where it is made; told before what is wrong with the object itself. */
    default List<FieldError> check(AdmissionAttributes review) {
        return List.of();
    }

    /** Looks at the object as it is to be stored. */
    default void validate(AdmissionAttributes review) {}
}
