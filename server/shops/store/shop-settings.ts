import { eq } from 'drizzle-orm';
import type { RememberedMapping } from '../../../src/domain/shops/shipment-mapping.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { shopSettings } from '../../base/database/tables/shops/shop-settings.ts';
import { findRow } from '../../base/sql/rows.ts';

export type ShopSettingsRow = typeof shopSettings.$inferSelect;

export const findShopSettings = (executor: Executor, userId: string): Promise<ShopSettingsRow | null> =>
  findRow(executor, shopSettings, eq(shopSettings.userId, userId));

export async function saveShopSettings(
  tx: Transaction,
  userId: string,
  values: Partial<Omit<ShopSettingsRow, 'userId'>>,
): Promise<void> {
  await tx
    .insert(shopSettings)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: shopSettings.userId, set: { userId, ...values } });
}

type Files<Of = RememberedMapping['of']> = { of?: Of; headers: readonly string[] };
export const isMappingOf = (one: RememberedMapping, { of, headers }: Files) =>
  one.of === of && one.headers.join('\n') === headers.join('\n');

/** Finds how somebody reads files with these columns. */
export async function findMapping<Of extends RememberedMapping['of']>(
  executor: Executor,
  userId: string,
  files: Files<Of>,
): Promise<Extract<RememberedMapping, { of?: Of }> | undefined> {
  const settings = await findShopSettings(executor, userId);
  return settings?.mappings.find((one): one is Extract<RememberedMapping, { of?: Of }> => isMappingOf(one, files));
}
