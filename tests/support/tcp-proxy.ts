/** A proxy between a server and its database. Once cut, nothing responds, as after a crash. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  /** The URL given, by way of the proxy. */
  url: string;
  /** Ends every connection and takes no more. */
  cut(): Promise<void>;
  /** Keeps every connection open but passes nothing on, like an unplugged cable. */
  silence(is: boolean): void;
  /** Takes connections again, at the same place. */
  mend(): Promise<void>;
}

export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const proxy = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    if (!isSilent) near.pipe(far).pipe(near);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const place = (proxy.address() as AddressInfo).port;
  const url = new URL(target);
  url.port = String(place);
  // It is no socket of PostgreSQL's.
  url.searchParams.delete('host');
  return {
    url: url.href,
    async cut() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
    silence(is) {
      isSilent = is;
      if (is) for (const socket of sockets) socket.unpipe().pause();
    },
    async mend() {
      proxy.listen(place, '127.0.0.1');
      await once(proxy, 'listening');
    },
  };
}
