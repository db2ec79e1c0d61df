/** Ports for servers that tests start. Nothing here knows a test runner. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that systems give to connections on their way out, one of which could take a port between two of our steps. */
const FIRST = 15_000;
const LAST = 32_000;

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const port = randomInt(FIRST, LAST);
  const probe = createServer();
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return freePort();
  }
  probe.close();
  await once(probe, 'close');
  return port;
}
