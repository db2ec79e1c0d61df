import { useWatch } from 'react-hook-form';
import { sendOnce } from '../../api/calls/idempotency.ts';
import { sendDraftFile } from '../../api/files/shipment-files.ts';
import { site } from '../../config/site.ts';
import { keysOf } from '../../domain/field-schemas.ts';
import { counted } from '../../domain/figures.ts';
import { checkDraft } from '../../domain/shops/draft.ts';
import {
  FILE_TOO_LARGE,
  type FileImported,
  type FileReading,
  FORMAT_LABELS,
  isSignField,
  isUnitUnknown,
  MAPPED_FIELDS,
  MAX_FILE_BYTES,
  REQUIRED_FIELDS,
  readRows,
  titleOfMapped,
  unitsToAsk,
} from '../../domain/shops/draft-file.ts';
import { LENGTH_UNITS, WEIGHT_UNITS } from '../../domain/shops/measure.ts';
import { SIZES } from '../../domain/shops/parcel-size.ts';
import { draftToSend } from '../../domain/shops/to-send.ts';
import { ChoiceField } from '../../ui/form/choice-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { columnsIn } from './column-fields.tsx';
import type { FileKind, MappingValues } from './file-kind.ts';
import { NotOrders } from './not-orders.tsx';

const saveMapping = sendOnce('shipper.saveMapping');

/** A shop's orders, which become drafts. */
export const ORDERS: FileKind<FileReading, FileImported> = {
  picker: {
    accept: '.csv,.tsv,.txt,text/csv',
    hint: 'From Shopify, WooCommerce, Etsy, Amazon, eBay, TikTok Shop, a click-and-drop template or any spreadsheet. Up to 1,000 rows.',
    limit: { bytes: MAX_FILE_BYTES, sentence: FILE_TOO_LARGE },
  },
  noun: 'order',
  submit: {
    label: (rows) => `Import ${counted(rows, 'draft')}`,
    pendingLabel: 'Importing',
    failed: 'No drafts were made',
  },
  fields: MAPPED_FIELDS,
  titleOf: titleOfMapped,
  // A column may have all sizes.
  required: ({ sizes }) =>
    REQUIRED_FIELDS.filter(
      (field) => !(sizes && SIZES.some((size) => size === field)) && !(site.texts && field === 'receiverEmail'),
    ),
  hints: {
    weightG: 'Kilograms, or 500 g',
    lengthMm: 'Centimetres, for example 30',
    widthMm: 'Centimetres',
    heightMm: 'Centimetres',
    country: 'For example Sweden',
    description: 'For example Books',
  },
  consequence: 'every draft will need fixing',
  isSign: isSignField,
  read: async (file, options) => ({ reading: await sendDraftFile(file, 'read', options) }),
  async save(file, { headers, encoding }, { weightUnit, lengthUnit, ...values }) {
    const mapping = columnsIn(ORDERS, values);
    await saveMapping({ headers, mapping, weightUnit: weightUnit || null, lengthUnit: lengthUnit || null });
    return sendDraftFile(file, 'save', { encoding });
  },
  preview({ headers, samples }, { weightUnit, lengthUnit, ...values }) {
    const units = { weightUnit: weightUnit || null, lengthUnit: lengthUnit || null };
    const rows = samples.map((cells, at) => ({ line: at + 1, cells }));
    const mapping = columnsIn(ORDERS, values);
    return readRows(headers, rows, { mapping, ...units, currency: site.currency }).orders.map(({ line, fields }) => {
      const checked = checkDraft(fields, site);
      const problems = 'problems' in checked ? checked.problems : [];
      return draftToSend({
        line,
        fields,
        problems: problems.filter(({ field }) => !isUnitUnknown(fields[field ?? 'reference'])),
        money: site,
      });
    });
  },
  formatOf: ({ format }) => format && FORMAT_LABELS[format],
  More: ({ reading }) => (
    <>
      <StatusNotice isGuessed={reading.isStatusGuessed} />
      <NotOrders reading={reading} />
      <UnitQuestions bareColumns={reading.bareColumns} />
    </>
  ),
};

/** Points to a column that would have been overlooked. */
function StatusNotice({ isGuessed }: { isGuessed: boolean }) {
  const { column } = useWatch() as MappingValues;
  if (!isGuessed || !column.status) return null;
  return (
    <Notice title="Which orders are sent">
      The column <Verbatim>{column.status}</Verbatim> looks like their status. Choose another below if it isn’t.
    </Notice>
  );
}

const UNIT_NAMES = {
  g: 'Grams',
  kg: 'Kilograms',
  oz: 'Ounces',
  lb: 'Pounds',
  mm: 'Millimetres',
  cm: 'Centimetres',
  m: 'Metres',
  in: 'Inches',
  ft: 'Feet',
};
const UNITS = {
  weight: { label: 'Weights are in', units: WEIGHT_UNITS },
  length: { label: 'Sizes are in', units: LENGTH_UNITS },
};

/** Asks once for the whole file what its bare numbers are in. */
function UnitQuestions({ bareColumns }: { bareColumns: readonly string[] }) {
  const { column } = useWatch() as MappingValues;
  const asked = unitsToAsk(columnsIn(ORDERS, { column }), bareColumns);
  if (!asked.weight && !asked.length) return null;
  return (
    <section aria-labelledby="units" className="stack gap-4">
      <div className="grid gap-1">
        <h2 id="units">What the numbers are in</h2>
        <p className="soft">The file names no unit. Your choice counts for all rows.</p>
      </div>
      {keysOf(UNITS)
        .filter((measure) => asked[measure])
        .map((measure) => (
          <ChoiceField
            key={measure}
            name={`${measure}Unit`}
            label={UNITS[measure].label}
            options={UNITS[measure].units.map((unit) => ({ value: unit, label: UNIT_NAMES[unit] }))}
            single
            required="Choose a unit."
          />
        ))}
    </section>
  );
}
