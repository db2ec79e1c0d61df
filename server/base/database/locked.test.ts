import { expectTypeOf, it } from 'vitest';
import type { findShipment, lockShipment, ShipmentRow, updateAccess } from '../../shipments/store/shipments.ts';
import type { Locked } from './locked.ts';

it('only a read that locks gives a row that can be written', () => {
  expectTypeOf<Parameters<typeof updateAccess>[1]>().toEqualTypeOf<Locked<ShipmentRow>>();
  expectTypeOf<Awaited<ReturnType<typeof lockShipment>>>().toEqualTypeOf<Locked<ShipmentRow> | null>();
  expectTypeOf<NonNullable<Awaited<ReturnType<typeof findShipment>>>>().not.toExtend<Locked<ShipmentRow>>();
});
