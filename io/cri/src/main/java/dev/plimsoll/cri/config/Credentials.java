package dev.plimsoll.cri.config;

/** Who pulls an image; all empty for anybody. */
public record Credentials(String username, String password, String server, String identityToken, String registryToken) {
    public static final Credentials NONE = new Credentials("", "", "", "", "");

    /** Without the secrets. */
    @Override
    public String toString() {
        return "Credentials[" + username + " at " + server + "]";
    }
}
