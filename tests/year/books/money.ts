/** Money: entries, statements, journal and reports agree, nothing goes out twice, and nobody serves themselves. */
import { expect } from 'vitest';
import { compareFees } from '../../../server/ledger/store/fees.ts';
import { compareCollected } from '../../../server/pickups/store/collected-entries.ts';
import {
  compareBalances,
  compareFigures,
  compareShipmentCounts,
  foldOrRecount,
} from '../../../server/shipments/store/projections.ts';
import { compareStatements } from '../../../server/statements/store/statements.ts';
import { journalledOf, reportedOf } from '../../support/reported-money.ts';
import { today, type World } from '../world.ts';

/** Nothing is in two files that the bank may have been given. */
export function readFiles({ files }: World): void {
  const all = [...files.values()].flat();
  expect(all.toSorted(), 'each payment is in one file').toEqual([...new Set(all)].toSorted());
}

export async function readMoney(world: World): Promise<void> {
  const { server, manager } = world;
  const { db } = server.services;
  const compared = {
    balances: await compareBalances(db),
    counts: await compareShipmentCounts(db),
    figures: await compareFigures(db),
    fees: await compareFees(db),
    statements: await compareStatements(db),
    collected: await compareCollected(db),
  };
  const wrong = Object.entries(compared).flatMap(([name, { examples }]) => examples.map((one) => [name, one]));
  expect(wrong, 'what is kept beside the entries').toEqual([]);
  await readDocuments(world);
  await readOwnAffairs(world);
  while (!(await foldOrRecount(db)));
  const month = { from: `${today(world).slice(0, 8)}01`, to: today(world) };
  const reported = await reportedOf(server, manager, month);
  expect(reported, 'what reports and the journal say of this month').toEqual(await journalledOf(server, month));
}

/** Statements of an account follow each other, and have numbers without gaps. */
async function readDocuments({ server }: World): Promise<void> {
  const all = await server.query<{
    user: string;
    kind: string;
    year: number;
    number: number;
    opening: string;
    closing: string;
    moved: string;
  }>(
    `select user_id as user, kind, year, number, opening_cents as opening, closing_cents as closing,
       (select coalesce(sum(e.total_cents), 0) from statement_entries x
         join ledger_entries e on e.id = x.ledger_entry_id where x.statement_id = s.id) as moved
     from statements s order by user_id, sequence`,
  );
  const numbers = new Map<string, number[]>();
  const closings = new Map<string, number>();
  for (const { user, kind, year, number, opening, closing, moved } of all) {
    const series = `${kind} ${year}`;
    numbers.set(series, [...(numbers.get(series) ?? []), number]);
    expect(Number(opening), `how statement ${number} opens`).toBe(closings.get(user) ?? 0);
    expect(Number(closing), `how statement ${number} closes`).toBe(Number(opening) + Number(moved));
    closings.set(user, Number(closing));
  }
  for (const [series, given] of numbers) {
    const sorted = given.toSorted((one, other) => one - other);
    expect(sorted, `the numbers of ${series}`).toEqual(sorted.map((_, at) => at + 1));
  }
  const stated = await server.query<{ id: string }>(
    'select ledger_entry_id as id from statement_entries group by 1 having count(*) > 1',
  );
  expect(stated, 'what is stated twice').toEqual([]);
}

/** Nobody pays, credits or counts for themselves. */
async function readOwnAffairs({ server }: World): Promise<void> {
  const own = await server.query(
    `select procedure from audit_entries where actor_id = user_id and entity in ('transaction', 'bill')
       and split_part(procedure, '.', 1) like '%Admin'
     union all
     select a.procedure from audit_entries a join runs r on r.id = a.entity_id and r.courier_id = a.actor_id
       where a.procedure = 'runAdmin.countCash' and a.after ? 'countedCashCents'
     union all
     select a.procedure from audit_entries a join ledger_entries e on e.transaction_id = a.entity_id
       where a.actor_id = e.user_id and split_part(a.procedure, '.', 1) like '%Admin'`,
  );
  expect(own, 'what somebody did to their own account').toEqual([]);
}
