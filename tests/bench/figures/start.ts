import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CACHE, SERVER } from '../../../server/build.ts';
import type { BenchEnvironment } from '../bench-environment.ts';
import { lookUps } from '../call.ts';
import { absoluteRow, type Figure } from '../figure.ts';
import { median } from '../measure-interleaved.ts';
import { sharedMegabytes, supervisedProcesses } from '../supervised-processes.ts';

const STARTS = 3;
const IDLE_MS = 3_000;
/** The steady load starts from what a rush has left. */
const RUSH = { connections: 32, seconds: 5 };
const STEADY = { connections: 10, seconds: 60, perSecond: 50 };
const SAMPLE_MS = 250;

/** `npm start` on data that is there already, with the embedded database. */
export const start: Figure = {
  name: 'start',
  async measure(workshop) {
    const environment = { DATA_DIR: join(workshop.folder, 'start') };
    const begin = () => workshop.start('server/start.js', environment);
    // Makes the database and fills it.
    await (await begin()).stop();
    const starts: { milliseconds: number; web: number; both: number }[] = [];
    for (let one = 0; one < STARTS; one += 1) starts.push(await startOnce(begin));
    const explain = async () => {
      const file = 'start.cpuprofile';
      const flags = ['--cpu-prof', `--cpu-prof-dir=${workshop.reports}`, `--cpu-prof-name=${file}`];
      // The server itself: its supervisor would write a profile of the same name over its own.
      await (await workshop.start(SERVER, { ...environment, NODE_COMPILE_CACHE: CACHE }, flags)).stop();
      return join(workshop.reports, file);
    };
    return [
      absoluteRow({
        what: 'Server ready, existing data',
        value: median(starts.map(({ milliseconds }) => milliseconds)),
        unit: ' ms',
        limit: { atMost: 600 },
        explain,
      }),
      absoluteRow({
        what: 'Memory of the idle web process (RSS)',
        value: median(starts.map(({ web }) => web)),
        unit: ' MB',
        limit: { atMost: 130 },
      }),
      absoluteRow({
        what: 'Memory of it and the idle process for jobs, the program counted once',
        value: median(starts.map(({ both }) => both)),
        unit: ' MB',
        // 1.4 times what the one process took that did all.
        limit: { atMost: 201 },
      }),
      absoluteRow({
        what: `Memory of the web process under ${STEADY.perSecond} look-ups a second, at most`,
        value: await memoryUnderLookUps(workshop),
        unit: ' MB',
        limit: { atMost: 190 },
      }),
    ];
  },
};

async function memoryUnderLookUps(workshop: BenchEnvironment): Promise<number> {
  const { url, nextIds } = await workshop.parcels(10_000);
  const server = await workshop.start('server/start.js', { DATABASE_URL: url });
  await sleep(IDLE_MS);
  const { web } = supervisedProcesses(server.pid);
  await workshop.load(server, { ...RUSH, requests: lookUps(nextIds()) });
  let most = 0;
  const sampling = setInterval(() => {
    most = Math.max(most, sharedMegabytes([web]));
  }, SAMPLE_MS);
  await workshop.load(server, { ...STEADY, requests: lookUps(nextIds()) });
  clearInterval(sampling);
  await server.stop();
  return most;
}

async function startOnce(begin: () => ReturnType<BenchEnvironment['start']>) {
  const began = performance.now();
  const server = await begin();
  const milliseconds = performance.now() - began;
  await sleep(IDLE_MS);
  const { web, jobs } = supervisedProcesses(server.pid);
  const memory = { web: sharedMegabytes([web]), both: sharedMegabytes([web, jobs]) };
  await server.stop();
  return { milliseconds, ...memory };
}
