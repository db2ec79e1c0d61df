import { readFileSync } from 'node:fs';
import type * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { type Call, NOTHING } from '../../src/domain/calls/call.ts';
import { CALLS } from '../../src/domain/calls/calls.ts';
import { contract, type Form, formsOf, isOptional } from '../support/contract.ts';

/** The paths of a schema's keys: `page.from?` is optional, `data[].id` in a list, `task|null.id` can be null. */
function pathsOf(schema: v.GenericSchema, start = ''): string[] {
  const node = schema as unknown as {
    type: string;
    entries: Form['entries'];
    wrapped: v.GenericSchema;
    item: v.GenericSchema;
    options: v.GenericSchema[];
  };
  const own = start === '' ? [] : [start];
  switch (node.type) {
    case 'object':
    case 'strict_object':
      return pathsIn(node.entries, start);
    case 'array':
      return pathsOf(node.item, `${start}[]`);
    case 'nullable':
      return pathsOf(node.wrapped, `${start}|null`);
    case 'optional':
      return pathsOf(node.wrapped, start);
    case 'variant':
      return node.options.flatMap((option, at) => pathsOf(option, `${start}${at + 1}:`));
    case 'lazy':
      return formsOf(schema).flatMap(({ entries }, at) => pathsIn(entries, `${start}${at + 1}:`));
    default:
      return own;
  }
}

const pathsIn = (entries: Form['entries'], start: string) =>
  Object.entries(entries).flatMap(([key, entry]) => {
    const separator = start === '' || start.endsWith(':') ? '' : '.';
    return pathsOf(entry, `${start}${separator}${key}${isOptional(entry) ? '?' : ''}`);
  });

/** What a pipe that begins with anything ends with. */
const sentBy = (output: v.GenericSchema) =>
  output.type === 'unknown' && 'pipe' in output ? ((output.pipe as v.GenericSchema[]).at(-1) ?? output) : output;

const shapes = Object.fromEntries(
  Object.entries(contract).map(([name, { kind, input, output }]) => [
    name,
    { kind, input: input === null ? [] : pathsOf(input).toSorted(), output: pathsOf(sentBy(output)).toSorted() },
  ]),
);

const plain = (path: string) => path.replaceAll('?', '');
const lost = (before: string[], now: string[]) =>
  before.filter((path) => path !== '' && !now.some((one) => plain(one) === plain(path)));
/** What must be there, and need not be there among `others`. */
const newlyNeeded = (paths: string[], others: string[]) =>
  paths.filter((path) => path !== '' && !path.includes('?') && !others.includes(path));

const SNAPSHOT = `${import.meta.dirname}/wire.txt`;

describe('the contract', () => {
  it('is answered by the server as the app has it declared, call by call', () => {
    const declared = Object.entries(CALLS as Record<string, Record<string, Call>>).flatMap(([group, calls]) =>
      Object.entries(calls).map(([name, call]) => [`${group}.${name}`, call] as const),
    );
    expect(declared.length).toBeGreaterThan(250);
    expect(declared.map(([name]) => name).toSorted()).toEqual(Object.keys(contract).toSorted());
    const differs = declared.filter(([name, { kind, input, output }]) => {
      const answered = contract[name as keyof typeof contract];
      const takes = (input as unknown) === NOTHING ? null : input;
      return answered.kind !== kind || answered.input !== takes || answered.output !== output;
    });
    expect(differs.map(([name]) => name)).toEqual([]);
  });

  // Devices may hold what an older version has stored. A new procedure, an optional input and one more output
  // break none of them. Say why in a decision before you run this with -u for anything else.
  it('keeps the wire of the last version', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    const [frozenVersion, ...frozen] = readFileSync(SNAPSHOT, 'utf8').trim().split('\n');
    const broken = frozen.flatMap((line) => {
      const [, name = '', kind, input = '', output = ''] = /^(\S+) (\S+): ([^→]*[^→ ])? ?→ ?(.*)$/.exec(line) ?? [];
      const now = shapes[name];
      const rejected = newlyNeeded(now?.input ?? [], input.split(' ')).concat(lost(input.split(' '), now?.input ?? []));
      const missing = newlyNeeded(output.split(' '), now?.output ?? []).concat(
        lost(output.split(' '), now?.output ?? []),
      );
      return now?.kind === kind && rejected.length + missing.length === 0 ? [] : [{ name, rejected, missing }];
    });
    expect(broken).toEqual([]);
    if (version === frozenVersion) return;
    const lines = Object.entries(shapes)
      .map(([name, { kind, input, output }]) => `${name} ${kind}: ${input.join(' ')} → ${output.join(' ')}`)
      .toSorted();
    await expect(`${[version, ...lines].join('\n')}\n`).toMatchFileSnapshot(SNAPSHOT);
  });

  it('returns no password, and private codes only to managers who ask for them', () => {
    const returning = (word: RegExp) =>
      Object.entries(shapes).flatMap(([name, { output }]) => (output.some((path) => word.test(path)) ? [name] : []));
    expect(returning(/\bpassword\b/i)).toEqual([]);
    // Those of a proof and of a shop are rules.
    expect(returning(/(?<!bank|post|needs|handover|roof\??(?:\|null)?\.)code\b/i)).toEqual(['shipmentAdmin.showCodes']);
  });

  it('shows no contact, street, activity or owner to those who only know a tracking ID', () => {
    const tracked = shapes['shipment.getShipmentByTrackingId']?.output ?? [];
    const overview = tracked.filter((path) => path.startsWith('1:'));
    expect(overview).toContain('1:trackingId');
    expect(overview.join(' ')).not.toMatch(/email|phone|shipTo|activity|code|senderId|receiverId|receiverLinked/i);
  });
});
