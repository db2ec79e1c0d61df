import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below outgoing connections, which could take it during a restart. */
const FIRST_PORT = 15_000;
const LAST_PORT = 32_000;

export async function findFreePort(wanted = 0): Promise<number> {
  if (wanted >= FIRST_PORT && wanted <= LAST_PORT && (await isFree(wanted))) return wanted;
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
