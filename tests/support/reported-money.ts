import { readJournal } from '../../server/statements/export-journal.ts';
import { LINES } from '../../src/domain/statements/statement.ts';
import { endOfDay, startOfDay } from '../../src/domain/time-zone.ts';
import type { Person, TestServer } from './test-server.ts';

interface Days {
  from: string;
  to: string;
}

export async function reportedOf({ call }: TestServer, as: Pick<Person, 'token'>, period: Days) {
  const sumOf = async (measure: string) => {
    const isParcels = measure === 'cod';
    const asked = { ...period, measure, step: 'month' };
    const { points } = (await call(isParcels ? 'reports.get' : 'reports.getMoney', asked, { as })).data;
    return points.reduce((sum, point) => sum + point.sum, 0);
  };
  const measures = ['fees', 'tax', 'cod-credited', 'withdrawals', 'bills', 'cod'] as const;
  return Object.fromEntries(await Promise.all(measures.map(async (measure) => [measure, await sumOf(measure)])));
}

export async function journalledOf({ services: { db, environment } }: TestServer, { from, to }: Days) {
  const zone = environment.TIME_ZONE;
  const sums = new Map<string, number>();
  for await (const lines of readJournal(db, { from: startOfDay(from, zone), end: endOfDay(to, zone) }))
    for (const { kind, cents } of lines) sums.set(kind, (sums.get(kind) ?? 0) + Number(cents));
  const sumOf = (...kinds: string[]) => kinds.reduce((sum, kind) => sum + (sums.get(kind) ?? 0), 0);
  const revenue = Object.entries(LINES).flatMap(([kind, { account }]) => (account === 'revenue' ? kind : []));
  return {
    fees: -sumOf(...revenue) + 0,
    tax: -sumOf('tax') + 0,
    'cod-credited': sumOf('cod'),
    withdrawals: -sumOf('payout') + 0,
    bills: sumOf('billed') - sumOf('bill deleted'),
    cod: sumOf('collected'),
  };
}
