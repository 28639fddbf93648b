package org.delay.redisson.sample;

import lombok.RequiredArgsConstructor;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The operators' actions. In production, it must require a login. */
@RestController
@RequestMapping("/api")
@RequiredArgsConstructor
class OperationsController {

    private final BoardService boards;
    private final DeadLetters deadLetters;
    private final Accounting accounting;

    @GetMapping("/board")
    Board board() {
        return boards.board();
    }

    @PostMapping("/dead-letters/{topic}/{id}/redrive")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void redrive(@PathVariable String topic, @PathVariable String id) {
        deadLetters.redrive(topic, id);
    }

    @DeleteMapping("/dead-letters/{topic}/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void delete(@PathVariable String topic, @PathVariable String id) {
        deadLetters.delete(topic, id);
    }

    @PutMapping("/accounting")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void change(@RequestBody AccountingRules rules) {
        accounting.allowLongInvoices(rules.longInvoices());
    }

    /** Whether accounting accepts long invoices. */
    record AccountingRules(boolean longInvoices) {}
}
