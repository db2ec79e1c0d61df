/** A real SMTP server on loopback that accepts, rejects, hangs or dies as a test wants. */
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { until } from './until.ts';

export interface DeliveredMail extends Email {
  /** The recipients in the envelope, which decide where an email goes. */
  receivers: string[];
  /** Every header line and every part, as they came over the wire. */
  raw: string;
}

/**
 * `refuse` replies with this code, after the data unless `at` names an earlier step; 4xx means
 * later, 5xx never.
 */
export type SinkBehaviour = 'accept' | 'hang' | 'die after data' | { refuse: number; says?: string; at?: EarlierStep };
type EarlierStep = 'CONN' | 'AUTH' | 'MAIL FROM' | 'RCPT TO';

export interface SmtpSink {
  /** For SMTP_URL. */
  url: string;
  port: number;
  /** What it has taken and said yes to. */
  mails: DeliveredMail[];
  /** Everything that was offered, taken or not. */
  offered: DeliveredMail[];
  behave(behaviour: SinkBehaviour): void;
  /** The first mail taken that is like this, now or soon. */
  mail(like: (mail: DeliveredMail) => boolean): Promise<DeliveredMail>;
  clear(): void;
  stop(): Promise<void>;
}

export async function startSmtpSink(options: { port?: number } = {}): Promise<SmtpSink> {
  let behaviour: SinkBehaviour = 'accept';
  const mails: DeliveredMail[] = [];
  const offered: DeliveredMail[] = [];
  const sockets = new Set<Socket>();

  function refusalAt(step: EarlierStep | undefined): Error | null {
    if (typeof behaviour !== 'object' || behaviour.at !== step) return null;
    return Object.assign(new Error(behaviour.says ?? 'The sink refuses'), { responseCode: behaviour.refuse });
  }

  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    logger: false,
    onConnect: (_session, callback) => callback(refusalAt('CONN')),
    onAuth: ({ username = '' }, _session, callback) => callback(refusalAt('AUTH'), { user: username }),
    onMailFrom: (_address, _session, callback) => callback(refusalAt('MAIL FROM')),
    onRcptTo: (_address, _session, callback) => callback(refusalAt('RCPT TO')),
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const bytes = Buffer.concat(chunks);
        const mail: DeliveredMail = {
          ...(await PostalMime.parse(bytes)),
          receivers: session.envelope.rcptTo.map(({ address }) => address),
          raw: bytes.toString('utf8'),
        };
        offered.push(mail);
        const refusal = refusalAt(undefined);
        if (behaviour === 'hang') return;
        if (behaviour === 'die after data') {
          for (const socket of sockets) if (socket.remotePort === session.remotePort) socket.destroy();
          return;
        }
        if (refusal === null) mails.push(mail);
        callback(refusal);
      });
    },
  });
  smtp.on('error', () => undefined);
  smtp.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  smtp.listen(options.port ?? 0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const { port } = smtp.server.address() as AddressInfo;

  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    offered,
    behave(next) {
      behaviour = next;
    },
    mail: (like) => until('such a mail came', () => mails.find(like)),
    clear() {
      mails.length = 0;
      offered.length = 0;
    },
    stop() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => smtp.close(() => resolve()));
    },
  };
}
