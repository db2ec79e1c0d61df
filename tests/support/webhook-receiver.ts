import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookPayload } from '../../src/domain/webhook.ts';

export interface Message {
  id: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  payload: WebhookPayload;
}

export interface WebhookReceiver {
  url: string;
  received: Message[];
  /** How it responds; at first with 204. */
  answer: (message: Message, response: ServerResponse) => void;
  close(): void;
}

export const accept: WebhookReceiver['answer'] = (_, response) => response.writeHead(204).end();

export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const headers = textOf(request.headers);
    const id = headers['webhook-id'] ?? '';
    const message = { id, path: request.url ?? '', headers, body, payload: JSON.parse(body) as WebhookPayload };
    receiver.received.push(message);
    receiver.answer(message, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    answer: accept,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}

const textOf = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
