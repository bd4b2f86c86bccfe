package dev.plimsoll.cri.config;

/**
 * Who pulls an image; all empty for anybody. No server is named: containerd would keep them from one whose URL is written in another way.
 */
public record Credentials(String username, String password, String identityToken, String registryToken) {
    public static final Credentials NONE = new Credentials("", "", "", "");

    /** Without the secrets. */
    @Override
    public String toString() {
        return "Credentials[" + username + "]";
    }
}
