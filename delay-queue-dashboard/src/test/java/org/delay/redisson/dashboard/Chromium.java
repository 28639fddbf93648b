package org.delay.redisson.dashboard;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.By;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;

/** The Chromium of this machine, without a screen. */
final class Chromium implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final List<String> BROWSERS =
            List.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome");

    private final ChromeDriver driver;

    private Chromium(ChromeDriver driver) {
        this.driver = driver;
    }

    /** Starts it, or leaves the test out and says so. Both paths are named, else Selenium looks for them on the network. */
    static Chromium start() {
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
        return new Chromium(new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(driver.toFile())
                        .build(),
                options));
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
        Awaitility.await(selector).atMost(PATIENCE).ignoreExceptions().until(() -> {
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

    WebDriver driver() {
        return driver;
    }

    Object value(String script) {
        return ((JavascriptExecutor) driver).executeScript("return " + script);
    }

    boolean is(String script) {
        return Boolean.TRUE.equals(value("Boolean(" + script + ")"));
    }

    WebElement find(String selector) {
        return Awaitility.await(selector)
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> driver.findElement(By.cssSelector(selector)), WebElement::isDisplayed);
    }

    /** It may be replaced by a newer one between the search and the click. */
    void click(String selector) {
        Awaitility.await(selector).atMost(PATIENCE).ignoreExceptions().until(() -> {
            driver.findElement(By.cssSelector(selector)).click();
            return true;
        });
    }

    /** As {@link #click}, by the keyboard. */
    void type(String selector, CharSequence keys) {
        Awaitility.await(selector).atMost(PATIENCE).ignoreExceptions().until(() -> {
            driver.findElement(By.cssSelector(selector)).sendKeys(keys);
            return true;
        });
    }

    void awaitText(String text) {
        Awaitility.await(text)
                .atMost(PATIENCE)
                .until(() -> String.valueOf(value("document.body.innerText")).contains(text));
    }

    void awaitTrue(String script) {
        Awaitility.await(script).atMost(PATIENCE).until(() -> is(script));
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

    @Override
    public void close() {
        driver.quit();
    }
}
