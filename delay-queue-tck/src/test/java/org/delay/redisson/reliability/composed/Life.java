package org.delay.redisson.reliability.composed;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.delay.redisson.reliability.composed.Entry.What;

/** All that is written of one message, in the order in which it happened. */
record Life(String topic, String id, List<Entry> entries) {

    static Life of(String topic, String id, List<Entry> entries) {
        List<Entry> inOrder = new ArrayList<>(entries);
        inOrder.sort(Comparator.comparingLong(Entry::at));
        return new Life(topic, id, inOrder);
    }

    Stream<Entry> all(What what) {
        return entries.stream().filter(entry -> entry.what() == what);
    }

    /** What was asked by the one sender that it has. */
    List<Entry> calls() {
        return entries.stream()
                .filter(entry -> switch (entry.what()) {
                    case SENT, CANCEL, RESCHEDULE, REDRIVE -> true;
                    default -> false;
                })
                .toList();
    }

    /** Sends that were, or may have been, taken. */
    Stream<Entry> accepted() {
        return all(What.SENT).filter(sent -> isAccepted(sent) || answer(sent).equals(Load.UNKNOWN));
    }

    static boolean isAccepted(Entry sent) {
        return switch (answer(sent)) {
            case "SCHEDULED", "REPLACED", "REPLACED_IN_FLIGHT" -> true;
            default -> false;
        };
    }

    /** Of a call; a send says besides how the message is to be treated. */
    static String answer(Entry call) {
        return call.what() == What.SENT ? call.text().substring(0, call.text().lastIndexOf('/')) : call.text();
    }

    Conduct conduct(int version) {
        return all(What.SENT)
                .filter(sent -> sent.version() == version)
                .map(sent -> sent.text().substring(sent.text().lastIndexOf('/') + 1))
                .filter(text -> !text.equals("ASYNC"))
                .map(Conduct::valueOf)
                .findFirst()
                .orElse(Conduct.RETURNS);
    }

    /** Whether all of its versions are to be treated so. */
    boolean isSound() {
        return all(What.SENT).allMatch(sent -> conduct(sent.version()).isSound());
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(topic + " " + id);
        long first = entries.get(0).began();
        for (Entry entry : entries) {
            text.append("\n      +%,d".formatted((entry.began() - first) / 1_000));
            if (entry.at() - entry.began() > 1_000) {
                text.append("..%,d".formatted((entry.at() - first) / 1_000));
            }
            text.append(" ms ").append(entry.what()).append(" v").append(entry.version());
            text.append(entry.number() == 0 ? "" : " attempt " + entry.number());
            text.append(entry.due() == 0 ? "" : " due +%,d".formatted(entry.due() - first / 1_000));
            text.append(" ").append(entry.text().length() > 200 ? entry.text().substring(0, 200) : entry.text());
        }
        return text.toString();
    }
}
