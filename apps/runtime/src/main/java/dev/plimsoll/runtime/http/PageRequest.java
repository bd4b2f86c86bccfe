package dev.plimsoll.runtime.http;

import java.io.InputStream;

/**
 * What a page may know of a request.
 *
 * @param path decoded, without the query
 * @param contentType empty where none was sent
 * @param body the page bounds how much of it is read; the service bounds how long that takes
 */
public record PageRequest(String method, String path, String contentType, InputStream body) {}
