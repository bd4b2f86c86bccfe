package dev.plimsoll.core.podsecurity.view;

/**
 * What a pod and a container can both say about how processes run. Texts are empty where nothing is said.
 *
 * @param runAsRoot whether {@code runAsUser} is 0
 */
public record SecurityContext(
        String seccompProfile,
        String appArmorProfile,
        SeLinuxOptions seLinuxOptions,
        Choice runAsNonRoot,
        boolean runAsRoot,
        boolean hostProcess) {
    public static final SecurityContext NONE =
            new SecurityContext("", "", SeLinuxOptions.NONE, Choice.UNSET, false, false);
}
