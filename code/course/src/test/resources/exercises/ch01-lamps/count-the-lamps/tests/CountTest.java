import insideinformer.course.check.Promise;
import insideinformer.course.check.Promised;
import insideinformer.course.check.Stage;

@Stage(number = 1, title = "Count")
class CountTest {

    @Promise(number = 1, text = "Every lamp counts.", read = "Chapter 1, \"The promises\", I1")
    void every_lamp_counts() {
        Promised.equal("boxes of 4 and 3", "7", "" + new Lamps().count(4, 3));
    }

    @Promise(number = 2, text = "No box, no lamp.", read = "Chapter 1, \"The promises\", I2")
    void no_box_no_lamp() {
        Promised.equal("no boxes", "0", "" + new Lamps().count());
    }
}
