import { eq } from 'drizzle-orm';
import type { ReturnRules } from '../../../src/domain/returns.ts';
import type { SaveSender } from '../../../src/domain/shops/draft.ts';
import type { RememberedMapping } from '../../../src/domain/shops/shipment-mapping.ts';
import type { StatementRule } from '../../../src/domain/statements/periods.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { shopSettings } from '../../base/database/tables/shops/shop-settings.ts';
import { findRow } from '../../base/sql/rows.ts';

export type ShopSettingsRow = typeof shopSettings.$inferSelect;

export const findShopSettings = (executor: Executor, userId: string): Promise<ShopSettingsRow | null> =>
  findRow(executor, shopSettings, eq(shopSettings.userId, userId));

async function save(tx: Transaction, userId: string, values: Partial<Omit<ShopSettingsRow, 'userId'>>): Promise<void> {
  await tx
    .insert(shopSettings)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: shopSettings.userId, set: { userId, ...values } });
}

export function saveSenderFields(
  tx: Transaction,
  userId: string,
  { name, phone, country, handoverCode }: SaveSender,
): Promise<void> {
  return save(tx, userId, { senderName: name, senderPhone: phone, senderCountry: country, handoverCode });
}

export const saveReturnRules = (tx: Transaction, userId: string, returns: ReturnRules): Promise<void> =>
  save(tx, userId, { returns });

export const saveCodLimit = (tx: Transaction, userId: string, codLimitCents: bigint | null): Promise<void> =>
  save(tx, userId, { codLimitCents });

export const saveStatementSettings = (
  tx: Transaction,
  userId: string,
  settings: { statements?: StatementRule | null; taxNumber?: string },
): Promise<void> => save(tx, userId, settings);

const MAX_MAPPINGS = 10;

type Files<Of = RememberedMapping['of']> = { of?: Of; headers: readonly string[] };
const isOf = (one: RememberedMapping, { of, headers }: Files) =>
  one.of === of && one.headers.join('\n') === headers.join('\n');

/** Finds how somebody reads files with these columns. */
export async function findMapping<Of extends RememberedMapping['of']>(
  executor: Executor,
  userId: string,
  files: Files<Of>,
): Promise<Extract<RememberedMapping, { of?: Of }> | undefined> {
  const settings = await findShopSettings(executor, userId);
  return settings?.mappings.find((one): one is Extract<RememberedMapping, { of?: Of }> => isOf(one, files));
}

/** Remembers how somebody reads files with these columns, as the latest. */
export async function rememberMapping(tx: Transaction, userId: string, mapping: RememberedMapping): Promise<void> {
  await save(tx, userId, {});
  const [row] = await tx
    .select({ mappings: shopSettings.mappings })
    .from(shopSettings)
    .where(eq(shopSettings.userId, userId))
    .for('update');
  const others = (row?.mappings ?? []).filter((one) => !isOf(one, mapping));
  await save(tx, userId, { mappings: [mapping, ...others].slice(0, MAX_MAPPINGS) });
}
