import { expect, it } from 'vitest';
import { location } from '../../tests/support/fake-outbox.ts';
import { isReadBack, type OutboxRow } from './outbox-row.ts';

const sent = { ...location('one'), sequence: 7 } as OutboxRow;
const load = { ...sent, procedure: 'courier.load', input: { runId: 'run', taskIds: [] } } as unknown as OutboxRow;
const answer = { includesSent: 7 };

it.each([
  [sent, ['mine', 'managed-shipment', 'one'], answer, true],
  [sent, ['mine', 'managed-shipment', 'two'], answer, false],
  [sent, ['mine', 'managed-shipments', {}], answer, true],
  [sent, ['mine', 'managed-shipments', {}], { includesSent: 6 }, false],
  [sent, ['mine', 'managed-shipments', {}], {}, false],
  [sent, ['mine', 'courier-run'], answer, false],
  [load, ['mine', 'courier-run'], answer, true],
  [load, ['mine', 'courier-run'], null, false],
])('%# knows which responses show a sent action', (row, key, data, isShown) => {
  expect(isReadBack(row, key, data)).toBe(isShown);
});
