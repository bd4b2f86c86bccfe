/** As many pods of a template as asked for. */
@NullMarked
package dev.plimsoll.controllers.replicaset;

import org.jspecify.annotations.NullMarked;
