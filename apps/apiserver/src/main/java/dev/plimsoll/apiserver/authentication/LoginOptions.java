package dev.plimsoll.apiserver.authentication;

/**
 * Who may log in beside users with certificates and tokens.
 *
 * @param anonymous whether who shows nothing is {@code system:anonymous}; otherwise such requests are refused with 401
 * @param bootstrapTokens whether tokens in secrets of type {@code bootstrap.kubernetes.io/token} are taken
 */
public record LoginOptions(boolean anonymous, boolean bootstrapTokens) {
    public static final LoginOptions DEFAULT = new LoginOptions(true, false);

    /** With those who show nothing, or without. */
    public LoginOptions withAnonymous(boolean changed) {
        return new LoginOptions(changed, bootstrapTokens);
    }

    /** Taking the tokens of machines that are to become nodes. */
    public LoginOptions withBootstrapTokens() {
        return new LoginOptions(anonymous, true);
    }
}
