/** What nodes serve over HTTP: their pods, usage, metrics and health, to those who may see them. */
@NullMarked
package dev.plimsoll.nodeagent.http;

import org.jspecify.annotations.NullMarked;
