package insideinformer.showcase;

class WaitingRoomTest {

    @Test
    void a_key_added_twice_waits_once() {
        assertThat(true).isTrue();
    }
}
