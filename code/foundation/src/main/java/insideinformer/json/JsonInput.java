package insideinformer.json;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;

/**
 * JSON as it arrives, with a memory: the bytes since a mark can be had again, while a parser of {@link #parser} goes on
 * over them. So what no type models is cut out of the text instead of being written anew from its tokens, and an object
 * that does not fit its class can be looked at once more.
 *
 * <p>Whenever it reads on, it forgets what lies before the mark and so holds no more than from there to the end of the
 * parser's own buffer. For one thread; reading blocks as the stream does. Its parser fails with an unchecked {@code
 * tools.jackson.core.JacksonException}, also when the stream does.
 *
 * <p>No upstream.
 */
public final class JsonInput extends InputStream {

    private final InputStream in;
    private byte[] kept = new byte[16 * 1024]; // the bytes from `begin` on
    private long begin; // offset in the stream
    private int length;
    private long mark; // offset in the stream; nothing before it is wanted

    public JsonInput(InputStream in) {
        this.in = in;
    }

    /** A parser over this input; made without reading a byte. Closing it closes the stream. */
    public JsonParser parser() {
        return Json.MAPPER.createParser(this);
    }

    /**
     * Forgets what stands before the value that the parser stands on; returns where that begins, in bytes from the
     * beginning of the stream.
     */
    public long mark(JsonParser parser) {
        mark = startOfValue(parser);
        return mark;
    }

    /**
     * The UTF-8 text from an offset that {@link #mark} has returned to the end of the value read last.
     *
     * @throws IllegalStateException if a later mark has let it be forgotten
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

    /** Right behind the value; a string's end is not known before it has been read. */
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
