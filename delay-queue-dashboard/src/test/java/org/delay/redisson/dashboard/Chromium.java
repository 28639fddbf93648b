package org.delay.redisson.dashboard;

import com.deque.html.axecore.selenium.AxeBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.By;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;

/** The Chromium of this machine, without a screen. All tests of a JVM share one. */
final class Chromium {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String AXE = axe();

    private static final List<String> BROWSERS =
            List.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome");

    private static @Nullable Chromium shared;

    private final ChromeDriver driver;

    private Chromium(ChromeDriver driver) {
        this.driver = driver;
    }

    /** As a new one: light, of a desktop's size, in English. Leaves the test out if there is none, and says so. */
    static synchronized Chromium get() {
        Chromium browser = shared;
        if (browser == null) {
            browser = start();
            Runtime.getRuntime().addShutdownHook(new Thread(browser.driver::quit));
            shared = browser;
        }
        browser.driver.get("about:blank");
        browser.dark(false);
        browser.size(1280, 900);
        var unused = browser.complaints();
        return browser;
    }

    /** Both paths are named, else Selenium looks for them on the network. */
    private static Chromium start() {
        Path browser = BROWSERS.stream()
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        Path driver = Path.of("/usr/bin/chromedriver");
        Assumptions.assumeTrue(
                browser != null && Files.isExecutable(driver), "No chromium and chromedriver: the page is not tested");
        ChromeOptions options = new ChromeOptions();
        options.setBinary(browser.toFile());
        options.addArguments(
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--lang=en");
        options.setCapability("goog:loggingPrefs", Map.of("browser", "ALL"));
        ChromeDriver chrome = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(driver.toFile())
                        .build(),
                options);
        chrome.manage().timeouts().scriptTimeout(PATIENCE.multipliedBy(2));
        return new Chromium(chrome);
    }

    /** Narrower than a window can be. */
    void size(int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    void dark(boolean dark) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }

    void open(String address) {
        driver.get("about:blank");
        driver.get(address);
    }

    /** Runs this in each page that is opened from now on, before all of its own. */
    void onEachPage(String script) {
        driver.executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script));
    }

    /** Follows links within the page, and waits each time for what is there. */
    void go(String... screens) {
        Object stuck = driver.executeAsyncScript("""
                const done = arguments[1];
                const pause = () => new Promise(resolve => setTimeout(resolve, 10));
                (async () => {
                  for (const screen of arguments[0]) {
                    let isThere = location.hash === screen;
                    addEventListener("hashchange", () => isThere = true, {once: true});
                    location.hash = screen;
                    for (let i = 0; !isThere || !document.querySelector("main h1"); i++) {
                      if (i > 6000) {
                        return screen;
                      }
                      await pause();
                    }
                  }
                })().then(done);
                """, List.of(screens));
        if (stuck != null) {
            throw new IllegalStateException("The page does not show " + stuck);
        }
    }

    /** The language of the page from now on. */
    void language(String language) {
        driver.executeScript("localStorage.setItem('delay-queue-language', arguments[0])", language);
    }

    private static ConditionFactory soon(String what) {
        return Awaitility.await(what)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(25))
                .atMost(PATIENCE);
    }

    /** Signs in by the form of the application, as a user does it, and opens a screen. */
    void open(Shop shop, String user, String screen) {
        open(shop.address() + "../logout");
        if (is("document.querySelector('form button')")) {
            click("form button");
            // Else the next address may stop the request before it is sent.
            awaitTrue("location.pathname === '/login'");
        }
        open(shop.address() + screen);
        find("#username").sendKeys(user);
        find("#password").sendKeys("secret");
        click("form button");
        find("#nav a");
        // The login has forgotten the part behind the hash.
        open(shop.address() + screen);
        find("#nav a");
    }

    /** Puts this into a field instead of what is there. */
    void fill(String selector, String text) {
        soon(selector).ignoreExceptions().until(() -> {
            WebElement field = driver.findElement(By.cssSelector(selector));
            field.clear();
            field.sendKeys(text);
            return true;
        });
    }

    /** Twice, as fast as a hand does it. */
    void doubleClick(String selector) {
        WebElement element = find(selector);
        awaitTrue("!document.querySelector('" + selector + "').disabled");
        new Actions(driver).doubleClick(element).perform();
    }

    Object value(String script) {
        return ((JavascriptExecutor) driver).executeScript("return " + script);
    }

    boolean is(String script) {
        return Boolean.TRUE.equals(value("Boolean(" + script + ")"));
    }

    WebElement find(String selector) {
        return soon(selector)
                .ignoreExceptions()
                .until(() -> driver.findElement(By.cssSelector(selector)), WebElement::isDisplayed);
    }

    /** It may be replaced by a newer one between the search and the click. */
    void click(String selector) {
        soon(selector).ignoreExceptions().until(() -> {
            driver.findElement(By.cssSelector(selector)).click();
            return true;
        });
    }

    /** As {@link #click}, by the keyboard. */
    void type(String selector, CharSequence keys) {
        soon(selector).ignoreExceptions().until(() -> {
            driver.findElement(By.cssSelector(selector)).sendKeys(keys);
            return true;
        });
    }

    void awaitText(String text) {
        soon(text).until(() -> String.valueOf(value("document.body.innerText")).contains(text));
    }

    void awaitTrue(String script) {
        soon(script).until(() -> is(script));
    }

    /** What the browser complained of since the last call: errors, and violations of the policy. */
    List<String> complaints() {
        return driver.manage().logs().get("browser").getAll().stream()
                .map(entry -> entry.getLevel() + " " + entry.getMessage())
                .toList();
    }

    byte[] picture() {
        return driver.getScreenshotAs(OutputType.BYTES);
    }

    /** What axe-core finds on the page as it is, and calls serious or worse. */
    @SuppressWarnings("unchecked")
    List<String> seriousFindings() {
        if (!is("window.axe")) {
            driver.executeScript(AXE);
        }
        return (List<String>) driver.executeAsyncScript("""
                const done = arguments[0];
                axe.run({resultTypes: ["violations"]}).then(results => done(results.violations
                  .filter(each => ["serious", "critical"].includes(each.impact))
                  .map(each => each.id + " " + each.help + " " + each.nodes.map(node => node.html))));
                """);
    }

    private static String axe() {
        try (InputStream script = Objects.requireNonNull(AxeBuilder.class.getResourceAsStream("/axe.min.js"))) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
