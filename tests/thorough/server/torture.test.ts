import { expect, it, vi } from 'vitest';
import { runRound } from '../../torture/round.ts';

/** `npm run torture` kills hundreds of times as often, under more load. */
const KILLS = { databaseKills: 2, serverKills: 1, clients: 4, pauseMs: 15 };

vi.setConfig({ testTimeout: 240_000 });

it('no acknowledged write is lost, doubled or torn while PostgreSQL and server processes are killed under load', async () => {
  const { changes, ...counts } = await runRound(KILLS);
  expect(changes).toBeGreaterThan(0);
  expect(counts).toMatchObject({
    databaseKills: KILLS.databaseKills,
    serverKills: KILLS.serverKills,
    lost: [],
    doubled: [],
    torn: [],
    serverExits: [],
    wrongAnswers: [],
    keptConnections: [],
  });
});
