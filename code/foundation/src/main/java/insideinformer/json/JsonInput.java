package insideinformer.json;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;

/**
 * A stream of JSON that remembers the bytes since a mark, while a parser made by {@link #parser} goes on. A field that
 * no class models can therefore be cut out of the text, which costs less than writing it again from its tokens. An
 * object that does not fit its class can be read a second time.
 *
 * <p>When it reads on, it forgets the bytes before the mark. So it holds no more than the bytes from the mark to the
 * end of the parser's buffer. For one thread. Reading blocks as the stream does. If the stream fails, its parser throws
 * an unchecked {@code tools.jackson.core.JacksonException}.
 *
 * <p>No upstream.
 */
public final class JsonInput extends InputStream {

    private final InputStream in;
    private byte[] kept = new byte[16 * 1024]; // the bytes from begin on
    private long begin; // offset in the stream
    private int length;
    private long mark; // offset in the stream; the bytes before it can be forgotten

    public JsonInput(InputStream in) {
        this.in = in;
    }

    /** A parser of this input. Making it reads nothing; closing it closes the stream. */
    public JsonParser parser() {
        return Json.MAPPER.createParser(this);
    }

    /**
     * Forgets the text before the value that the parser stands on. Returns the offset of that value in the stream, in
     * bytes.
     */
    public long mark(JsonParser parser) {
        mark = startOfValue(parser);
        return mark;
    }

    /**
     * The UTF-8 text from an offset that {@link #mark} returned to the end of the value that the parser read last.
     *
     * @throws IllegalStateException if a later mark has made it forget this text
     */
    public byte[] textFrom(long start, JsonParser parser) {
        return text(start, endOfValue(parser).getByteOffset());
    }

    byte[] text(long start, long end) {
        if (start < begin || end > begin + length) {
            throw new IllegalStateException("bytes " + start + " to " + end + " are wanted, but only " + begin + " to "
                    + (begin + length) + " are here");
        }
        return Arrays.copyOfRange(kept, (int) (start - begin), (int) (end - begin));
    }

    byte[] kept() {
        return kept;
    }

    int index(long offset) {
        return (int) (offset - begin);
    }

    static long startOfValue(JsonParser parser) {
        return parser.currentTokenLocation().getByteOffset();
    }

    /** The place after the value. The end of a string is known only after it was read. */
    static TokenStreamLocation endOfValue(JsonParser parser) {
        if (parser.currentToken() == JsonToken.VALUE_STRING) {
            parser.finishToken();
        }
        return parser.currentLocation();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int most) throws IOException {
        int n = in.read(target, offset, most);
        if (n > 0) {
            keep(target, offset, n);
        }
        return n;
    }

    private void keep(byte[] source, int offset, int n) {
        int forgotten = (int) Math.min(Math.max(0, mark - begin), length);
        if (length - forgotten + n > kept.length) {
            byte[] larger = new byte[Math.max(2 * kept.length, length - forgotten + n)];
            System.arraycopy(kept, forgotten, larger, 0, length - forgotten);
            kept = larger;
        } else {
            System.arraycopy(kept, forgotten, kept, 0, length - forgotten);
        }
        begin += forgotten;
        length -= forgotten;
        System.arraycopy(source, offset, kept, length, n);
        length += n;
    }

    /** How many bytes are held. */
    public int held() {
        return length;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
