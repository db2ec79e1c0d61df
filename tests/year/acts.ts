/** What people do, in any order. None of these knows a rule: the server refuses what can’t be done. */
import { COURIER_ACTS } from './acts/courier.ts';
import { DESK_ACTS } from './acts/desk.ts';
import { JOB_ACTS } from './acts/jobs.ts';
import { MONEY_ACTS } from './acts/money.ts';
import { RECEIVER_ACTS } from './acts/receiver.ts';
import { SHOP_ACTS } from './acts/shop.ts';
import type { Act } from './world.ts';

export const ACTS: Record<string, Act> = {
  ...SHOP_ACTS,
  ...DESK_ACTS,
  ...COURIER_ACTS,
  ...RECEIVER_ACTS,
  ...MONEY_ACTS,
  ...JOB_ACTS,
};
