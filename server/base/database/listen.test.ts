import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { isTransientError } from '../errors/transient-errors.ts';
import { listenTo } from './listen.ts';

it('says so if the first connection is lost before it listens, and nothing else breaks', async () => {
  const lossy = createServer((socket) => socket.once('data', () => socket.destroy())).listen(0, '127.0.0.1');
  onTestFinished(() => void lossy.close());
  await once(lossy, 'listening');
  const { port } = lossy.address() as AddressInfo;
  const listener = { onMessage: () => undefined, onGap: () => undefined, onFault: () => undefined };
  const error = await listenTo(`postgres://waybill@127.0.0.1:${port}/waybill`, 'live', listener).catch(
    (caught: unknown) => caught,
  );
  expect(isTransientError(error)).toBe(true);
});
