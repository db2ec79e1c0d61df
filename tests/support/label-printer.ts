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

/** `onLabel` is told after each how many this connection has brought; `hangsUp`: once it has read everything. */
export async function startLabelPrinter({
  onConnection = () => undefined,
  onLabel = () => undefined,
  hangsUp = true,
}: {
  onConnection?: (socket: Socket) => void;
  onLabel?: (socket: Socket, count: number) => void;
  hangsUp?: boolean;
} = {}): Promise<LabelPrinter> {
  const jobs: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: !hangsUp }, (socket) => {
    const job = jobs.push('') - 1;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.setEncoding('utf8');
    let labels = 0;
    socket.on('data', (text: string) => {
      jobs[job] += text;
      for (const count = countLabels(jobs[job] ?? ''); labels < count; ) onLabel(socket, ++labels);
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

const countLabels = (job: string): number => job.split('^XZ').length - 1;
