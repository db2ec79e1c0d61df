import { dictionary } from '@zxcvbn-ts/language-common';
import type { Environment } from '../config/env.ts';

const common = new Set<string>(dictionary['passwords-common']);

const SITE_WORDS =
  'waybill courier parcel parcels package packages shipment shipments shipping tracking delivery manager';

export function isCommonPassword(
  password: string,
  { SITE_NAME, SITE_DOMAIN }: Pick<Environment, 'SITE_NAME' | 'SITE_DOMAIN'>,
): boolean {
  const lower = password.toLowerCase();
  if (common.has(lower)) return true;
  const words = `${SITE_WORDS} ${SITE_NAME} ${SITE_DOMAIN}`.toLowerCase().match(/\p{L}+/gu) ?? [];
  const rest = words
    .filter((word) => word.length > 3)
    .sort((one, other) => other.length - one.length)
    .reduce((left, word) => left.replaceAll(word, ''), lower);
  return rest !== lower && !/\p{L}/u.test(rest);
}
