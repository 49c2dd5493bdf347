package insideinformer.benchmarks;

import insideinformer.api.Pod;
import insideinformer.json.Json;
import insideinformer.json.JsonInput;
import java.io.ByteArrayInputStream;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** One pod of 2.2 KB: made of its JSON, and only gone over by Jackson's parser. A different pod each time. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class DecodingBenchmark {

    private static final int PODS = 4096; // a power of two

    private final byte[][] texts = new byte[PODS][];
    private int next;

    public DecodingBenchmark() {
        for (int i = 0; i < PODS; i++) {
            texts[i] = PodTexts.pod(i).json();
        }
    }

    private JsonParser parser() {
        next = next + 1 & PODS - 1;
        return new JsonInput(new ByteArrayInputStream(texts[next])).parser();
    }

    @Benchmark
    public Pod decode() {
        try (JsonParser parser = parser()) {
            return Json.MAPPER.readValue(parser, Pod.class);
        }
    }

    @Benchmark
    public int scan() {
        int tokens = 0;
        try (JsonParser parser = parser()) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                tokens++;
            }
        }
        return tokens;
    }
}
