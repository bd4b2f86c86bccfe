package dev.plimsoll.store.embedded.log;

import java.sql.Connection;
import java.sql.SQLException;
import org.sqlite.SQLiteConfig;

/** Opens connections to a database. What stands between a store and SQLite, such as a disk that fails in a test, is put here. */
public interface ConnectionFactory {
    ConnectionFactory SQLITE = SQLiteConfig::createConnection;

    Connection connect(SQLiteConfig config, String url) throws SQLException;
}
