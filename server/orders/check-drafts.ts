import { groupRows } from '../../src/domain/group-rows.ts';
import { ownLabelNote } from '../../src/domain/labels/label-note.ts';
import { fromCents } from '../../src/domain/money.ts';
import { pick } from '../../src/domain/pick.ts';
import {
  checkDraft,
  type Draft,
  type DraftFields,
  type DraftProblem,
  splitValue,
} from '../../src/domain/shops/draft.ts';
import type { CreateOwnShipment } from '../../src/domain/shops/own-shipment.ts';
import { textsReceivers } from '../base/config/brand.ts';
import type { Environment } from '../base/config/env.ts';
import type { Executor } from '../base/database/client.ts';
import { canBeTexted } from '../base/phone-numbers/international-number.ts';
import { codRefusal, findCodLimit } from '../cod/cod-terms.ts';
import type { Services } from '../context/context.ts';
import { resolveCountries, UNKNOWN_COUNTRY_MESSAGE } from '../countries/resolve-countries.ts';
import { feeOf } from '../prices/quote.ts';
import { listRatesFor } from '../prices/store/rates.ts';
import { duplicateSentence, noRateSentence } from '../shops/create-own-shipment.ts';
import { findByReferences } from '../shops/store/own-shipments.ts';
import type { DraftRow } from './store/drafts.ts';

type Checked = { input: CreateOwnShipment } | { problems: Pick<DraftProblem, 'field' | 'message'>[] };

export function checkFields(
  environment: Pick<Environment, 'COUNTRIES_URL' | 'CURRENCY' | 'SMS_URL' | 'SMS_EVENTS'>,
  fields: DraftFields,
): Checked {
  const rules = { currency: environment.CURRENCY, texts: textsReceivers(environment) };
  const checked = checkDraft(fields, rules, canBeTexted);
  const { country = '' } = fields;
  const { named, unknown } = resolveCountries(environment, { receiverCountry: country });
  if (unknown.length > 0) {
    const problem = { field: 'country' as const, message: UNKNOWN_COUNTRY_MESSAGE };
    return { problems: [...('problems' in checked ? checked.problems : []), problem] };
  }
  if ('problems' in checked) return checked;
  return { input: { ...checked.input, country: named.receiverCountry ?? checked.input.country } };
}

/** Reads an order from elsewhere: its country in English, and its value apart if it is in another currency. */
export function prepareOrder(environment: Environment, written: DraftFields) {
  const { named } = resolveCountries(environment, { receiverCountry: written.country ?? '' });
  const inEnglish = { ...written, ...(named.receiverCountry && { country: named.receiverCountry }) };
  const { fields, foreignValue } = splitValue(inEnglish, environment.CURRENCY);
  return { fields, foreignValue, isValid: 'input' in checkFields(environment, fields) };
}

export async function describeDrafts(
  { db, environment }: { db: Executor; environment: Services['environment'] },
  userId: string,
  rows: readonly DraftRow[],
): Promise<Draft[]> {
  const rates = await listRatesFor(db, userId);
  const codLimit = await findCodLimit(db, userId);
  const known = new Map<string, Awaited<ReturnType<typeof findByReferences>>>();
  for (const [connectionId, some] of groupRows(rows, (row) => row.connectionId ?? '')) {
    const references = some.map(({ reference }) => reference).filter(Boolean);
    known.set(connectionId, await findByReferences(db, userId, references, connectionId || null));
  }
  return rows.map((row) => {
    const { foreignValue, origin, reference, withheld, isTaken } = row;
    const fields = row.fields ?? {};
    const checked = checkFields(environment, fields);
    const problems: DraftProblem[] = [];
    const note = ({ field, ...problem }: Omit<DraftProblem, 'column'>) =>
      problems.push({ field, column: (field && origin?.columns[field]) ?? null, ...problem });
    if ('problems' in checked) checked.problems.forEach(note);
    const shipment = known.get(row.connectionId ?? '')?.get(reference);
    if (shipment) note({ field: 'reference', message: duplicateSentence(reference, shipment), shipment });
    const input = 'input' in checked ? checked.input : null;
    const noCod = input && codRefusal({ environment }, codLimit, input.cod);
    if (noCod) note({ field: 'cod', message: noCod });
    const fee = input && feeOf(rates, input);
    if (input && fee === null) {
      note({ field: null, message: noRateSentence(input.weightG, input.country, environment.SITE_NAME) });
    }
    const isForeign = foreignValue !== '' && !fields.value;
    return {
      ...pick(row, 'id', 'version', 'source'),
      origin: origin && { fileName: origin.fileName, line: origin.line },
      fields,
      problems,
      labelNote: ownLabelNote(fields),
      notes: isForeign ? [`Without its value: ${foreignValue} is not in ${environment.CURRENCY}.`] : [],
      withheld: isTaken ? null : withheld,
      fee: fee !== null && problems.length === 0 && (isTaken || !withheld) ? fromCents(fee) : null,
      createdAt: row.createdAt.toISOString(),
    };
  });
}
