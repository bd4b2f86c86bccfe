/** The health protocol of gRPC, as clients speak it. */
@NullMarked
package dev.plimsoll.cri.health;

import org.jspecify.annotations.NullMarked;
