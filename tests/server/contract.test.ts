import { readFileSync } from 'node:fs';
import type * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { contract, type Form, formsOf, isOptional } from '../support/contract.ts';

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
    { kind, input: input === null ? 'nothing' : shape(input), output: shape(output) },
  ]),
);

const SNAPSHOT = `${import.meta.dirname}/wire.txt`;

describe('the contract', () => {
  // Anything else may be on a device: say why in a decision before you run this with -u.
  it('keeps the wire of the last version', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    const [frozenVersion, ...frozen] = readFileSync(SNAPSHOT, 'utf8').trim().split('\n');
    const isReleased = (name: string) =>
      version !== frozenVersion || frozen.some((line) => line.startsWith(`${name} `));
    const lines = Object.entries(shapes)
      .filter(([name]) => isReleased(name))
      .map(([name, { kind, input, output }]) => `${name} ${kind}: ${input} → ${output}`.trim());
    await expect(`${[version, ...lines.toSorted()].join('\n')}\n`).toMatchFileSnapshot(SNAPSHOT);
  });

  it('returns no password, and private codes only to managers who ask for them', () => {
    const returning = (word: RegExp) =>
      Object.entries(shapes).flatMap(([name, { output }]) => (word.test(output) ? [name] : []));
    expect(returning(/\bpassword\b/i)).toEqual([]);
    expect(returning(/(?<!bank)code\b/i)).toEqual(['shipmentAdmin.showCodes']);
  });

  it('shows no contact, street, activity or owner to those who only know a tracking ID', () => {
    const [overview = ''] = (shapes['shipment.getShipmentByTrackingId']?.output ?? '').split(' | ');
    expect(overview).toContain('trackingId');
    expect(overview).not.toMatch(/email|phone|shipTo|activity|code|senderId|receiverId|receiverLinked/i);
  });
});
