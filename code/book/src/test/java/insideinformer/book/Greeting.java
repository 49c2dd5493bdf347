package insideinformer.book;

/** A program whose output the showcase shows. */
public final class Greeting {

    private Greeting() {}

    public static void main(String[] args) {
        System.out.println("cart arrives");
        System.out.println("search arrives");
        System.out.println("cart is already waiting");
    }
}
