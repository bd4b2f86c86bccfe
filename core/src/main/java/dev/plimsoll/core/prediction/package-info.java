/**
 * What would become of a cluster: pods made, placed, let in, resized and sent away by the functions that decide it in the programs. It
 * runs without a server, threads or a clock, and nothing in it is random unless a seed is given.
 */
@NullMarked
package dev.plimsoll.core.prediction;

import org.jspecify.annotations.NullMarked;
