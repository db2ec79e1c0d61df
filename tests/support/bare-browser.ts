/**
 * A Chromium without Playwright, which records a stack trace for every request; for the first one V8 parses the scripts
 * once more, which no phone does (decision 0060).
 */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { until } from './until.ts';

interface Message {
  id?: number;
  method?: string;
  sessionId?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { message: string };
}

type Send = (method: string, parameters?: object) => Promise<Record<string, unknown>>;

/** A page that is not inspected: no Network, Runtime or Debugger domain is on. */
export interface BarePage {
  send: Send;
  /** The value of an expression, or of its promise. */
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
}

export interface BareBrowser {
  /** An empty page. */
  open(): Promise<BarePage>;
  /** The events of a trace of all processes while this is done. */
  trace(categories: string[], work: () => Promise<unknown>): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

const OFFLINE = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

/** Connects to a browser at the address of its developer tools. `offline` cuts the network for pages and workers. */
export async function connectTo(address: string, { offline = false } = {}): Promise<BareBrowser> {
  const version = (await (await fetch(`${address}/json/version`)).json()) as { webSocketDebuggerUrl: string };
  const socket = new WebSocket(version.webSocketDebuggerUrl, { perMessageDeflate: false, maxPayload: 2 ** 30 });
  await once(socket, 'open');
  const pending = new Map<number, (message: Message) => void>();
  socket.on('close', () => {
    for (const settle of pending.values()) settle({ error: { message: 'The browser is gone' } });
  });
  const listeners = new Set<(message: Message) => void>();
  let messages = 0;

  const sendTo =
    (sessionId?: string): Send =>
    async (method, params = {}) => {
      messages += 1;
      const { promise, resolve } = Promise.withResolvers<Message>();
      pending.set(messages, resolve);
      socket.send(JSON.stringify({ id: messages, method, params, sessionId }));
      const { result, error } = await promise;
      if (error) throw new Error(`${method}: ${error.message}`);
      return result ?? {};
    };
  socket.on('message', (text) => {
    const message = JSON.parse(String(text)) as Message;
    if (message.id === undefined) {
      for (const listen of listeners) listen(message);
      return;
    }
    pending.get(message.id)?.(message);
    pending.delete(message.id);
  });

  const send = sendTo();
  const sessions = new Map<string, string>();
  listeners.add(({ method, params }) => {
    if (method !== 'Target.attachedToTarget') return;
    const { sessionId, targetInfo } = params as { sessionId: string; targetInfo: { targetId: string } };
    const session = sendTo(sessionId);
    const begin = async () => {
      if (offline) await session('Network.emulateNetworkConditions', OFFLINE).catch(() => undefined);
      await session('Runtime.runIfWaitingForDebugger').catch(() => undefined);
      sessions.set(targetInfo.targetId, sessionId);
    };
    void begin();
  });
  await send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });

  return {
    async open() {
      const { targetId } = (await send('Target.createTarget', { url: 'about:blank' })) as { targetId: string };
      await until('the page is open', async () => sessions.has(targetId), 10_000);
      const session = sendTo(sessions.get(targetId));
      const { result } = (await session('Runtime.evaluate', { expression: 'navigator.onLine' })) as {
        result: { value: boolean };
      };
      if (result.value === offline) throw new Error(`The page is ${offline ? 'not ' : ''}offline`);
      return {
        send: session,
        async evaluate(expression) {
          const answer = await session('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
          const { result, exceptionDetails } = answer as { result: { value?: unknown }; exceptionDetails?: object };
          if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
          return result.value;
        },
        async close() {
          await send('Target.closeTarget', { targetId });
        },
      };
    },

    async trace(categories, work) {
      const events: Record<string, unknown>[] = [];
      const { promise: completed, resolve } = Promise.withResolvers<void>();
      const listen = ({ method, params }: Message) => {
        if (method === 'Tracing.dataCollected') events.push(...(params as { value: typeof events }).value);
        if (method === 'Tracing.tracingComplete') resolve();
      };
      listeners.add(listen);
      try {
        await send('Tracing.start', { traceConfig: { includedCategories: categories } });
        await work();
        await send('Tracing.end');
        await completed;
      } finally {
        listeners.delete(listen);
      }
      return events;
    },

    async close() {
      await send('Browser.close').catch(() => undefined);
      socket.close();
    },
  };
}
