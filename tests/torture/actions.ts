/**
 * Clients make these changes while processes are killed. Effects are counted by each one’s key: an
 * acknowledged change has exactly one, a refused one none.
 */
import { randomUUID } from 'node:crypto';
import { SHIPMENT_STATUSES, type ShipmentStatus } from '../../src/domain/shipment-status.ts';
import type { ProcedureName } from '../support/contract.ts';
import { type Parcel, type Person, parcelInput } from '../support/test-server.ts';

export interface Action {
  kind: ActionKind;
  /** The idempotency key of every attempt. */
  key: string;
  procedure: ProcedureName;
  input: unknown;
  token: string;
  /** It is unknown until an attempt gets a definite answer. */
  status: 'unknown' | 'done' | 'refused';
  data?: unknown;
}

/** Nobody else touches its parcel, so it knows the status. */
export interface Workplace {
  manager: Person;
  customer: Person;
  /** Every client draws from it, so they wait for each other. */
  sharedCustomer: Person;
  parcel: Pick<Parcel, 'id' | 'trackingId'> & { status: ShipmentStatus };
  pending: { id: string; amount: number }[];
}

interface ActionRule {
  weight: number;
  /** Null if the desk has nothing to do it with. */
  make(desk: Workplace, key: string): { procedure: ProcedureName; input: unknown; by: Person } | null;
  /** `$1` is a list of texts; rows have `key` and `count`. */
  effects: string;
}

/** An upgrade begins with 0.1.0, so other fields are left out. */
export function knownSince010(details: Parameters<typeof parcelInput>[0] = {}) {
  const { reference: _, parcels: __, timeWindow: ___, ...known } = parcelInput(details);
  return known;
}

const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item;
const account = (desk: Workplace) => (Math.random() < 0.3 ? desk.sharedCustomer : desk.customer);
/** The ledger keeps the summary, which is the key, as the reason. */
const ledgerEntries = 'select reason as key, count(*)::int from ledger_entries where reason = any($1) group by 1';

export const actionRules = {
  deposit: {
    weight: 2,
    make: (desk, key) => ({
      procedure: 'transactionAdmin.addDeposit',
      input: { userId: account(desk).id, amount: 40, summary: key },
      by: desk.manager,
    }),
    effects: ledgerEntries,
  },
  withdrawal: {
    weight: 3,
    make(desk, key) {
      const payout = {
        holder: 'Ada Lovelace',
        accountNumber: '5012 3344',
        bankName: 'Harbour Bank',
        routingNumber: '021000021',
        iban: 'SE35 5000 0000 0549 1000 0003',
        bankCode: 'HARBSESS',
      };
      return {
        procedure: 'transaction.withdraw',
        input: { amount: 25, summary: key, ...payout },
        by: account(desk),
      };
    },
    effects: ledgerEntries,
  },
  settlement: {
    weight: 2,
    make(desk, key) {
      const withdrawal = desk.pending.shift();
      if (!withdrawal) return null;
      const status = pick(['successful', 'failed'] as const);
      return {
        procedure: 'transactionAdmin.updateTransaction',
        input: { ...withdrawal, status, summary: key, baseStatus: 'pending' },
        by: desk.manager,
      };
    },
    effects: ledgerEntries,
  },
  location: {
    weight: 3,
    make: (desk, key) => ({
      procedure: 'shipmentAdmin.updateShipmentActivity',
      input: { id: desk.parcel.id, address: 'Terminal 4', comment: key },
      by: desk.manager,
    }),
    effects: 'select comment as key, count(*)::int from activities where comment = any($1) group by 1',
  },
  status: {
    weight: 3,
    make(desk) {
      desk.parcel.status = pick(SHIPMENT_STATUSES.filter((status) => status !== desk.parcel.status));
      return {
        procedure: 'shipmentAdmin.updateShipment',
        input: { id: desk.parcel.id, status: desk.parcel.status },
        by: desk.manager,
      };
    },
    effects: `select idempotency_key::text as key, count(*)::int from activities
      where idempotency_key = any($1::uuid[]) group by 1`,
  },
  shipment: {
    weight: 1,
    make: (desk, key) => ({
      procedure: 'shipmentAdmin.createShipment',
      input: knownSince010({ description: key, receiverEmail: desk.customer.email }),
      by: desk.manager,
    }),
    effects: 'select description as key, count(*)::int from shipments where description = any($1) group by 1',
  },
  message: {
    weight: 1,
    make: (desk, key) => ({
      procedure: 'mail.send',
      input: { receiver: desk.customer.email, subject: key, body: 'Your parcel is on its way.' },
      by: desk.manager,
    }),
    effects: `select about ->> 'subject' as key, count(*)::int from mails where about ->> 'subject' = any($1) group by 1`,
  },
} as const satisfies Record<string, ActionRule>;

export type ActionKind = keyof typeof actionRules;
export const ACTION_KINDS = Object.keys(actionRules) as ActionKind[];

const DECK = ACTION_KINDS.flatMap((kind) => Array<ActionKind>(actionRules[kind].weight).fill(kind));

/** The next change that a client makes. */
export function nextAction(desk: Workplace): Action {
  for (;;) {
    const kind = pick(DECK);
    const key = randomUUID();
    const rule: ActionRule = actionRules[kind];
    const made = rule.make(desk, key);
    if (!made) continue;
    const { procedure, input, by } = made;
    return { kind, key, procedure, input, token: by.token, status: 'unknown' };
  }
}
