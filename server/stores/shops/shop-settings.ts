import { eq } from 'drizzle-orm';
import type { Executor } from '../../database/client.ts';
import { shopSettings } from '../../database/tables/shops/shop-settings.ts';

export type ShopSettingsRow = typeof shopSettings.$inferSelect;

/** Finds what a shop has set; null if nothing. */
export async function findShopSettings(executor: Executor, userId: string): Promise<ShopSettingsRow | null> {
  const [row] = await executor.select().from(shopSettings).where(eq(shopSettings.userId, userId));
  return row ?? null;
}
