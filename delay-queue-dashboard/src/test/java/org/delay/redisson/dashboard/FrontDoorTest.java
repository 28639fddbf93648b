package org.delay.redisson.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.awaitility.Awaitility;
import org.delay.redisson.dashboard.Shop.Security;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The page behind a proxy and below a context path, and what a page of another origin achieves. In a browser. */
@ExtendWith(OutputCaptureExtension.class)
class FrontDoorTest {

    private final Chromium browser = Chromium.get();

    @Test
    void aContextPathAndAProxyThatStripsAPrefixNeedNoSetting() throws IOException {
        try (Shop shop = Shop.start(
                        Security.NONE,
                        "delay.redisson.dashboard.view-roles=anyone",
                        "server.servlet.context-path=/shop",
                        "delay.redisson.dashboard.path=/ops");
                StrippedPrefix proxy = new StrippedPrefix(shop)) {
            shop.send("orders", "1", "x");
            for (String address : new String[] {shop.address(), proxy.address()}) {
                browser.open(address);
                browser.click("[data-key='topic orders']");
                browser.click("[data-key='id 1']");
                browser.awaitText("Next delivery");
                browser.open(address + "#/load/orders/hours");
                browser.awaitText("Due by hour");
            }
            assertThat(browser.complaints())
                    .noneMatch(complaint -> complaint.startsWith("SEVERE") && !complaint.contains("/favicon.ico"));
        }
    }

    /** The application has no protection of its own, so that only the dashboard stands in the way. */
    @Test
    void aPageOfAnotherOriginChangesNothing(CapturedOutput output) throws IOException {
        try (Shop shop = Shop.start(Security.UNPROTECTED_FORM);
                OtherSite other = new OtherSite(shop)) {
            browser.open(shop, "operator", "");
            browser.open(other.address());
            browser.awaitTrue("document.title === 'tried'");
            // They came with the cookies of the operator, and were refused for where they came from.
            Awaitility.await()
                    .until(() -> output.toString().split("as the request may come from another site", -1).length > 2);
            assertThat(shop.queue().paused()).isEmpty();
            assertThat(shop.events()).isEmpty();
        }
    }
}
