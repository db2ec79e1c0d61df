import { describe, expect, it } from 'vitest';
import { choiceLabel } from './choice-label.ts';
import { SHIPMENT_STATUSES, STATISTIC_OF_STATUS, statusTitle } from './shipment-status.ts';

describe('shipment statuses', () => {
  it('are the seven of the specification', () => {
    const all = ['in-progress', 'shipped', 'delivery', 'held', 'delivered', 'cancelled', 'failed'];
    expect(SHIPMENT_STATUSES).toEqual(all);
  });

  it.each([
    ['in-progress', 'In progress', 'In Progress'],
    ['held', 'Held', 'Held'],
    ['out-for-delivery', 'Out for delivery', 'Out For Delivery'],
    ['', '', ''],
  ])("'%s' is labelled '%s' and titled '%s'", (status, label, title) => {
    expect(choiceLabel(status)).toBe(label);
    expect(statusTitle(status)).toBe(title);
  });

  it('count as in progress while the parcel is under way, held ones too', () => {
    const ended = ['delivered', 'cancelled', 'failed'];
    const counts = SHIPMENT_STATUSES.map((status) => STATISTIC_OF_STATUS[status]);
    expect(counts).toEqual([...Array(4).fill('inProgress'), ...ended]);
  });
});
