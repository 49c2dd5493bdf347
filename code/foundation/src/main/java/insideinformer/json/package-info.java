/**
 * JSON and Java objects. Jackson does the parsing. This package makes the objects small, makes reading them fast, and
 * keeps the fields that no class has a component for.
 *
 * <p>You can read the chapters without this package. Its classes in reading order: {@link insideinformer.json.Json},
 * the one mapper that everything uses; {@link insideinformer.json.RawJson}, a field that no class models, kept as text;
 * {@link insideinformer.json.CompactMap}, a map that never changes, in one array; {@link
 * insideinformer.json.JsonInput}, a stream that can give back the bytes it has passed; {@code RecordReader}, which
 * fills records straight from the parser; {@code Shared}, which lets equal texts be one object.
 *
 * <p>Threads and locks: none. Everything is immutable, except a {@code JsonInput}, which belongs to one thread, and the
 * tables of {@code Shared}, whose races do no harm: at worst, two equal texts are not shared.
 */
@NullMarked
package insideinformer.json;

import org.jspecify.annotations.NullMarked;
