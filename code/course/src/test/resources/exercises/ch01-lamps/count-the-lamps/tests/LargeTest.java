import insideinformer.course.check.Promise;
import insideinformer.course.check.Promised;
import insideinformer.course.check.Stage;

@Stage(number = 2, title = "Large boxes")
class LargeTest {

    @Promise(number = 1, text = "A box may be large.", read = "Chapter 1, \"The promises\", I3")
    void a_box_may_be_large() {
        Promised.equal("a box of 1000", "1000", "" + new Lamps().count(1000));
    }
}
