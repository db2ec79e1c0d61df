import * as v from 'valibot';

/** total = successful deposits − other successful ones; available = total − pending withdrawals and fees, in dollars. */
export const BalanceSchema = v.object({ total: v.number(), available: v.number() });
export type Balance = v.InferOutput<typeof BalanceSchema>;
