package org.delay.redisson.benchmark.rabbit;

import org.delay.redisson.benchmark.contender.Contender.Reception;
import org.delay.redisson.benchmark.contender.DelayQueueContender;
import org.delay.redisson.benchmark.contender.Parcel;

/** The library. */
record LibraryDelayer(DelayQueueContender contender, Reception reception, String queue) implements Delayer {

    static Delayer open(RabbitLab lab, String queue) {
        DelayQueueContender contender = DelayQueueContender.open(lab.redis());
        return new LibraryDelayer(contender, contender.receiveIntoRabbit(lab.port(), () -> {}), queue);
    }

    @Override
    public void send(Parcel parcel) {
        contender.send(queue, parcel);
    }

    @Override
    public void close() {
        reception.close();
        contender.close();
    }
}
