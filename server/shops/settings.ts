import { eq } from 'drizzle-orm';
import type { SaveSender } from '../../src/domain/shops/draft.ts';
import type { RememberedMapping } from '../../src/domain/shops/shipment-mapping.ts';
import type { Transaction } from '../base/database/client.ts';
import { shopSettings } from '../base/database/tables/shops/shop-settings.ts';
import { fieldError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { countryNamed } from '../countries/country-named.ts';
import { withFollowingPickups } from './follow-shop.ts';
import { isMappingOf, saveShopSettings } from './store/shop-settings.ts';

function saveSenderFields(
  tx: Transaction,
  userId: string,
  { name, phone, country, handoverCode }: SaveSender,
): Promise<void> {
  return saveShopSettings(tx, userId, { senderName: name, senderPhone: phone, senderCountry: country, handoverCode });
}

/**
 * Sets who a shop sends as, for what it creates from now on (shipper.saveSender).
 * @throws Field error at `country`
 */
export async function saveSender(unit: UnitOfWork, userId: string, { country, ...sender }: SaveSender): Promise<void> {
  const named = country === '' ? '' : countryNamed(unit.services.environment, country);
  const settings = () => saveSenderFields(unit.tx, userId, { ...sender, country: named });
  await withFollowingPickups(unit, userId, { settings });
}

const MAX_MAPPINGS = 10;

/** Remembers how somebody reads files with these columns, as the latest. */
async function rememberMapping(tx: Transaction, userId: string, mapping: RememberedMapping): Promise<void> {
  await saveShopSettings(tx, userId, {});
  const [row] = await tx
    .select({ mappings: shopSettings.mappings })
    .from(shopSettings)
    .where(eq(shopSettings.userId, userId))
    .for('update');
  const others = (row?.mappings ?? []).filter((one) => !isMappingOf(one, mapping));
  await saveShopSettings(tx, userId, { mappings: [mapping, ...others].slice(0, MAX_MAPPINGS) });
}

/**
 * Remembers what the columns of somebody’s files are for (shipper.saveMapping).
 * @throws Field error at `mapping`
 */
export async function saveMapping(unit: UnitOfWork, userId: string, input: RememberedMapping): Promise<void> {
  const known = new Set(input.headers);
  for (const source of Object.values(input.mapping)) {
    const column = source?.column ?? null;
    if (column !== null && !known.has(column))
      throw fieldError('mapping', `This file has no column “${column.slice(0, 50)}”.`);
  }
  await rememberMapping(unit.tx, userId, input);
}
