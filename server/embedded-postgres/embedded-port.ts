import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports that systems use for outgoing connections: one of those could take the port of a
 * PostgreSQL that is restarting and keep it for as long as it is open.
 */
const FIRST = 15_000;
const LAST = 32_000;

/** A free local port: the wanted one if it is free and no outgoing connection can take it. */
export async function freePort(wanted = 0): Promise<number> {
  if (wanted >= FIRST && wanted <= LAST && (await isFree(wanted))) return wanted;
  for (;;) {
    const port = randomInt(FIRST, LAST + 1);
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
