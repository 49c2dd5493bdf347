/**
 * The command behind {@code make conformance}: it replays every recording below a folder.
 *
 * <p>The recordings of the project stand in {@code code/conformance/recordings}. A Go program in
 * {@code code/conformance/recorder} made them with client-go itself, and {@code make record} asks it again. The module
 * {@code differential} makes new traces and compares at once.
 *
 * <p>{@link insideinformer.conformance.command.Main} is the entry, {@code ReplayCommand} the command. Neither has
 * threads or locks of its own.
 */
@NullMarked
package insideinformer.conformance.command;

import org.jspecify.annotations.NullMarked;
