import { readFileSync } from 'node:fs';
import type * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { contract, type Form, formsOf, isOptional } from '../support/contract.ts';
import { procedures } from './procedure-table.ts';

/**
 * A schema as one line of sorted keys: `?` optional, `{…}` an object's keys, `[…]` a list, `|`
 * alternatives.
 */
function shape(schema: v.GenericSchema): string {
  const node = schema as unknown as {
    type: string;
    entries: Form['entries'];
    wrapped: v.GenericSchema;
    item: v.GenericSchema;
    options: v.GenericSchema[];
  };
  switch (node.type) {
    case 'object':
    case 'strict_object':
      return shapeOf(node.entries);
    case 'array':
      return shape(node.item) && `[${shape(node.item)}]`;
    case 'nullable':
      return shape(node.wrapped) && `${shape(node.wrapped)} or null`;
    case 'optional':
      return shape(node.wrapped);
    case 'variant':
      return node.options.map(shape).join(' | ');
    case 'lazy':
      return formsOf(schema)
        .map(({ entries }) => shapeOf(entries))
        .join(' | ');
    default:
      return '';
  }
}

const shapeOf = (entries: Form['entries']) =>
  Object.entries(entries)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, entry]) => {
      const inside = shape(entry);
      return `${key}${isOptional(entry) ? '?' : ''}${inside && `{${inside}}`}`;
    })
    .join(' ');

const shapes = Object.fromEntries(
  Object.entries(contract).map(([name, { kind, input, output }]) => [
    name,
    [kind, input === null ? 'nothing' : shape(input), shape(output)],
  ]),
);

/** Section 7 of the specification, literally: the procedures and their kinds. */
const SPECIFIED = {
  mutation: `auth.register auth.login auth.requestVerification auth.verify auth.forgotPassword auth.resetPassword
    user.updateProfile user.updatePassword shipment.verifyShipmentCode shipment.linkShipment transaction.withdraw
    shipmentAdmin.createShipment shipmentAdmin.updateShipment shipmentAdmin.updateShipmentActivity
    shipmentAdmin.deleteShipment userAdmin.verifyUser userAdmin.deleteUser transactionAdmin.createFallbackBankAccount
    transactionAdmin.addDeposit transactionAdmin.chargeFee transactionAdmin.updateTransaction
    transactionAdmin.deleteTransaction transactionAdmin.createBankAccount transactionAdmin.updateBankAccount
    transactionAdmin.deleteBankAccount billAdmin.addBill billAdmin.deleteBill mail.send`.split(/\s+/),
  query: `auth.profile shipment.getShipmentsStats shipment.getShipments shipment.getShipmentByTrackingId bill.getBills
    transaction.getTransactions transaction.getBalance transaction.getBankAccount shipmentAdmin.getShipments
    shipmentAdmin.getShipment userAdmin.getUsers userAdmin.getUser transactionAdmin.getFallbackBankAccount
    transactionAdmin.getUserTransactions transactionAdmin.getUserBalance transactionAdmin.getUserBankAccount
    billAdmin.getUserBills`.split(/\s+/),
};

/**
 * The procedures that decision 0001 lists, where `.getMail` after `mail.getMails` means
 * `mail.getMail`.
 */
function namedInDecision(): string[] {
  const page = readFileSync('docs/decisions/0001-added-procedures.md', 'utf8');
  const cells = page.split('\n').flatMap((line) => /^\|([^|]*)\|/.exec(line)?.[1] ?? []);
  let router = '';
  return [...cells.join('').matchAll(/`(\w*)\.(\w+)`/g)].map(([, named, procedure]) => {
    router = named || router;
    return `${router}.${procedure}`;
  });
}

describe('the contract', () => {
  it('has the procedures of the specification, each of its kind', () => {
    for (const [kind, names] of Object.entries(SPECIFIED)) {
      for (const name of names) expect([name, shapes[name]?.[0]]).toEqual([name, kind]);
    }
  });

  it('adds only what decision 0001 names, or what says why in its row', () => {
    const specified = new Set([...SPECIFIED.mutation, ...SPECIFIED.query]);
    const added = Object.keys(contract).filter((name) => !specified.has(name));
    const explained = Object.entries(procedures).flatMap(([name, { why }]) => (why ? [name] : []));
    expect(added.toSorted()).toEqual([...namedInDecision(), ...explained].toSorted());
  });

  it.each(Object.entries(procedures))('keeps the wire format of %s', (name, { wire }) => {
    expect(shapes[name]).toEqual(wire);
  });

  it('has no procedure outside the snapshot', () => {
    expect(Object.keys(contract).toSorted()).toEqual(Object.keys(procedures).toSorted());
  });

  it('returns no password, and private codes only to managers who ask for them', () => {
    const returning = (word: RegExp) =>
      Object.entries(shapes).flatMap(([name, [, , output = '']]) => (word.test(output) ? [name] : []));
    expect(returning(/\bpassword\b/i)).toEqual([]);
    expect(returning(/(?<!bank)code\b/i)).toEqual(['shipmentAdmin.showCodes']);
  });

  it('shows no contact, street, activity or owner to those who only know a tracking ID', () => {
    const [overview = ''] = (shapes['shipment.getShipmentByTrackingId']?.[2] ?? '').split(' | ');
    expect(overview).toContain('trackingId');
    expect(overview).not.toMatch(/email|phone|shipTo|activity|code|senderId|receiverId|receiverLinked/i);
  });
});
