package org.delay.redisson.sample;

import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Takes the pictures of the dashboard in the documents, from the sample after customers have used it for some minutes:
 * {@code -Dsample.pictures=3}.
 */
@EnabledIfSystemProperty(named = "sample.pictures", matches = "\\d+")
class DashboardPicturesTest {

    private static final Path IMAGES = Path.of("..", "docs", "images");
    private static final Duration USE = Duration.ofMinutes(Integer.getInteger("sample.pictures", 0));
    private static final int WIDTH = 1200;

    private final Random random = new Random(17);

    @Test
    void takesPictures() throws IOException {
        try (ConfigurableApplicationContext application = SpringApplication.run(
                SampleApplication.class, "--server.port=0", "--sample.story=false", "--sample.packing=20s")) {
            Client client = new Client(application);
            customers(client);
            ChromeDriver browser = browser();
            try {
                for (String language : List.of("en", "zh-CN")) {
                    String suffix = language.equals("en") ? ".png" : "." + language + ".png";
                    browser.get(client.address() + "/delay-queue/");
                    browser.executeScript("localStorage.setItem('delay-queue-language', arguments[0])", language);
                    take(browser, client.address() + "/delay-queue/", "dashboard-overview" + suffix);
                    take(browser, client.address() + "/delay-queue/#/load", "dashboard-load" + suffix);
                }
            } finally {
                browser.quit();
            }
        }
    }

    /** Most orders of an evening have been placed before; the others come while this runs. */
    private void customers(Client client) {
        for (int i = 0; i < 3_000; i++) {
            double minutes =
                    i % 4 == 0 ? random.nextDouble() * 115 : 38 + random.nextGaussian() * 9 + (i % 3 == 0 ? 42 : 0);
            client.place("tea", (int) (60 * Math.max(1, minutes)));
        }
        for (int i = 0; i < 6; i++) {
            pay(client, client.place("a cake with many candles", 600));
        }
        long end = System.nanoTime() + USE.toNanos();
        while (System.nanoTime() < end) {
            for (int i = random.nextInt(4); i > 0; i--) {
                String id = client.place("coffee", 20 + random.nextInt(3_600));
                switch (random.nextInt(4)) {
                    case 0 -> pay(client, id);
                    case 1, 2 -> client.post("/api/orders/" + id + "/reminder");
                    default -> {
                        // Nothing more is heard of this customer.
                    }
                }
            }
            await().pollDelay(Duration.ofMillis(1_500)).until(() -> true);
        }
    }

    private static void pay(Client client, String id) {
        client.post("/api/orders/" + id + "/payment");
    }

    private static ChromeDriver browser() {
        ChromeOptions options = new ChromeOptions();
        options.setBinary("/usr/bin/chromium");
        options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--lang=en");
        return new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(new File("/usr/bin/chromedriver"))
                        .build(),
                options);
    }

    /** As high as the page is. */
    private static void take(ChromeDriver browser, String address, String name) throws IOException {
        size(browser, 600);
        browser.get("about:blank");
        browser.get(address);
        await().atMost(Duration.ofMinutes(1))
                .until(() -> !browser.findElements(By.cssSelector("main svg")).isEmpty());
        size(browser, ((Number) browser.executeScript("return document.body.offsetHeight")).intValue());
        Files.write(IMAGES.resolve(name), browser.getScreenshotAs(OutputType.BYTES));
    }

    private static void size(ChromeDriver browser, int height) {
        browser.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", WIDTH, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }
}
