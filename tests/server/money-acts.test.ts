/** The acts that move money are those whose code leads to the ledger or a file for the bank. */
import { describe, expect, it } from 'vitest';
import { proceduresTo } from '../support/call-graph.ts';
import { contract, type ProcedureName } from '../support/contract.ts';
import type { Person } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';
import { fullInputsOf, stageFor } from './procedure-table.ts';

const PEOPLE = ['manager', 'dispatcher', 'accountant', 'courier', 'shipper', 'customer'] as const;
type Someone = (typeof PEOPLE)[number];

interface Act {
  by: readonly Someone[];
  /** `asks`, or why not. */
  proof: string;
  second: string;
}

const MONEY: Someone[] = ['manager', 'accountant'];
const PARCELS: Someone[] = ['manager', 'dispatcher'];
const DESK: Someone[] = ['manager', 'dispatcher', 'accountant'];
const ASKS = { proof: 'asks', second: 'asks' };
const REQUESTS = 'Only requests what createPayoutFile or updateTransaction pays, which ask';
const FEE_FOLLOWS = 'The fee of a shop’s parcel is charged or given back as its status and the rates say';
const IN_PART = 'The operation asks, where somebody else gets access to the parcel';
const OWN_FEE = 'A shop is charged for its own parcel, by the brand’s rates';
const REPORTS = 'What a courier reports is pending until it is counted, and is sent without a network';
const CHOOSES = 'A new address keeps its price, which is checked';
const FOLLOWS = { proof: FEE_FOLLOWS, second: FEE_FOLLOWS };

const acts = (by: readonly Someone[], rest: Omit<Act, 'by'>, names: string): Record<string, Act> =>
  Object.fromEntries(names.split(' ').map((name) => [name, { by, ...rest }]));

const ACTS: Record<string, Act> = {
  ...acts(MONEY, ASKS, 'bankAdmin.book bankAdmin.assign bankAdmin.createPayoutFile bankAdmin.discardPayoutFile'),
  ...acts(MONEY, ASKS, 'bankAdmin.settleHeld'),
  ...acts(MONEY, ASKS, 'transactionAdmin.addDeposit transactionAdmin.chargeFee transactionAdmin.updateTransaction'),
  ...acts(MONEY, ASKS, 'transactionAdmin.deleteTransaction transactionAdmin.decide statementAdmin.credit'),
  ...acts(MONEY, { proof: 'asks', second: REQUESTS }, 'statementAdmin.payOut'),
  ...acts(PEOPLE, { proof: 'asks', second: REQUESTS }, 'transaction.withdraw'),
  ...acts(DESK, ASKS, 'runAdmin.countCash'),
  ...acts(['manager'], ASKS, 'userAdmin.deleteUser shipmentAdmin.changeAccount'),
  ...acts(PARCELS, { proof: IN_PART, second: 'asks' }, 'shipmentAdmin.updateParcel shipmentAdmin.correctParty'),
  // It has a price in it.
  ...acts(['manager'], { proof: IN_PART, second: 'asks' }, 'shipmentAdmin.updateShipment'),
  ...acts(PARCELS, FOLLOWS, 'shipmentAdmin.createShipment shipmentAdmin.createReturn shipmentAdmin.deleteShipment'),
  ...acts(PARCELS, FOLLOWS, 'shipmentImport.undo bulk.start bulk.retry bulk.undo deskAdmin.scan'),
  ...acts(PEOPLE, { proof: REPORTS, second: REPORTS }, 'courier.load courier.start courier.visit courier.return'),
  ...acts(PEOPLE, { proof: REPORTS, second: REPORTS }, 'courier.close courier.collect courier.handIn'),
  ...acts(PEOPLE, { proof: CHOOSES, second: 'asks' }, 'choice.make choice.dispute'),
  ...acts(PEOPLE, { proof: OWN_FEE, second: 'asks' }, 'choice.decide'),
  ...acts(PARCELS, { proof: FEE_FOLLOWS, second: 'asks' }, 'choiceAdmin.decide'),
  ...acts(PEOPLE, FOLLOWS, 'shipment.requestReturn'),
  ...acts([...PARCELS, 'shipper'], FOLLOWS, 'recurring.repeat'),
  ...acts(['shipper'], { proof: OWN_FEE, second: OWN_FEE }, 'shipper.createShipment shipper.cancelShipment'),
  ...acts(['shipper'], { proof: OWN_FEE, second: OWN_FEE }, 'shipper.confirmDrafts shipper.createReturn'),
  ...acts(['shipper'], { proof: OWN_FEE, second: OWN_FEE }, 'shipper.decideReturn'),
  ...acts(['shipper'], { proof: CHOOSES, second: 'asks' }, 'shipper.answerChange'),
};

const LEDGER = ['appendLedgerEntries', 'insertPayoutFile', 'discardPayoutFile'];
const moves = proceduresTo(({ name }) => LEDGER.includes(name)) as ProcedureName[];
const derived = moves.filter((name) => contract[name].kind === 'mutation');
const withSecond = proceduresTo(
  ({ file, text }) => !file.startsWith('doctor') && text.includes('.SECOND_PERSON_ABOVE'),
);

const server = await testServer();
const people: [who: Someone, isProved: boolean, person: Person][] = [];
for (const who of PEOPLE) {
  for (const isProved of [true, false]) {
    const person = await server.signedIn({ roles: who === 'customer' ? [] : [who] });
    if (!isProved) await server.query('update sessions set proved_at = null where user_id = $1', [person.id]);
    people.push([who, isProved, person]);
  }
}

it('are all described', () => {
  expect(derived.toSorted()).toEqual(Object.keys(ACTS).toSorted());
});

describe.each(derived)('%s', (name) => {
  const { by, proof, second } = ACTS[name] ?? { by: [], proof: '', second: '' };

  it('asks for a second person, or says why not', () => {
    expect(withSecond.includes(name)).toBe(second === 'asks');
  });

  it('is for those with the right, soon after a proof, and for nobody else', async () => {
    const found: string[] = [];
    const expected: string[] = [];
    for (const [who, isProved, person] of people) {
      const input = await fullInputsOf(name)[0]?.(await stageFor(server, person));
      const answer = await server.call(name, input, { as: person, address: server.newAddress() });
      const needs = answer.outcome === 'ok' ? undefined : answer.error.data.needs;
      const isRefused = answer.outcome === 'FORBIDDEN' && needs === undefined;
      found.push(`${who}: ${isRefused ? 'refused' : needs && proof === 'asks' ? needs : 'passes'}`);
      const passes = isProved || proof !== 'asks' ? 'passes' : 'proof';
      expected.push(`${who}: ${by.includes(who) ? passes : 'refused'}`);
    }
    expect(found).toEqual(expected);
  });
});
