import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { limitRules } from '../../server/base/limits/limit-rules.ts';
import type { Access } from '../../server/gate/gate.ts';
import { type AuditEntry, auditSentence } from '../../src/domain/audit.ts';
import { DEEDS } from '../../src/domain/audit-deeds.ts';
import { ROLES_OF_CALLS } from '../../src/domain/roles.ts';
import { composeTrackingId } from '../../src/domain/tracking-id.ts';
import { contract, formsOf, procedureNames as names, type OutputOf } from '../support/contract.ts';
import { testServer } from '../support/vitest.ts';
import {
  inputOf,
  outcomesOf,
  type Parties,
  PRINCIPALS,
  type Principal,
  ROLES_OF,
  stageFor,
  stageOf,
} from './procedure-table.ts';

const server = await testServer();

interface Caller {
  id?: string;
  token?: string;
}

async function callerOf(principal: Principal): Promise<Caller> {
  if (principal === 'anonymous') return {};
  if (principal === 'garbage token') return { token: 'x'.repeat(43) };
  const { id } = await server.person({
    verified: principal !== 'unverified' && principal !== 'unverified manager',
    roles: ROLES_OF[principal] ?? [],
  });
  const token = await server.newSession({ id });
  if (principal === 'revoked token') await server.call('auth.logout', undefined, { as: token });
  if (principal === 'deleted user') await server.query('update users set deleted_at = now() where id = $1', [id]);
  return { id, token };
}

const SHARED_STAGES: Partial<Record<Principal, (keyof Parties)[]>>[] = [
  {
    sender: ['sender'],
    receiver: ['receiver'],
    courier: ['courier'],
    anonymous: [],
    'garbage token': [],
    stranger: [],
    manager: [],
    'unverified manager': [],
    'other courier': [],
    dispatcher: [],
    accountant: [],
    shipper: [],
  },
  { unverified: ['sender'], 'deleted user': ['receiver'] },
  { 'revoked token': ['sender', 'receiver'] },
];

/** A procedure may say to them that the parcel does not exist. */
const isStranger = (principal: Principal) => SHARED_STAGES.some((parts) => parts[principal]?.length === 0);

/** Nothing may change for those who are refused, so they can call everything. */
const refusedCallers = new Map<Principal, Caller>();

describe.each(names)('%s', (procedure) => {
  const outcomes = outcomesOf(procedure);

  it('gives each principal what its guard says', async () => {
    const refused = PRINCIPALS.filter((principal) => /^[A-Z_]+$/.test(outcomes[principal]));
    const callers = new Map<Principal, Caller>();
    for (const principal of PRINCIPALS) {
      const isRefused = refused.includes(principal);
      const caller = (isRefused && refusedCallers.get(principal)) || (await callerOf(principal));
      if (isRefused) refusedCallers.set(principal, caller);
      callers.set(principal, caller);
    }
    const inputs = new Map<Principal, unknown>();
    async function prepare(principals: readonly Principal[]): Promise<void> {
      for (const parts of SHARED_STAGES) {
        const sharing = principals.filter((principal) => principal in parts);
        if (sharing.length === 0) continue;
        const parties = sharing.flatMap((one) => (parts[one] ?? []).map((part) => [part, callers.get(one)]));
        const input = await inputOf(procedure, await stageOf(server, Object.fromEntries(parties)));
        for (const principal of sharing) inputs.set(principal, input);
      }
    }
    const seen: Partial<typeof outcomes> = {};
    function seenBy(principal: Principal, answer: { outcome: string; data: unknown }): string {
      const { outcome } = answer;
      if (procedure === 'shipment.getShipmentByTrackingId' && outcome === 'ok') {
        const { access, viewer } = answer.data as OutputOf<typeof procedure>;
        return `${access} as ${viewer}`;
      }
      const mayMiss = contract[procedure].access !== procedure && outcomes[principal] === 'ok' && isStranger(principal);
      return mayMiss && outcome === 'NOT_FOUND' ? 'ok' : outcome;
    }
    async function call(principal: Principal): Promise<void> {
      const options = { as: callers.get(principal)?.token, address: server.newAddress() };
      const answer = await server.call(procedure, inputs.get(principal), options);
      seen[principal] = seenBy(principal, answer);
      if (answer.outcome !== 'ok') expect(answer.error.data.requestId).toBe(answer.headers['x-request-id']);
    }

    // Refused calls and reads change nothing for each other.
    const isRead = contract[procedure].kind !== 'mutation';
    await prepare(isRead ? PRINCIPALS : refused);
    // A session is marked as seen again after minutes, and tests may take longer.
    await server.query("update sessions set last_seen_at = now() + interval '1 hour' where last_seen_at < now()");
    const before = await server.fingerprint();
    for (const principal of refused) await call(principal);
    expect({ ...outcomes, ...seen }).toEqual(outcomes);
    expect(await server.fingerprint()).toEqual(before);

    for (const principal of PRINCIPALS.filter((one) => !refused.includes(one))) {
      if (!isRead) await prepare([principal]);
      await call(principal);
    }
    expect(seen).toEqual(outcomes);
  });
});

const unknownId = composeTrackingId('W', randomBytes(10));
/** The key is that of an input that somebody could guess. */
const GUESSES: Record<string, unknown> = {
  trackingId: unknownId,
  trackingIds: [unknownId],
  id: randomUUID(),
  code: 'AAAAAAAA',
  link: 'ZZZZZZZZ',
  senderCode: 'AAAAAAAA',
  receiverCode: 'AAAAAAAA',
  token: 'x'.repeat(43),
  currentPassword: 'Not-the-password-1',
  credentialId: 'AAAAAAAAAAAAAAAA',
};
/** A password is guessed where nothing else is. */
const PASSWORD_GUESS = { password: 'Not-the-password-1' };

/** Nobody guesses a token of 256 bits, so no limit may close the door to the right ones. */
const UNGUESSABLE = ['token'];

const openToGuessing = names
  .filter((name) => contract[name].access === 'everyone')
  .filter((name) =>
    formsOf(contract[name].input).some(({ entries }) =>
      Object.keys(entries).some((key) => key in GUESSES && !UNGUESSABLE.includes(key)),
    ),
  );

describe.each(openToGuessing)('%s', (name) => {
  it('has a limit, because visitors could guess', () => {
    expect(contract[name].limits).not.toEqual([]);
  });
});

/** Their limits charge only wrong guesses, or look-ups that find nothing. */
const guessable = names.flatMap((name) => {
  const limits = contract[name].limits.filter((limit) => limitRules[limit].charges !== 'calls');
  return limits.length > 0 ? [{ name, limits }] : [];
});

describe.each(guessable)('$name', ({ name, limits }) => {
  it(`counts every wrong guess against ${limits.join(', ')}: throw its error with { guess: true }`, async () => {
    const person = await server.person({ roles: contract[name].access === name ? ['manager'] : [] });
    const token = await server.newSession(person);
    const input = (await inputOf(name, await stageFor(server, person))) ?? {};
    const known = Object.entries(GUESSES).filter(([key]) => key in input);
    const guesses = known.length > 0 ? known : Object.entries(PASSWORD_GUESS).filter(([key]) => key in input);
    expect(guesses, 'Add to GUESSES what can be guessed here').not.toEqual([]);
    for (const [key, guess] of guesses) {
      await server.query('delete from rate_limits');
      const answer = await server.call(name, { ...input, [key]: guess }, { as: token, address: server.newAddress() });
      expect(answer.outcome, key).not.toBe('ok');
      const counted = await server.query<{ key: string }>('select key from rate_limits where points > 0');
      const charged = counted.map((row) => row.key.split(':')[0]);
      expect(charged, `a wrong ${key}`).toEqual(expect.arrayContaining(limits));
    }
  });
});

/** The table of roles says it of the other routers. */
const AUDIENCES: Record<string, Access[]> = {
  auth: ['everyone', 'signedIn'],
  user: ['verified'],
  factor: ['verified'],
  ownAccount: ['verified'],
  shipment: ['verified'],
  live: [],
  push: ['verified'],
  bill: [],
  transaction: ['verified'],
  statement: ['verified'],
  choice: [],
  courier: ['courier.getRun', 'verified'],
};
/** Whatever else is open to visitors. */
const OPEN = [
  'shipment.getShipmentByTrackingId',
  'choice.make',
  'choice.rate',
  'choice.dispute',
  'choice.lock',
  'choice.decide',
  'choice.withdraw',
  'shipment.requestReturn',
  'shipment.collectReturn',
  'shipment.verifyShipmentCode',
  'live.follow',
  'message.getChoices',
  'shipment.getReceipt',
  'message.saveChoices',
  'message.openLink',
  'push.getKey',
  'push.getDevice',
  'push.follow',
  'push.move',
  'push.stop',
  'bill.getBills',
  'bill.getOpen',
  'reports.own',
];

describe('a guard', () => {
  it('is the one of its router, unless it is meant to be open', () => {
    const strange = names.filter((name) => {
      const [router = ''] = name.split('.');
      const { access } = contract[name];
      return AUDIENCES[router] ? !AUDIENCES[router].includes(access) : access !== name;
    });
    expect(strange.toSorted()).toEqual(OPEN.toSorted());
  });

  it('by roles has a line in the table, and the table has no other procedure', () => {
    const listed = Object.keys(ROLES_OF_CALLS).filter((name) => !name.startsWith('files.'));
    expect(names.filter((name) => contract[name].access === name).toSorted()).toEqual(listed.toSorted());
  });

  it('of a change by verified people takes an idempotency key, with few exceptions', () => {
    const changes = names.filter((name) => contract[name].kind === 'mutation');
    const isVerified = (name: (typeof names)[number]) => !['everyone', 'signedIn'].includes(contract[name].access);
    expect(changes.filter((name) => contract[name].isOncePerKey !== isVerified(name))).toEqual([
      'user.updatePassword',
      'user.endSession',
      'user.endOtherSessions',
      'factor.startPasskey',
      'factor.addPasskey',
      'factor.confirmAuthenticator',
      'ownAccount.requestEmailChange',
      'ownAccount.requestDeletion',
      // It changes nothing.
      'courier.checkCode',
      'runAdmin.plan',
    ]);
  });
});

describe('the trail of all these calls', () => {
  it('has words for whatever can write', () => {
    expect(names.filter((name) => contract[name].isOncePerKey && !(name in DEEDS))).toEqual([]);
  });

  it('never says only “changed” of what was added or taken away', async () => {
    const rows = await server.query<AuditEntry>(`select distinct on (procedure, entity) procedure, entity, before, after
      from audit_entries where entity <> 'bulk' and (before is null or after is null)`);
    expect(rows.length).toBeGreaterThan(20);
    const sentences = rows.map((row) => `${row.procedure}: ${auditSentence({ ...row, actor: null })}`);
    expect(sentences.filter((sentence) => / changed /.test(sentence))).toEqual([]);
  });
});
