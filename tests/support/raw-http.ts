/** HTTP as bytes, for what no client library would send. Needs no test runner. */
import { once } from 'node:events';
import { connect } from 'node:net';

export interface RawResponse {
  status: number;
  /** Keyed by their names in lower case. */
  headers: Record<string, string>;
  body: string;
}

/** Sends raw bytes and resolves with everything received when the connection has ended. */
export async function sendBytes(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  let received = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text;
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(bytes, 'latin1');
  await closed;
  return received;
}

/**
 * The only response to these bytes, without `100 Continue`. @throws if there is not exactly one.
 */
export async function sendRawRequest(url: string, bytes: string): Promise<RawResponse> {
  const text = (await sendBytes(url, bytes)).replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
  if (text.split('HTTP/1.1 ').length !== 2) throw new Error(`Not one answer: ${text}`);
  const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s);
  const [line = '', ...fields] = head.split('\r\n');
  const headers = Object.fromEntries(fields.map((field) => field.split(/: (.*)/).slice(0, 2)));
  return {
    status: Number(line.split(' ')[1]),
    headers: Object.fromEntries(Object.entries<string>(headers).map(([name, value]) => [name.toLowerCase(), value])),
    body,
  };
}
