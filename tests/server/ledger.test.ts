/**
 * Any single or simultaneous actions of managers and a customer match a small model: every
 * response, transaction and balance. The ledger adds up to the balance.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromCents } from '../../src/domain/money.ts';
import { TRANSACTION_STATUSES, type TransactionStatus, type TransactionType } from '../../src/domain/transaction.ts';
import { isThorough } from '../support/thorough.ts';
import { testServer } from '../support/vitest.ts';
import { withdrawalInput } from './procedure-table.ts';

const server = await testServer();

type Command =
  | { does: 'deposit' | 'fee'; cents: bigint; status: TransactionStatus }
  | { does: 'withdraw'; cents: bigint }
  | { does: 'update'; pick: number; cents: bigint; status: TransactionStatus }
  | { does: 'delete'; pick: number };
type GuessResult = 'ok' | 'refused' | 'gone';

interface Movement {
  type: TransactionType;
  cents: bigint;
  status: TransactionStatus;
}
/** The key is the number of the command that made it. */
type Account = ReadonlyMap<number, Movement>;

const sum = (movements: Iterable<Movement>, is: (movement: Movement) => boolean) =>
  [...movements].filter(is).reduce((cents, movement) => cents + movement.cents, 0n);

function balanceOf(account: Account) {
  const all = [...account.values()];
  const deposits = sum(all, ({ type, status }) => type === 'deposit' && status === 'successful');
  const others = sum(all, ({ type, status }) => type !== 'deposit' && status === 'successful');
  const held = sum(all, ({ type, status }) => type !== 'deposit' && status === 'pending');
  return { total: deposits - others, available: deposits - others - held };
}

const waiting = (account: Account) =>
  sum(account.values(), ({ type, status }) => type === 'withdrawal' && status === 'pending');

/** Changing `movement` to `after`, or deleting it, must not overdraw the account. */
function isCovered(before: Account, after: Account, changed: Movement | null): boolean {
  const [was, is] = [balanceOf(before), balanceOf(after)];
  if (waiting(after) > 0n && is.available < 0n && is.available < was.available) return false;
  const isPaidOut = changed?.type === 'withdrawal' && changed.status === 'successful';
  return !isPaidOut || is.total >= 0n || is.total >= was.total;
}

/** What should come of a command. */
function step(account: Account, number: number, picked: number, command: Command): [Account, GuessResult] {
  const after = new Map(account);
  if (command.does === 'deposit' || command.does === 'fee') {
    after.set(number, { type: command.does, cents: command.cents, status: command.status });
    return [after, 'ok'];
  }
  if (command.does === 'withdraw') {
    if (command.cents > balanceOf(account).available) return [account, 'refused'];
    after.set(number, { type: 'withdrawal', cents: command.cents, status: 'pending' });
    return [after, 'ok'];
  }
  const movement = account.get(picked);
  if (!movement) return [account, 'gone'];
  const changed = command.does === 'update' ? { ...movement, cents: command.cents, status: command.status } : null;
  if (changed) after.set(picked, changed);
  else after.delete(picked);
  return isCovered(account, after, changed) ? [after, 'ok'] : [account, 'refused'];
}

const OUTCOMES: Record<string, GuessResult> = {
  ok: 'ok',
  BAD_REQUEST: 'refused',
  PRECONDITION_FAILED: 'refused',
  NOT_FOUND: 'gone',
};

async function openAccount() {
  const person = await server.person();
  const customer = await server.newSession(person);
  const asManager = { as: await server.newSession(await server.person({ manager: true })) };
  const ids: string[] = [];

  async function ask(number: number, picked: number, command: Command): Promise<GuessResult> {
    const amount = 'cents' in command ? fromCents(command.cents) : 0;
    const [id, summary] = [ids[picked], `${number}`];
    const call = () => {
      switch (command.does) {
        case 'deposit':
        case 'fee': {
          const input = { userId: person.id, amount, summary, status: command.status };
          const procedure = command.does === 'fee' ? 'transactionAdmin.chargeFee' : 'transactionAdmin.addDeposit';
          return server.call(procedure, input, asManager);
        }
        case 'withdraw':
          return server.call('transaction.withdraw', withdrawalInput({ amount, summary }), { as: customer });
        case 'update':
          return server.call('transactionAdmin.updateTransaction', { id, amount, status: command.status }, asManager);
        case 'delete':
          return server.call('transactionAdmin.deleteTransaction', { id }, asManager);
      }
    };
    const answer = await call();
    if (answer.outcome === 'ok' && 'id' in answer.data) ids[number] = answer.data.id;
    return OUTCOMES[answer.outcome] ?? expect.fail(answer.body);
  }

  async function seen(): Promise<{ account: Account; total: bigint; available: bigint }> {
    const { data: listed } = await server.call('transaction.getTransactions', undefined, { as: customer });
    const { data: balance } = await server.call('transaction.getBalance', undefined, { as: customer });
    const cents = (dollars: number) => BigInt(Math.round(dollars * 100));
    const account = listed
      .map(({ summary, type, amount, status }) => [Number(summary), { type, cents: cents(amount), status }] as const)
      .toSorted(([one], [other]) => one - other);
    return { account: new Map(account), total: cents(balance.total), available: cents(balance.available) };
  }

  async function recomputed() {
    const [ledger] = await server.query(
      `select coalesce(sum(total_cents), 0)::text as total, coalesce(sum(held_cents), 0)::text as held
       from ledger_entries where user_id = $1`,
      [person.id],
    );
    const [balance] = await server.query(
      'select total_cents::text as total, held_cents::text as held from balances where user_id = $1',
      [person.id],
    );
    return { ledger, balance: balance ?? { total: '0', held: '0' } };
  }

  const made = () => ids.flatMap((id, number) => (id ? [number] : []));
  return { ask, seen, recomputed, made };
}

const cents = fc.bigInt({ min: 1n, max: 10_000n });
const status = fc.constantFrom(...TRANSACTION_STATUSES);
const pick = fc.nat();
const command = fc.oneof<fc.Arbitrary<Command>[]>(
  fc.record({ does: fc.constantFrom('deposit', 'fee'), cents, status }),
  fc.record({ does: fc.constant('withdraw'), cents }),
  fc.record({ does: fc.constant('update'), pick, cents, status }),
  fc.record({ does: fc.constant('delete'), pick }),
);
/** Chance need not bring these about in every run. */
const REFUSALS: Command[] = [
  { does: 'deposit', cents: 100n, status: 'successful' },
  { does: 'withdraw', cents: 100n },
  { does: 'withdraw', cents: 1n },
  { does: 'update', pick: 0, cents: 50n, status: 'successful' },
  { does: 'delete', pick: 1 },
  { does: 'delete', pick: 1 },
];
const turn = fc.array(command, { minLength: 1, maxLength: 2 });

it('every balance matches a model, after any actions in any order and at the same time', async () => {
  const met = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 5, maxLength: 25 }), async (turns) => {
      const { ask, seen, recomputed, made } = await openAccount();
      let account: Account = new Map();
      let number = 0;
      for (const commands of turns) {
        const there = made();
        const steps = commands.flatMap((one) => {
          const picked = 'pick' in one ? (there[one.pick % there.length] ?? -1) : -1;
          return 'pick' in one && picked < 0 ? [] : [{ one, picked, number: number++ }];
        });
        const outcomes = await Promise.all(steps.map(({ one, picked, number: place }) => ask(place, picked, one)));
        const after = await seen();

        const indexes = steps.map((_, index) => index);
        const possible = [indexes, indexes.toReversed()].map((order) => {
          const expected: GuessResult[] = [];
          let state = account;
          for (const index of order) {
            const { one, picked, number: place } = steps[index] ?? expect.fail();
            [state, expected[index]] = step(state, place, picked, one);
          }
          const sorted = new Map([...state].toSorted(([one], [other]) => one - other));
          return { outcomes: expected, after: { account: sorted, ...balanceOf(sorted) } };
        });
        expect(possible).toContainEqual({ outcomes, after });
        const { ledger, balance } = await recomputed();
        expect(balance).toEqual(ledger);
        expect(balance).toEqual({ total: `${after.total}`, held: `${after.total - after.available}` });
        account = after.account;
        for (const [index, { one }] of steps.entries()) met.add(`${one.does} ${outcomes[index]}`);
      }
    }),
    { numRuns: isThorough ? 150 : 15, examples: [[REFUSALS.map((one) => [one])]] },
  );
  // A run in which nothing was refused would have shown little.
  expect([...met]).toEqual(expect.arrayContaining(['withdraw refused', 'update refused', 'delete ok', 'delete gone']));
}, 300_000);

it('never changes an entry once it is written', async () => {
  const { ask } = await openAccount();
  await ask(0, 0, { does: 'deposit', cents: 500n, status: 'successful' });
  const entries = () => server.query('select * from ledger_entries order by id');
  const before = await entries();
  await ask(1, 0, { does: 'update', pick: 0, cents: 700n, status: 'successful' });
  await ask(2, 0, { does: 'delete', pick: 0 });
  const after = await entries();
  expect(after.slice(0, before.length)).toEqual(before);
  const added = after.slice(before.length).map(({ total_cents }) => Number(total_cents));
  expect(added).toEqual([-500, 700, -700]);
});
