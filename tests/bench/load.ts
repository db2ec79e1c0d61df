/**
 * A separate process has its own event loop: `node load.ts order.json`, with a LoadOrder in the
 * file, prints a Load as JSON.
 */
import { readFileSync } from 'node:fs';
import autocannon, { type Request } from 'autocannon';

export interface LoadOrder {
  url: string;
  /** Each connection repeats its share when it reaches the end. */
  requests: Request[];
  connections: number;
  seconds: number;
  /** The default is as many as the server takes. */
  perSecond?: number;
  /** Overload (503) or one person’s limit (429) may reject some. */
  mayRefuse?: boolean;
}

export interface Load {
  perSecond: number;
  /** Percentiles of the latency, in milliseconds. */
  p50: number;
  p99: number;
  /** It leaves out those that may be refused. */
  failed: number;
  refused: number;
}

const {
  url,
  requests,
  connections,
  seconds,
  perSecond,
  mayRefuse = false,
}: LoadOrder = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
let clients = 0;
const run = autocannon({
  url,
  connections,
  duration: seconds,
  ...(perSecond && { overallRate: perSecond }),
  // Slow is measured, not given up.
  timeout: 60,
  setupClient(client) {
    const turn = clients;
    clients += 1;
    client.setRequests(requests.filter((_, index) => index % connections === turn % requests.length));
  },
});
// Its own percentiles are whole milliseconds.
const times: number[] = [];
let refused = 0;
run.on('response', (_client, status, _bytes, ms) => {
  times.push(ms);
  if (mayRefuse && (status === 503 || status === 429)) refused += 1;
});
const result = await run;
times.sort((one, other) => one - other);
const load: Load = {
  perSecond: result['2xx'] / result.duration,
  p50: times[Math.floor(times.length * 0.5)] ?? Number.NaN,
  p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
  failed: result.non2xx - refused + result.errors + result.timeouts,
  refused,
};
process.stdout.write(JSON.stringify(load));
