package insideinformer.lab;

/** Where on its way an object was seen, in the order of the way. */
public enum Stage {
    CLIENT("client"),
    ADMISSION("quota admission"),
    REFLECTOR("Reflector"),
    DELTA_FIFO("DeltaFIFO"),
    INFORMER("SharedIndexInformer"),
    LISTENER("ProcessorListener"),
    QUOTA_CONTROLLER("quota controller");

    private final String label;

    Stage(String label) {
        this.label = label;
    }

    /** As it stands in timelines and diagrams. */
    public String label() {
        return label;
    }
}
