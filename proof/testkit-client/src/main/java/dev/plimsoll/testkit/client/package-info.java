/** The test kit for projects on Java 17 or newer: the cluster runs in a process of its own, on Java 25. */
@NullMarked
package dev.plimsoll.testkit.client;

import org.jspecify.annotations.NullMarked;
