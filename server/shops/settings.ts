import { eq } from 'drizzle-orm';
import type { SaveSender } from '../../src/domain/shops/draft.ts';
import type { RememberedMapping } from '../../src/domain/shops/shipment-mapping.ts';
import { shopSettings } from '../base/database/tables/shops/shop-settings.ts';
import { fieldError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { countryNamed } from '../countries/country-named.ts';
import { withFollowingPickups } from './follow-shop.ts';
import { isMappingOf, saveShopSettings } from './store/shop-settings.ts';

/**
 * Sets who a shop sends as, for what it creates from now on (shipper.saveSender).
 * @throws Field error at `country`
 */
export async function saveSender(
  unit: UnitOfWork,
  userId: string,
  { name, phone, country, handoverCode }: SaveSender,
): Promise<void> {
  const senderCountry = country === '' ? '' : countryNamed(unit.services.environment, country);
  const sender = { senderName: name, senderPhone: phone, senderCountry, handoverCode };
  await withFollowingPickups(unit, userId, { settings: () => saveShopSettings(unit.tx, userId, sender) });
}

const MAX_MAPPINGS = 10;

/**
 * Remembers what the columns of somebody’s files are for, as the latest (shipper.saveMapping).
 * @throws Field error at `mapping`
 */
export async function saveMapping({ tx }: UnitOfWork, userId: string, input: RememberedMapping): Promise<void> {
  const known = new Set(input.headers);
  for (const source of Object.values(input.mapping)) {
    const column = source?.column ?? null;
    if (column !== null && !known.has(column))
      throw fieldError('mapping', `This file has no column “${column.slice(0, 50)}”.`);
  }
  await saveShopSettings(tx, userId, {});
  const [row] = await tx
    .select({ mappings: shopSettings.mappings })
    .from(shopSettings)
    .where(eq(shopSettings.userId, userId))
    .for('update');
  const others = (row?.mappings ?? []).filter((one) => !isMappingOf(one, input));
  await saveShopSettings(tx, userId, { mappings: [input, ...others].slice(0, MAX_MAPPINGS) });
}
