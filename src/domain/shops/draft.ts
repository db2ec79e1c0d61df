/** A draft may be wrong or incomplete until it is confirmed. */
import * as v from 'valibot';
import { codeRule } from '../delivery.ts';
import {
  amountOf,
  entriesOf,
  IdSchema,
  keysOf,
  optionalText,
  phoneNumber,
  strictInput,
  wholeNumber,
} from '../field-schemas.ts';
import { type CanText, mayBeTexted, missingEmail } from '../missing-email.ts';
import { parseAmount, readMoney, sentenceIn } from '../money.ts';
import { PageNumberSchema } from '../paged.ts';
import { formatProblem } from '../shipment-import.ts';
import type { Site } from '../site.ts';
import { normalizeLine } from '../text.ts';
import { CITY_REQUIRED, formatAddress, lacksCity } from './address.ts';
import { readLength, readWeight } from './measure.ts';
import { formatWithheld, type Withheld, WithheldSchema } from './order-state.ts';
import { type CreateOwnShipment, CreateOwnShipmentSchema, OWN_SHIPMENT_ENTRIES } from './own-shipment.ts';
import { inUnit, SIZES } from './parcel-size.ts';
import { postcodeProblem } from './postcode.ts';

export const DRAFT_SOURCES = ['form', 'file', 'woocommerce', 'shopify'] as const;
export type DraftSource = (typeof DRAFT_SOURCES)[number];

/** A person's, at once. */
export const MAX_DRAFTS = 5_000;
/** It also limits how many are confirmed or deleted at once. */
export const DRAFTS_PAGE_SIZE = 100;
/** Drafts are deleted this long after the last change. */
export const DRAFT_DAYS = 90;

const { location, service, shipDate, ...DRAFT_ENTRIES } = OWN_SHIPMENT_ENTRIES;
export const DRAFT_FIELDS = keysOf(DRAFT_ENTRIES);
export type DraftField = (typeof DRAFT_FIELDS)[number];
/** Texts as people and files write them; weights are in grams, lengths in millimetres. */
export type DraftFields = Partial<Record<DraftField, string>>;

export interface DraftOrigin {
  fileName: string;
  line: number;
  columns: Partial<Record<DraftField, string>>;
}

export function titleOfField(field: DraftField): string {
  const schema = DRAFT_ENTRIES[field];
  return v.getTitle(schema.type === 'optional' ? schema.wrapped : schema) ?? field;
}

/** Null if it is about the whole draft. `column` is the file’s. */
export const DraftProblemSchema = v.object({
  field: v.nullable(v.picklist(DRAFT_FIELDS)),
  column: v.nullable(v.string()),
  message: v.string(),
  /** It has the same reference. */
  shipment: v.optional(v.object({ id: v.string(), trackingId: v.string() })),
});
export type DraftProblem = v.InferOutput<typeof DraftProblemSchema>;

export const DraftSchema = v.object({
  id: v.string(),
  version: v.number(),
  source: v.picklist(DRAFT_SOURCES),
  origin: v.nullable(v.object({ fileName: v.string(), line: v.number() })),
  fields: v.record(v.picklist(DRAFT_FIELDS), v.string()),
  problems: v.array(DraftProblemSchema),
  /** Its label cuts this. It can be sent all the same. */
  labelNote: v.optional(v.string(), ''),
  notes: v.optional(v.array(v.string()), []),
  withheld: v.nullable(WithheldSchema),
  /** Null while there are problems, or it is withheld. */
  fee: v.nullable(v.number()),
  createdAt: v.string(),
});
export type Draft = v.InferOutput<typeof DraftSchema>;

type NamedProblem = Pick<DraftProblem, 'field' | 'message'> & Partial<Pick<DraftProblem, 'column'>>;

/** Returns problems such as `Shipping Zip: …` or `Still missing: weight, length.` */
export function formatDraftProblems({
  fields,
  problems,
}: Pick<Draft, 'fields'> & { problems: readonly NamedProblem[] }): string[] {
  const missing = problems.flatMap(({ field, column }) =>
    field === null || fields[field] ? [] : [column ?? titleOfField(field).toLowerCase()],
  );
  const isTogether = ({ field }: NamedProblem) => missing.length > 1 && field !== null && !fields[field];
  const lines = problems.filter((problem) => !isTogether(problem)).map(formatProblem);
  return missing.length > 1 ? [`Still missing: ${missing.join(', ')}.`, ...lines] : lines;
}

/** Returns weights in kilograms and lengths in centimetres. */
export const toForm = (fields: DraftFields): DraftFields =>
  mapMeasures(
    fields,
    (text) => inUnit(text, 1_000),
    (text) => inUnit(text, 10),
  );

/** Accepts `850 g`, too. */
export const fromForm = (fields: DraftFields): DraftFields => mapMeasures(fields, readWeight, readLength);

function mapMeasures(
  fields: DraftFields,
  weight: (text: string) => string,
  length: (text: string) => string,
): DraftFields {
  const mapped = { ...fields };
  if (mapped.weightG) mapped.weightG = weight(mapped.weightG);
  for (const key of SIZES) {
    const text = mapped[key];
    if (text) mapped[key] = length(text);
  }
  return mapped;
}

const NUMBERS = ['weightG', ...SIZES, 'parcels'] as const;

const CODE_WORDS: Readonly<Record<string, string>> = { yes: 'required', true: 'required', no: 'off', false: 'off' };

function inputOf(fields: DraftFields, currency: string): Record<string, unknown> {
  const texts = Object.entries(fields).map(([key, text]) => [key, normalizeLine(text)] as const);
  const input: Record<string, unknown> = Object.fromEntries(texts.filter(([, text]) => text !== ''));
  for (const key of NUMBERS) {
    const text = input[key];
    if (typeof text === 'string' && /^\d{1,9}$/.test(text)) input[key] = Number(text);
  }
  for (const key of ['value', 'cod'] as const) {
    const text = input[key];
    if (typeof text === 'string') input[key] = parseAmount(text, currency) ?? text;
  }
  const { handoverCode } = input;
  if (typeof handoverCode === 'string') {
    const word = handoverCode.toLowerCase();
    input.handoverCode = Object.hasOwn(CODE_WORDS, word) ? CODE_WORDS[word] : word;
  }
  return input;
}

export function checkDraft(
  fields: DraftFields,
  { currency, texts }: Pick<Site, 'currency' | 'texts'>,
  canText: CanText = mayBeTexted,
): { input: CreateOwnShipment } | { problems: Pick<DraftProblem, 'field' | 'message'>[] } {
  const input = { receiverEmail: '', ...inputOf(fields, currency) };
  const result = v.safeParse(CreateOwnShipmentSchema, input, { abortPipeEarly: true });
  const problems = (result.issues ?? []).map(({ path, message }) => ({
    field: DRAFT_FIELDS.find((field) => field === path?.[0]?.key) ?? null,
    message: sentenceIn(currency, message),
  }));
  const { city = '', postcode = '', country = '', receiverEmail = '', receiverPhone = '' } = fields;
  const to = { receiverEmail: receiverEmail.trim(), receiverPhone, receiverCountry: country };
  const unreachable = missingEmail(to, texts, canText);
  if (unreachable) problems.push({ field: 'receiverEmail', message: unreachable });
  // The schema sees it only where nothing else is wrong.
  const isCityMissing =
    lacksCity({ city: normalizeLine(city), country }) && problems.every(({ field }) => field !== 'city');
  if (isCityMissing) problems.push({ field: 'city', message: CITY_REQUIRED });
  const lost = postcodeProblem(normalizeLine(postcode), country);
  if (lost) problems.push({ field: 'postcode', message: lost });
  return result.success && problems.length === 0 ? { input: result.output } : { problems };
}

/** Splits off a value in another currency than the brand’s. */
export function splitValue(order: DraftFields, currency: string): { fields: DraftFields; foreignValue: string } {
  const { value = '', ...fields } = order;
  const isForeign = readMoney(value, currency).foreign !== null;
  return isForeign ? { fields, foreignValue: value } : { fields: order, foreignValue: '' };
}

/** Anything that people type; it is checked later. */
const anyText = v.optional(
  v.pipe(
    v.string('Enter text.'),
    v.maxLength(500, 'This can have at most 500 characters.'),
    v.check((text) => !text.includes('\0'), 'This contains characters that can’t be used.'),
  ),
);
const fieldsSchema = strictInput(entriesOf(DRAFT_FIELDS, anyText));

/** A draft with this id changes if it still has this version. */
export const SaveDraftSchema = strictInput({
  id: v.optional(IdSchema),
  version: v.optional(wholeNumber('This version doesn’t exist.')),
  fields: fieldsSchema,
});
export type SaveDraft = v.InferOutput<typeof SaveDraftSchema>;

export const SavedDraftSchema = v.object({ id: v.string(), version: v.number() });

/**
 * `ready` limits those to send to the ones without problems, or with some. `withheld` is true for
 * those that won’t be sent.
 */
export const GetDraftsSchema = strictInput({
  page: PageNumberSchema,
  ready: v.optional(v.boolean('Ready must be true or false.')),
  withheld: v.optional(v.boolean('Withheld must be true or false.')),
});
export type GetDrafts = v.InferOutput<typeof GetDraftsSchema>;

/** The counts ignore the filter of the list. */
export const DraftCountsSchema = v.object({ ready: v.number(), toFix: v.number(), withheld: v.number() });
export type DraftCounts = v.InferOutput<typeof DraftCountsSchema>;

const some = <Item extends v.GenericSchema>(item: Item, name: string) =>
  v.pipe(
    v.array(item, `Select ${name}.`),
    v.minLength(1, `Select ${name}.`),
    v.maxLength(DRAFTS_PAGE_SIZE, `Select at most ${DRAFTS_PAGE_SIZE} drafts.`),
  );

/** shipper.takeDrafts has this input, too: it sends withheld drafts. */
export const DraftIdsSchema = strictInput({ ids: some(IdSchema, 'drafts') });
export type DraftIds = v.InferOutput<typeof DraftIdsSchema>;

export const ConfirmDraftsSchema = strictInput({
  drafts: some(
    strictInput({
      id: IdSchema,
      version: wholeNumber('This version doesn’t exist.'),
      seenFee: amountOf('Shipping fee', 0),
    }),
    'drafts',
  ),
});
export type ConfirmDrafts = v.InferOutput<typeof ConfirmDraftsSchema>;

/** The order is that of the input. */
export const ConfirmedDraftsSchema = v.array(
  v.object({
    id: v.string(),
    shipment: v.nullable(v.object({ id: v.string(), trackingId: v.string() })),
    /** Why it is none. */
    message: v.nullable(v.string()),
  }),
);
export type ConfirmedDrafts = v.InferOutput<typeof ConfirmedDraftsSchema>;

const ADDRESS_FIELDS = ['receiverName', 'line1', 'line2', 'city', 'postcode', 'country'] as const;
export type OrderAddress = Record<(typeof ADDRESS_FIELDS)[number], string>;

export const orderAddressOf = (fields: DraftFields): OrderAddress =>
  Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, fields[field] ?? ''])) as OrderAddress;

/** A person has changed or confirmed the order and not responded to this yet. */
export interface OrderNews {
  address?: OrderAddress;
  withheld?: Withheld;
}

export const ChangedOrderSchema = v.object({
  /** The draft may have become a shipment. */
  id: v.string(),
  reference: v.string(),
  shipment: v.nullable(v.object({ id: v.string(), trackingId: v.string(), isWaiting: v.boolean() })),
  withheld: v.nullable(WithheldSchema),
  address: v.nullable(v.object({ theirs: v.string(), ours: v.string() })),
  at: v.string(),
});
export type ChangedOrder = v.InferOutput<typeof ChangedOrderSchema>;
/** `Cancelled. New address: Elin Strand, Kaj 1, 411 04 Göteborg, Sweden.` */
export const formatChange = ({ withheld, address }: Pick<ChangedOrder, 'withheld' | 'address'>): string =>
  [withheld && `${formatWithheld(withheld)}.`, address && `New address: ${address.theirs}.`].filter(Boolean).join(' ');
export function formatNews({ withheld, address }: OrderNews): string {
  const theirs = address && inWords(address);
  return formatChange({ withheld: withheld ?? null, address: theirs ? { theirs, ours: '' } : null });
}

export const inWords = ({ receiverName, ...address }: OrderAddress): string =>
  `${receiverName}, ${formatAddress(address)}`;
export const ChangedOrdersSchema = v.object({ data: v.array(ChangedOrderSchema) });
export const MAX_CHANGED_ORDERS = 100;

/** `take`: use the shop’s new address. */
export const AnswerChangeSchema = strictInput({ id: IdSchema, take: v.boolean('Take must be true or false.') });
export type AnswerChange = v.InferOutput<typeof AnswerChangeSchema>;

export const SaveSenderSchema = strictInput({
  name: v.pipe(optionalText('Sender name', 200), v.nonEmpty('Sender name is required.')),
  phone: phoneNumber('Sender phone'),
  country: v.optional(optionalText('Country', 60), ''),
  /** A shipment may override it. A missing field keeps its value. */
  handoverCode: v.optional(codeRule),
});
export type SaveSender = v.InferOutput<typeof SaveSenderSchema>;

export const SenderSchema = v.object({
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  country: v.string(),
  handoverCode: v.optional(codeRule),
});
export type Sender = v.InferOutput<typeof SenderSchema>;

/** The latest comes first. */
export const GetUnprintedSchema = strictInput({ page: PageNumberSchema });
export const UnprintedSchema = v.object({
  id: v.string(),
  trackingId: v.string(),
  reference: v.string(),
  description: v.string(),
  receiverName: v.string(),
  shipTo: v.string(),
  createdAt: v.string(),
});
export type Unprinted = v.InferOutput<typeof UnprintedSchema>;
