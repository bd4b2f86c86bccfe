/** Requests that others answer: nodes, pods and services, and sessions in containers. */
@NullMarked
package dev.plimsoll.apiserver.proxy;

import org.jspecify.annotations.NullMarked;
