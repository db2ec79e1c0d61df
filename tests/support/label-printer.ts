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
 * `onLabel` gets after each how many this connection has brought, `status` when it is asked for it.
 * `responds`: whether it says that; `hangsUp`: once it has read everything.
 */
export async function startLabelPrinter({
  onConnection = () => undefined,
  onLabel = () => undefined,
  status = () => ({}),
  responds = true,
  hangsUp = true,
}: {
  onConnection?: (socket: Socket) => void;
  onLabel?: (socket: Socket, count: number) => void;
  status?: (labels: number) => HostStatus;
  responds?: boolean;
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
      if (!responds) return;
      for (const count = countOf('~HS', jobs[job]); asked < count && socket.writable; asked += 1) {
        socket.write(describe(status(labels)));
      }
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

/** `waiting`: labels in its buffer. */
export interface HostStatus {
  isPaperOut?: boolean;
  isPaused?: boolean;
  isOpen?: boolean;
  isRibbonOut?: boolean;
  waiting?: number;
}

/** The answer of ZPL II to `~HS`. */
function describe({ isPaperOut, isPaused, isOpen, isRibbonOut, waiting = 0 }: HostStatus): string {
  const flag = (isSet = false) => Number(isSet);
  return [
    `030,${flag(isPaperOut)},${flag(isPaused)},1199,${String(waiting).padStart(3, '0')},0,0,0,000,0,0,0`,
    `001,0,${flag(isOpen)},${flag(isRibbonOut)},1,2,4,0,00000000,1,000`,
    '1234,0',
  ]
    .map((line) => `\u0002${line}\u0003\r\n`)
    .join('');
}

const countOf = (command: string, job = ''): number => job.split(command).length - 1;
