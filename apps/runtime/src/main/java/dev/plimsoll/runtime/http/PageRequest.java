package dev.plimsoll.runtime.http;

import dev.plimsoll.runtime.access.CallerCredentials;
import java.io.InputStream;

/**
 * What a page may know of a request.
 *
 * @param path decoded, without the query
 * @param credentials as they were shown; a certificate is signed by an authority that the service trusts
 * @param contentType empty where none was sent
 * @param takesGzip whether the client can read an answer that is compressed
 * @param body the page bounds how much of it is read; the service bounds how long that takes
 */
public record PageRequest(
        String method,
        String path,
        CallerCredentials credentials,
        String contentType,
        boolean takesGzip,
        InputStream body) {}
