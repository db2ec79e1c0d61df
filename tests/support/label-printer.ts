/** A label printer on this machine, which may behave badly. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface LabelPrinter {
  host: string;
  port: number;
  /** What it has read, a text for each connection. */
  jobs: string[];
  /** The labels it has read whole. */
  labels(): string[];
  close(): Promise<void>;
}

/**
 * `onLabel` is told after each how many this connection has brought. `answers`: when asked for its
 * status; `hangsUp`: once it has read everything.
 */
export async function startLabelPrinter({
  onConnection = () => undefined,
  onLabel = () => undefined,
  answers = true,
  hangsUp = true,
}: {
  onConnection?: (socket: Socket) => void;
  onLabel?: (socket: Socket, count: number) => void;
  answers?: boolean;
  hangsUp?: boolean;
} = {}): Promise<LabelPrinter> {
  const jobs: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: !hangsUp }, (socket) => {
    const job = jobs.push('') - 1;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.setEncoding('utf8');
    let [labels, asked] = [0, 0];
    socket.on('data', (text: string) => {
      jobs[job] += text;
      for (const count = countOf('^XZ', jobs[job]); labels < count; ) onLabel(socket, ++labels);
      if (!answers) return;
      for (const count = countOf('~HS', jobs[job]); asked < count && socket.writable; asked += 1) socket.write(STATUS);
    });
    onConnection(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    host: '127.0.0.1',
    port,
    jobs,
    labels: () => jobs.flatMap((job) => job.match(/\^XA.*?\^XZ/gs) ?? []),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const STATUS = ['030,0,0,1199,000,0,0,0,000,0,0,0', '001,0,0,0,1,2,4,0,00000000,1,000', '1234,0']
  .map((line) => `\u0002${line}\u0003\r\n`)
  .join('');

const countOf = (command: string, job = ''): number => job.split(command).length - 1;
