import { describe, expect, it } from 'vitest';
import {
  estimatedDelivery,
  SHIPMENT_STATUSES,
  STATISTIC_OF_STATUS,
  statusLabel,
  statusTitle,
} from './shipment-status.ts';

describe('shipment statuses', () => {
  it('are the seven of the specification', () => {
    expect(SHIPMENT_STATUSES).toEqual([
      'in-progress',
      'shipped',
      'delivery',
      'held',
      'delivered',
      'cancelled',
      'failed',
    ]);
  });

  it.each([
    ['in-progress', 'In progress', 'In Progress'],
    ['held', 'Held', 'Held'],
    ['out-for-delivery', 'Out for delivery', 'Out For Delivery'],
    ['', '', ''],
  ])("'%s' is labelled '%s' and titled '%s'", (status, label, title) => {
    expect(statusLabel(status)).toBe(label);
    expect(statusTitle(status)).toBe(title);
  });

  it('count as in progress while the parcel is under way, held ones too', () => {
    const underWay = SHIPMENT_STATUSES.filter((status) => STATISTIC_OF_STATUS[status] === 'inProgress');
    expect(underWay).toEqual(['in-progress', 'shipped', 'delivery', 'held']);
    expect([STATISTIC_OF_STATUS.delivered, STATISTIC_OF_STATUS.cancelled, STATISTIC_OF_STATUS.failed]).toEqual([
      'delivered',
      'cancelled',
      'failed',
    ]);
  });

  it("promise no delivery: 'Delivered' once it is, otherwise 'Information not available'", () => {
    expect(SHIPMENT_STATUSES.map(estimatedDelivery)).toEqual(
      SHIPMENT_STATUSES.map((status) => (status === 'delivered' ? 'Delivered' : 'Information not available')),
    );
  });
});
