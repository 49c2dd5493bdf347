import java.util.stream.IntStream;

class Lamps {

    int count(int... boxes) {
        // exercise::begin count
        return IntStream.of(boxes).sum();
        // exercise::starter
        // // Stage 1
        // throw new UnsupportedOperationException("not written yet");
        // exercise::end
    }
}
