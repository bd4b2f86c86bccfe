package dev.plimsoll.client;

/**
 * Which part of a list is asked for.
 *
 * @param limit most objects of a page; 0 for all
 * @param resourceVersion empty for the newest; {@code 0} for whatever the server has at hand
 * @param next the token that came with the page before; empty for the first page
 */
public record Page(int limit, String resourceVersion, String next) {
    public static final Page ALL = new Page(0, "", "");

    public static Page first(int limit) {
        return new Page(limit, "", "");
    }

    /** The page that follows one with this token. */
    public Page after(String token) {
        return new Page(limit, "", token);
    }
}
