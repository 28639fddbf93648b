package org.delay.redisson.tck.server;

/** The process of a {@code redis-server}, on this machine or in a container. Its methods are those of the server. */
interface ServerProcess {

    /** The version that the server's own {@code --version} tells. */
    String version();

    boolean isRunning();

    void kill();

    void terminate();

    void restart();

    void pause();

    void resume();

    void close();
}
