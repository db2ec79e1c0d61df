/** A gateway that speaks like Twilio, and fails on request. Needs no test runner. */
import { createHmac } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const ACCOUNT = 'AC00000000000000000000000000000001';
export const TOKEN = '12345';

/** What it does with a message: `taken` ones reach the phone, whatever it responds. */
export type Behaviour =
  | 'take'
  | 'take silently'
  | 'take and cut'
  | 'take and fail'
  | 'late'
  | 'busy'
  | 'away'
  | 'refuse';

export interface TakenSms {
  to: string;
  text: string;
  callback: string;
  sid: string;
}

export interface SmsGateway {
  settings: Record<string, string>;
  /** Its own address: another may be in front. */
  taken: TakenSms[];
  asked: number;
  /** For the next messages; then it takes all. */
  next: Behaviour[];
  /** Instead, if it is set. */
  choose: (() => Behaviour) | null;
  close(): void;
}

export const signTwilio = (url: string, fields: Record<string, string>, token = TOKEN) =>
  createHmac('sha1', token)
    .update(
      url +
        Object.keys(fields)
          .toSorted()
          .map((name) => name + fields[name])
          .join(''),
    )
    .digest('base64');

export async function startSmsGateway(): Promise<SmsGateway> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.method === 'POST') gateway.asked += 1;
    const right = `Basic ${Buffer.from(`${ACCOUNT}:${TOKEN}`).toString('base64')}`;
    if (request.headers.authorization !== right) return answer(response, 401, { code: 20003, message: 'Authenticate' });
    if (request.method === 'GET') return answer(response, 200, { messages: [] });
    const fields = Object.fromEntries(new URLSearchParams(body));
    const behaviour = gateway.choose?.() ?? gateway.next.shift() ?? 'take';
    if (behaviour === 'busy') return answer(response, 429, { code: 20429, message: 'Too many requests' });
    if (behaviour === 'away') return answer(response, 503, { message: 'Service unavailable' });
    if (behaviour === 'refuse') return answer(response, 400, { code: 21614, message: 'Not a mobile number' });
    const sid = `SM${String(gateway.taken.length).padStart(32, '0')}`;
    gateway.taken.push({ to: fields.To ?? '', text: fields.Body ?? '', callback: fields.StatusCallback ?? '', sid });
    if (behaviour === 'take silently') return undefined;
    if (behaviour === 'take and cut') return void request.socket.destroy();
    if (behaviour === 'take and fail') return answer(response, 500, { message: 'Internal error' });
    if (behaviour === 'late') await new Promise((resolve) => setTimeout(resolve, 500));
    return answer(response, 201, {
      account_sid: ACCOUNT,
      body: fields.Body,
      num_segments: '1',
      price: null,
      sid,
      status: 'queued',
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/2010-04-01/Accounts/${ACCOUNT}/Messages.json`;
  const gateway: SmsGateway = {
    settings: {
      SMS_URL: url,
      SMS_TOKEN: `${ACCOUNT}:${TOKEN}`,
      SMS_FROM: '+46700000000',
      SMS_QUIET: '00:00-00:00',
      SMS_PRICE: '0.05',
    },
    taken: [],
    asked: 0,
    next: [],
    choose: null,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return gateway;
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
