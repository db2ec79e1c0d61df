import { fromCents, toCents } from '../../../src/domain/money.ts';
import { rolesOf } from '../../../src/domain/roles.ts';
import type { Environment } from '../../config/env.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import type { Executor } from '../../database/client.ts';
import { fieldError } from '../../errors/errors.ts';
import { findShopSettings, saveCodLimit } from '../../stores/shops/shop-settings.ts';
import { findUser } from '../../stores/users/users.ts';
import { formatCents } from '../money/change-ledger.ts';
import { forUser, requireUser } from '../money/require-user.ts';
import { assertNotOwn } from '../money/second-person.ts';

/** How much a sender may have collected with a shipment; null for nothing, and for who is no shop. */
export async function findCodLimit(executor: Executor, senderId: string | null): Promise<bigint | null> {
  const limit = senderId && (await findShopSettings(executor, senderId))?.codLimitCents;
  const shop = limit && (await findUser(executor, senderId));
  return shop && rolesOf(shop).includes('shipper') ? limit : null;
}

/** Why a sender can’t have this collected; null if they can. */
export function codRefusal(
  services: { environment: Pick<Environment, 'CURRENCY'> },
  limit: bigint | null,
  cod: number | null | undefined,
): string | null {
  if (cod == null) return null;
  if (limit === null) return 'This sender can’t send cash on delivery yet. Managers allow it on the sender’s page.';
  return toCents(cod) > limit ? `Cash on delivery can be at most ${formatCents(limit, { services })}.` : null;
}

/** @throws Field error at `cod` */
export async function assertCodAllowed(
  { tx, services }: UnitOfWork,
  senderId: string | null,
  cod: number | null | undefined,
): Promise<void> {
  const refusal = cod == null ? null : codRefusal(services, await findCodLimit(tx, senderId), cod);
  if (refusal) throw fieldError('cod', refusal);
}

/** rateAdmin.getCod. @throws NOT_FOUND */
export async function getCod(executor: Executor, { userId }: { userId: string }): Promise<{ limit: number | null }> {
  const settings = await forUser(executor, userId, findShopSettings);
  const cents = settings?.codLimitCents ?? null;
  return { limit: cents === null ? null : fromCents(cents) };
}

/** rateAdmin.setCod. @throws NOT_FOUND, PRECONDITION_FAILED */
export async function setCod(
  unit: UnitOfWork,
  { userId, limit }: { userId: string; limit: number | null },
): Promise<void> {
  assertNotOwn(unit, userId);
  await requireUser(unit.tx, userId);
  const before = (await findShopSettings(unit.tx, userId))?.codLimitCents ?? null;
  const after = limit === null ? null : toCents(limit);
  if (before === after) return;
  await saveCodLimit(unit.tx, userId, after);
  await unit.audit({
    entity: 'user',
    entityId: userId,
    before: { codLimitCents: before },
    after: { codLimitCents: after },
  });
}
