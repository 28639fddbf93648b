package org.delay.redisson.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.delay.redisson.dashboard.Shop.Security;
import org.junit.jupiter.api.Test;

/** axe-core finds nothing serious on any screen, light or dark, on a phone or a desktop. */
class AccessibilityTest {

    private static final List<String> SCREENS = List.of(
            "#/",
            "#/load",
            "#/topic/orders",
            "#/message/orders/1",
            "#/find/orders/customer-7",
            "#/dead",
            "#/dead/refunds",
            "#/instances",
            "#/settings");

    @Test
    void nothingSeriousIsFound() {
        Chromium browser = Chromium.get();
        try (Shop shop = Shop.start(Security.FORM_LOGIN)) {
            shop.send("orders", "1", "x");
            shop.queue().pause("orders");
            shop.dieMany("refunds", "refund-", 3, "no carrier");
            shop.die("refunds", "other", "other");
            browser.open(shop, "operator", "");
            List<String> serious = new ArrayList<>();
            for (boolean dark : new boolean[] {false, true}) {
                browser.dark(dark);
                browser.size(dark ? 360 : 1400, 900);
                for (String screen : SCREENS) {
                    browser.go(screen);
                    serious.addAll(findings(browser, screen));
                }
                browser.go("#/dead/refunds");
                browser.click("[data-key^='redrive '][data-key*='no carrier']");
                browser.awaitText("Redrive 3 of refunds?");
                serious.addAll(findings(browser, "dialog"));
                browser.click("dialog .actions button");
            }
            assertThat(serious).isEmpty();
        }
    }

    private static List<String> findings(Chromium browser, String screen) {
        return browser.seriousFindings().stream()
                .map(finding -> screen + ": " + finding)
                .toList();
    }
}
