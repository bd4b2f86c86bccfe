package dev.plimsoll.apiserver.admission;

/** One link of the chain. A refusal is thrown as {@link dev.plimsoll.kinds.refusal.RefusedException}. */
public interface AdmissionStep {
    /** Changes the object of the review where its surroundings ask for it. Whether it may have done so. */
    default boolean mutate(AdmissionAttributes review) {
        return false;
    }

    /** Refuses what the user may not make of the object, before anybody says what is wrong with it. */
    default void authorize(AdmissionAttributes review) {}

    /** Looks at the object as it is to be stored. */
    default void validate(AdmissionAttributes review) {}
}
