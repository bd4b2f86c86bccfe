/** What the server asks of nodes on behalf of clients. */
@NullMarked
package dev.plimsoll.apiserver.nodes;

import org.jspecify.annotations.NullMarked;
