package dev.plimsoll.objects.autoscaling.vertical;

/** A document that cannot be read; the message says what is wrong. */
final class MalformedDocumentException extends RuntimeException {
    private static final long serialVersionUID = 1;

    MalformedDocumentException(String message) {
        super(message);
    }
}
