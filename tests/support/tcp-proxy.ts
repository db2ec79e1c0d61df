/** Stands between a server and its database, and can be cut: then nothing answers there, as after a crash. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  /** The URL given, by way of the proxy. */
  url: string;
  /** Ends every connection and takes no more. */
  cut(): Promise<void>;
  /** Takes connections again, at the same place. */
  mend(): Promise<void>;
}

export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
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
    near.pipe(far).pipe(near);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const place = (proxy.address() as AddressInfo).port;
  const url = new URL(target);
  url.port = String(place);
  return {
    url: url.href,
    async cut() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
    async mend() {
      proxy.listen(place, '127.0.0.1');
      await once(proxy, 'listening');
    },
  };
}
