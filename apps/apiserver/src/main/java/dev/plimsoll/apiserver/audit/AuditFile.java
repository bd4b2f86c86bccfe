package dev.plimsoll.apiserver.audit;

import java.nio.file.Path;

/**
 * Where the audit log goes.
 *
 * @param mostBytes when a file has so many, the next is begun
 * @param backups how many full files are kept
 */
public record AuditFile(Path path, long mostBytes, int backups) {}
