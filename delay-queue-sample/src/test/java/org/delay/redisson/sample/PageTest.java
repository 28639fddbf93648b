package org.delay.redisson.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The page in a browser, on the application and its Redis: the same in each profile, and this one starts fastest. */
class PageTest {

    private static final int DESKTOP = 1280;
    private static final int PHONE = 390;

    private ConfigurableApplicationContext application;
    private Browser browser;

    @BeforeEach
    void open() throws Exception {
        browser = Browser.start(DESKTOP);
        application = SpringApplication.run(
                SampleApplication.class,
                "--spring.profiles.active=plain",
                "--server.port=0",
                "--sample.story=false",
                "--sample.reminder-pause=10m",
                "--sample.packing=300ms",
                "--sample.billing=300ms",
                "--sample.carrier-pause=300ms");
        browser.open(new Client(application).address());
        browser.awaitShown("#no-orders");
    }

    @AfterEach
    void close() {
        application.close();
        browser.close();
    }

    @Test
    void showsAnOrderFromItsPlacingToItsRedrivenInvoice() {
        browser.value("document.querySelector('[name=secondsToPay]').value = '120'");
        place("tea & <i>milk</i>");
        browser.awaitText(".order.OPEN h3", "tea & <i>milk</i>");
        browser.awaitText(".order .state", "to be paid");
        browser.awaitText(".order .messages .topic", "Cancel unless paid");
        double left = secondsLeft("Cancel");
        assertThat(left).isPositive().isLessThanOrEqualTo(120);
        await().until(() -> secondsLeft("Cancel") < left - 1);

        double share = shareLeft();
        browser.open(new Client(application).address());
        browser.awaitText(".order .messages .topic", "Cancel unless paid");
        assertThat(shareLeft()).isPositive().isLessThanOrEqualTo(share);
        assertThat(browser.text("header")).contains("delay-queue, a library for Spring Boot");

        browser.click(".order [data-do=remind]");
        await().until(() -> secondsLeft("Remind") > 0);

        browser.click(".order [data-do=extend]");
        await().until(() -> secondsLeft("Cancel") > 0 && secondsLeft("Cancel") <= 30);
        // However slow this test is.
        giveMuchMoreTime();

        browser.click(".order [data-do=pay]");
        browser.awaitText(".order .state", "shipped");
        browser.awaitText("#news", "is shipped");
        assertThat(browser.shows(".order [data-do=pay]")).isFalse();

        browser.awaitText("#dead-letters strong", "invoice: tea & <i>milk</i>");
        browser.awaitText("#dead-count", "1");
        browser.awaitText(".order .empty", "A dead letter: invoice.");
        browser.click("#long-invoices");
        await().until(() -> application.getBean(Accounting.class).allowsLongInvoices());
        // The broker obeys a moment after it has answered; and the letter goes while somebody is about to click.
        await().until(() -> {
            browser.value("document.querySelector('#dead-letters [data-do=redrive]')?.click()");
            return browser.text(".order .facts").contains("invoiced");
        });
        browser.awaitShown("#no-dead");
    }

    @Test
    void showsAnOrderThatIsCancelledAndOneThatIsRefused() {
        browser.value("document.querySelector('[name=secondsToPay]').append(new Option('1 s', '1', true, true))");
        place("coffee");
        browser.awaitText(".order.CANCELLED .state", "cancelled");
        browser.awaitGone(".order .messages li");

        place("   ");
        browser.awaitText("#problem", "item must not be blank");
        place("cake");
        browser.awaitGone("#problem");
    }

    @Test
    void saysWhenTheServiceIsAway() {
        application.close();
        browser.awaitText("#connection", "does not answer");
    }

    @Test
    void fitsAPhone() throws Exception {
        try (Browser phone = Browser.start(PHONE)) {
            place("a-very-long-word-for-a-very-long-item");
            phone.open(new Client(application).address());
            phone.awaitShown(".order.OPEN");
            assertThat(phone.value("window.innerWidth")).isEqualTo(PHONE);
            assertThat((int) phone.value("document.documentElement.scrollWidth"))
                    .isLessThanOrEqualTo(PHONE);
        }
    }

    @Test
    void eachControlHasANameAndRoomForAFinger() {
        place("tea");
        browser.awaitShown(".order.OPEN");
        assertThat(browser.value("""
                [...document.querySelectorAll('input, select, button')]
                    .filter(each => !(each.ariaLabel || each.textContent.trim() || each.labels?.length))
                    .length""")).isEqualTo(0);
        assertThat(browser.value("""
                [...document.querySelectorAll('main input:not([type=checkbox]), select, button')]
                    .filter(each => each.getClientRects().length && each.getBoundingClientRect().height < 44)
                    .length""")).isEqualTo(0);
    }

    /** How full the first bar is, in percent. It goes on after a reload from where it was. */
    private double shareLeft() {
        await().until(() -> browser.is("parseFloat(document.querySelector('.bar div').style.width) > 0"));
        return ((Number) browser.value("parseFloat(document.querySelector('.bar div').style.width)")).doubleValue();
    }

    private void place(String item) {
        browser.type("[name=item]", item);
        browser.click("#place button");
    }

    private void giveMuchMoreTime() {
        Client client = new Client(application);
        String id = client.get("/api/board")
                .json()
                .get("orders")
                .get(0)
                .get("order")
                .get("id")
                .asString();
        assertThat(client.post("/api/orders/" + id + "/extension", "{\"seconds\": 600}")
                        .status())
                .isEqualTo(200);
    }

    /** Of the message whose text begins like this; 0 without one. */
    private double secondsLeft(String topic) {
        return Double.parseDouble((String) browser.value("""
                [...document.querySelectorAll('.order .messages li')]
                    .filter(each => each.querySelector('.topic').textContent.startsWith('%s'))
                    .map(each => each.querySelector('.due').textContent.replace(/[^0-9.]/g, ''))[0] || '0'
                """.formatted(topic)));
    }
}
