/**
 * From the bytes that clients send to objects, and from objects to the bytes that they get: JSON, YAML and protobuf.
 *
 * <p>Files in reading order:
 * <ol>
 *   <li>{@link insideinformer.apiserver.bodies.Negotiation}: which form the client sends, and which it wants.
 *   <li>{@link insideinformer.apiserver.bodies.Bodies}: an object that was sent, checked against the URL; {@link
 *       insideinformer.apiserver.bodies.WriteOptions}, the options beside it.
 *   <li>{@link insideinformer.apiserver.bodies.Decoding}, {@code FieldTypes}, {@code DuplicateFields}: what Go's
 *       decoder would say about it.
 *   <li>{@code Schema}: the fields of the built-in kinds, from a table that the module's recorder writes.
 *   <li>{@link insideinformer.apiserver.bodies.ProtobufBody} and {@link insideinformer.apiserver.bodies.YamlBodies}:
 *       the other two forms, made into JSON.
 *   <li>{@link insideinformer.apiserver.bodies.Answers}: how answers leave the server.
 * </ol>
 *
 * <p>There are no threads and no locks here: everything runs on the thread of the request.
 */
@NullMarked
package insideinformer.apiserver.bodies;

import org.jspecify.annotations.NullMarked;
