/** The effects of a call decide which right and recent proof it needs. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { UnitOfWork } from '../../server/context/unit-of-work.ts';
import { connectShop } from '../../server/orders/manage-connections.ts';
import { saveRate } from '../../server/prices/manage-rates.ts';
import { createWebhook } from '../../server/webhooks/manage-webhooks.ts';
import { may, type RestrictedCall, ROLES_OF_CALLS, type Role } from '../../src/domain/roles.ts';
import { contract, procedureNames as names, type ProcedureName } from '../support/contract.ts';
import type { Person } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';
import { fullInputsOf, stageFor } from './procedure-table.ts';

// A brand with a code lets a parcel ask for less.
const server = await testServer({ environment: { PROOF_POLICY: 'code=required' } });
const LESS = { photo: 'off', signature: 'off', name: 'off', code: 'off' };

interface Effect {
  /** New or different rows of a name and a version are its effects. */
  rows: string;
  /** Null for a person’s own matter. */
  right: RestrictedCall | null;
  needsProof: boolean;
  /** What is gone afterwards counts, too. */
  countsGone?: boolean;
}

const EFFECTS: Record<string, Effect> = {
  ...money('ledger entry', 'ledger_entries', 'transactionAdmin.addDeposit'),
  ...money('bill', 'bills', 'billAdmin.addBill'),
  ...money('rate', 'rates', 'rateAdmin.save'),
  ...money('bank account', 'bank_accounts', 'transactionAdmin.createBankAccount'),
  fee: {
    rows: 'select id, fee_cents from shipments where fee_cents > 0 and fee_transaction_id is null',
    right: 'rateAdmin.save',
    needsProof: false,
  },
  roles: { rows: "select id, roles from users where roles <> '{}'", right: 'userAdmin.setRoles', needsProof: true },
  verified: { rows: 'select id from users where verified', right: 'userAdmin.verifyUser', needsProof: true },
  deletion: {
    rows: 'select id from users where deleted_at is not null',
    right: 'userAdmin.deleteUser',
    needsProof: true,
  },
  password: { rows: 'select id, password_hash from users', right: null, needsProof: true },
  'way to log in': {
    rows: 'select id, 1 from passkeys union all select id, 1 from authenticators where confirmed_at is not null',
    right: null,
    needsProof: true,
  },
  secret: {
    rows: `select id, hash::text from api_keys union all select id, secret::text from webhook_endpoints
      union all select id, secret::text from shop_connections`,
    right: null,
    needsProof: true,
  },
  destination: {
    rows: `select id, url from webhook_endpoints union all select user_id, to_email from email_changes
      union all select id, email from users`,
    right: null,
    needsProof: true,
  },
  'all data of a person': { rows: 'select id from data_exports', right: null, needsProof: true },
  code: {
    rows: `select id, 's' || sender_code::text from shipments where sender_code is not null
      union all select id, 'r' || receiver_code::text from shipments where receiver_code is not null`,
    right: 'shipmentAdmin.showCodes',
    needsProof: true,
  },
  'parcel without its code': {
    rows: `select id, code_released_at from run_tasks where code_released_at is not null
      union all select id, null from shipments where proof->>'code' = 'off'`,
    right: 'runAdmin.releaseCode',
    needsProof: false,
  },
  'contact with a code': {
    rows: 'select id, receiver_email || receiver_phone || receiver_country from shipments where receiver_code is not null',
    right: 'shipmentAdmin.showCodes',
    needsProof: true,
  },
  'free text to anybody': {
    rows: "select id, null from mails where kind = 'message'",
    right: 'mail.send',
    needsProof: false,
  },
  deactivation: {
    rows: 'select id, 1 from users where deactivated_roles is not null',
    right: 'userAdmin.deactivateUser',
    needsProof: true,
  },
  'courier limits': {
    rows: 'select id, courier_limits::text from users where courier_limits is not null',
    right: 'userAdmin.setCourierLimits',
    needsProof: false,
  },
  'settings of the brand': {
    rows: 'select id, concat(key, value) from brand_settings',
    right: 'settings.save',
    needsProof: true,
  },
  'pictures and pages of the brand': {
    rows: 'select id, name from brand_files',
    right: 'settings.saveFile',
    needsProof: true,
  },
  'terms of statements': {
    rows: `select user_id, concat(statements, tax_number) from shop_settings
      where statements is not null or tax_number <> ''`,
    right: 'statementAdmin.setPeriod',
    needsProof: false,
  },
  'link to an account': {
    rows: `select id, 's' || sender_id from shipments where sender_id is not null
      union all select id, 'r' || receiver_id from shipments where receiver_id is not null`,
    right: 'shipmentAdmin.changeAccount',
    needsProof: true,
  },
};

function money(name: string, table: string, right: RestrictedCall): Record<string, Effect> {
  return { [name]: { rows: `select id, t::text from ${table} t`, right, needsProof: true, countsGone: true } };
}

/** They ask for the proof themselves, where a contact changes (decision 0033). */
const ASKS_FOR_PROOF: readonly ProcedureName[] = [
  'shipmentAdmin.updateShipment',
  'shipmentAdmin.updateParcel',
  'shipmentAdmin.correctParty',
];

/** The text says why the call may do more than its own right or proof covers. */
const EXCEPTIONS: Record<string, string> = {
  'shipmentAdmin.createShipment: code': 'The parties are named by who makes the shipment: nothing of others is in it',
  'shipmentAdmin.createShipment: link to an account': 'As above, for who has the address verified',
  'shipmentAdmin.createShipment: fee': 'Others than managers and accountants are refused (roles.test.ts)',
  'shipmentAdmin.deleteShipment: bill': 'Refused without the right to bills, in the operation',
  'bulk.start: bill': 'As above',
  'shipment.linkShipment: link to an account': 'By both private codes',
  'auth.register: password': 'Of a new account, by its owner',
  'auth.register: destination': 'Of a new account, by its owner',
  'auth.resetPassword: password': 'By a link in an email',
  'auth.resetPassword: verified': 'By a link in an email',
  'auth.verify: verified': 'By a link in an email',
  'auth.verify: password': 'By a link in an email',
  'auth.confirmEmail: destination': 'By a link in an email, after a proof when it was asked for',
  'auth.confirmEmail: link to an account': 'By a link in an email',
  'auth.secureAccount: password': 'By a link in an email, which takes ways in away',
};

const stageOf = async (as: Person) => stageFor(server, as);
const email = () => `${randomUUID()}@example.com`;
const owned = async (as: Person, make: (unit: UnitOfWork) => Promise<{ id: string }>) => ({
  id: (await server.inUnit(make, as)).id,
});
const webhookOf = (as: Person) =>
  owned(as, (unit) =>
    createWebhook(
      unit,
      { userId: as.id, isTest: false },
      { url: 'https://shop.example.com/hook', events: ['shipment.created'] },
    ),
  );
const connectionOf = (as: Person) => owned(as, (unit) => connectShop(unit, as.id, { kind: 'woocommerce', parcel: {} }));

/** The table of inputs lacks these, since nobody owns them there. */
const OWN: { [Name in ProcedureName]?: (as: Person) => Promise<object> } = {
  'webhook.change': webhookOf,
  'webhook.rotateSecret': webhookOf,
  'shopConnection.replaceSecret': connectionOf,
  'rateAdmin.save': async () => ({ id: undefined, maxGrams: 1 + Math.floor(Math.random() * 900_000) }),
  'rateAdmin.delete': (as) =>
    owned(as, (unit) =>
      saveRate(unit, {
        userId: null,
        maxGrams: 1 + Math.floor(Math.random() * 900_000),
        country: null,
        postcode: '',
        fee: 5,
      }),
    ),
  'shipmentAdmin.setProof': async () => ({ proof: LESS, base: undefined }),
  'shipmentAdmin.correctParty': async () => ({ email: email(), base: {} }),
  'shipmentAdmin.updateParcel': async () => ({ receiverEmail: email(), base: {} }),
  'shipmentAdmin.updateShipment': async () => ({ receiverEmail: email(), base: {} }),
};

const ALSO: { [Name in ProcedureName]?: object[] } = {
  'bulk.start': [{ change: { kind: 'proof', proof: LESS }, emails: 'none' }],
  'shipmentAdmin.correctParty': [{ party: 'receiver', email: undefined, phone: '+46 70 999 88 77' }],
  'shipmentAdmin.updateParcel': [{ receiverEmail: undefined, receiverPhone: '+46 70 999 88 77' }],
  'shipmentAdmin.updateShipment': [{ receiverEmail: undefined, receiverPhone: '+46 70 999 88 77' }],
};

type Rows = Map<string, Set<string>>;

async function readRows(): Promise<Rows> {
  const all: Rows = new Map();
  for (const [effect, { rows }] of Object.entries(EFFECTS)) {
    const found = await server.query<{ line: string }>(`select row(t.*)::text as line from (${rows}) t`);
    all.set(effect, new Set(found.map(({ line }) => line)));
  }
  return all;
}

async function effectsOf(name: ProcedureName, role: Role | null): Promise<string[]> {
  const seen = new Set<string>();
  const inputs = fullInputsOf(name).length > 0 ? fullInputsOf(name) : [async () => undefined];
  const [first] = inputs;
  const all = [
    ...inputs.map((makeInput) => ({ makeInput, also: {} })),
    ...(ALSO[name] ?? []).flatMap((also) => (first ? { makeInput: first, also } : [])),
  ];
  for (const { makeInput, also } of all) {
    const as = await server.signedIn({ roles: role ? [role] : [] });
    const given = await makeInput(await stageOf(as));
    const input = given && { ...given, ...(await OWN[name]?.(as)), ...also };
    const before = await readRows();
    await server.call(name, input, { as, address: server.newAddress() });
    for (const [effect, rows] of await readRows()) {
      const earlier = before.get(effect) ?? new Set();
      const isNew = [...rows].some((row) => !earlier.has(row));
      const isGone = EFFECTS[effect]?.countsGone && [...earlier].some((row) => !rows.has(row));
      if (isNew || isGone) seen.add(effect);
    }
  }
  return [...seen];
}

const seenOf = new Map<ProcedureName, Set<string>>();

const isOfRole = (name: ProcedureName) => contract[name].access === name;
const mutations = names.filter((name) => contract[name].kind === 'mutation');

describe.each(mutations)('%s', (name) => {
  const roles = isOfRole(name) ? ROLES_OF_CALLS[name as RestrictedCall] : [null];

  it.each(roles)('brings about, for %s, only what its rights and its proof cover', async (role) => {
    const effects = await effectsOf(name, role);
    seenOf.set(name, new Set([...(seenOf.get(name) ?? []), ...effects]));
    const uncovered = effects.filter((effect) => {
      const { right, needsProof } = EFFECTS[effect] as Effect;
      const isAllowed =
        right === null || (role !== null && may({ roles: [role], header: false, courier: false }, right));
      return (
        !(isAllowed && (contract[name].proof !== null || ASKS_FOR_PROOF.includes(name) || !needsProof)) &&
        !(`${name}: ${effect}` in EXCEPTIONS)
      );
    });
    expect(uncovered).toEqual([]);
  });
});

/** Only managers call them; the text says why nobody gets the same by another call. */
const UNDESCRIBED: { [Name in ProcedureName]?: string } = {
  'shipmentAdmin.showCodes': 'Shows codes and changes nothing: principals.test.ts calls it as each role',
  'shipmentAdmin.sendCode': 'Only a code that waits: shipment-access.test.ts',
  'userAdmin.verifyUser': 'Only who is unverified: the effect is above, for all other calls',
  'userAdmin.reactivateUser': 'Only who is deactivated: the roles that come back are above',
  'userAdmin.endSessions': 'Only ends what others may do',
  'userAdmin.endPrograms': 'Only ends what others may do',
  'userAdmin.resetFactors': 'Takes two people and a day: factor-resets.test.ts',
  'userAdmin.cancelFactorReset': 'Only ends what others may do',
  'recordsAdmin.settleFailedJobs': 'Of the server',
  'mail.resend': 'Sends what was sent, to whom it was sent',
};

it('each call of managers alone is described above, or says why not', () => {
  const narrow = mutations.filter(
    (name) => isOfRole(name) && ROLES_OF_CALLS[name as RestrictedCall].join() === 'manager',
  );
  expect(narrow.length).toBeGreaterThan(10);
  const isDescribed = (name: string) => (seenOf.get(name as ProcedureName)?.size ?? 0) > 0;
  expect(narrow.filter((name) => !isDescribed(name) && !UNDESCRIBED[name])).toEqual([]);
  expect(Object.keys(UNDESCRIBED).filter(isDescribed)).toEqual([]);
});
