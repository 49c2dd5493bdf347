package insideinformer.lab;

/**
 * Is told what passes a stage, on the thread that does the work there, mostly with a lock held: it must be quick and
 * must not call back into what it watches.
 */
@FunctionalInterface
public interface Observer {

    void seen(Sighting sighting);
}
