package dev.plimsoll.nodeagent.streams;

import dev.plimsoll.nodeagent.runtime.ContainerProcess;
import dev.plimsoll.nodeagent.runtime.ContainerProcess.TerminalSize;
import dev.plimsoll.nodeagent.runtime.ContainerProcess.TerminalView;
import dev.plimsoll.nodeagent.runtime.SessionRequest;
import dev.plimsoll.objects.pod.session.TerminalResize;
import dev.plimsoll.streams.BytePipe;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** What all sessions of commands have, whatever protocol their client speaks. */
final class CommandSession {
    private static final int BUFFER_BYTES = 64 * 1024;

    private final ContainerProcess process;
    private final SessionRequest request;
    private final BytePipe stdin = new BytePipe(BUFFER_BYTES);
    /** Guarded by this. */
    private TerminalSize size = TerminalSize.USUAL;

    CommandSession(ContainerProcess process, SessionRequest request) {
        this.process = process;
        this.request = request;
    }

    SessionRequest request() {
        return request;
    }

    /** Where the client's input goes that comes in messages. */
    OutputStream stdin() {
        return stdin.output();
    }

    void resize(byte[] message) {
        TerminalResize.read(message).ifPresent(told -> become(new TerminalSize(told.width(), told.height())));
    }

    private synchronized void become(TerminalSize changed) {
        size = changed;
        notifyAll();
    }

    private synchronized TerminalSize size() {
        return size;
    }

    private synchronized TerminalSize awaitOther(TerminalSize known) throws InterruptedException {
        while (size.equals(known)) wait();
        return size;
    }

    TerminalView terminal() {
        return new TerminalView() {
            @Override
            public TerminalSize get() {
                return size();
            }

            @Override
            public TerminalSize await(TerminalSize known) throws InterruptedException {
                return awaitOther(known);
            }
        };
    }

    InputStream input() throws IOException {
        return request.stdin() ? stdin.input() : InputStream.nullInputStream();
    }

    /** What went wrong in the runtime is a result too: the client is told. */
    ContainerProcess.Result run(ContainerProcess.Streams streams) throws IOException, InterruptedException {
        try {
            return process.run(streams);
        } catch (ClientGoneException e) {
            throw e;
        } catch (IOException e) {
            return new ContainerProcess.Result.Failed(String.valueOf(e.getMessage()));
        }
    }

    /** The client does not take what is written: nobody needs to be told of that. */
    static final class ClientGoneException extends IOException {
        private static final long serialVersionUID = 1;

        ClientGoneException(IOException cause) {
            super("the client has gone", cause);
        }
    }

    /** To a client, whose failures are told from those of the process. */
    static final class ClientOutput extends OutputStream {
        private final Write write;

        interface Write {
            void bytes(byte[] bytes, int offset, int length) throws IOException;
        }

        ClientOutput(Write write) {
            this.write = write;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            var most = 32 * 1024;
            try {
                for (var sent = 0; sent < length; sent += most)
                    write.bytes(bytes, offset + sent, Math.min(most, length - sent));
            } catch (IOException e) {
                throw new ClientGoneException(e);
            }
        }
    }
}
