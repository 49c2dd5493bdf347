package insideinformer.benchmarks;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/** The most that the heap has held: it is fullest when a collection begins, so that is when it is looked at. */
final class HeapPeak {

    private final AtomicLong peak = new AtomicLong(); // bytes

    HeapPeak() {
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            ((NotificationEmitter) collector).addNotificationListener(
                    (notification, handback) -> {
                        var info = GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData());
                        note(info.getGcInfo().getMemoryUsageBeforeGc().entrySet().stream()
                                .filter(pool -> isHeap(pool.getKey()))
                                .mapToLong(pool -> pool.getValue().getUsed())
                                .sum());
                    },
                    notification -> notification.getType()
                            .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION),
                    null);
        }
    }

    private static boolean isHeap(String pool) {
        return !pool.startsWith("CodeHeap") && !pool.equals("CodeCache") && !pool.equals("Metaspace")
                && !pool.equals("Compressed Class Space");
    }

    private void note(long bytes) {
        peak.accumulateAndGet(bytes, Math::max);
    }

    /** In bytes; since the start. */
    long soFar() {
        note(used().getUsed());
        return peak.get();
    }

    /** In bytes; collects first. */
    static long reachable() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) { // references that the first collection cleared free more in the next
            System.gc();
            least = Math.min(least, used().getUsed());
        }
        return least;
    }

    private static MemoryUsage used() {
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    }
}
