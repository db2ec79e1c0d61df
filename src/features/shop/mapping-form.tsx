import { useWatch } from 'react-hook-form';
import { counted } from '../../domain/figures.ts';
import {
  type FileImported,
  type FileReading,
  FORMAT_LABELS,
  isSignField,
  MAPPED_FIELDS,
  type MappedField,
  REQUIRED_FIELDS,
  SIZES,
  titleOfMapped,
  unitsToAsk,
} from '../../domain/shop/draft-file.ts';
import { LENGTH_UNITS, type LengthUnit, WEIGHT_UNITS, type WeightUnit } from '../../domain/shop/measure.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceField } from '../../ui/form/choice-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Notice } from '../../ui/notice.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { ColumnFields, type ColumnValues, columnsIn, columnValues, type FileKind } from '../mapping/column-fields.tsx';
import { EncodingChoice } from './encoding-choice.tsx';
import { useImportFile } from './mutations.ts';
import { NotOrders } from './not-orders.tsx';

type Values = ColumnValues<MappedField> & { weightUnit: WeightUnit | ''; lengthUnit: LengthUnit | '' };

const ORDERS: FileKind<MappedField> = {
  fields: MAPPED_FIELDS,
  titleOf: titleOfMapped,
  // A column may have all sizes.
  required: ({ sizes }) => REQUIRED_FIELDS.filter((field) => !(sizes && SIZES.some((size) => size === field))),
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
};

interface MappingFormProps {
  file: File;
  reading: FileReading;
  onImported: (result: FileImported) => void;
  /** In another encoding. */
  onRead: (reading: FileReading) => void;
  onCancel: () => void;
}

export function MappingForm({ file, reading, onImported, onRead, onCancel }: MappingFormProps) {
  const { headers, rows, format, encoding, isRemembered } = reading;
  const units = { weightUnit: reading.weightUnit ?? '', lengthUnit: reading.lengthUnit ?? '' } as const;
  const form = useForm<Values>({ defaultValues: { ...columnValues(ORDERS, reading.mapping), ...units } });
  const importFile = useImportFile();
  return (
    <Form
      form={form}
      persistAs={null}
      errorTitle="No drafts were made"
      onSubmit={async (values) => {
        const mapping = columnsIn(ORDERS, values);
        const asked = unitsToAsk(mapping, reading.bareColumns);
        const unanswered = (['weight', 'length'] as const).filter((each) => asked[each] && !values[`${each}Unit`]);
        for (const each of unanswered) form.setError(`${each}Unit`, { message: 'Choose a unit.' });
        if (unanswered.length > 0) return;
        const { weightUnit, lengthUnit } = values;
        const said = { headers, mapping, weightUnit: weightUnit || null, lengthUnit: lengthUnit || null };
        onImported(await importFile.mutateAsync({ file, encoding, mapping: said }));
      }}
    >
      <Notice tone="good" title={`${file.name}: ${counted(rows, 'order')}`} live>
        {isRemembered
          ? 'Read as you did the last time.'
          : format
            ? `This looks like ${FORMAT_LABELS[format]}. Check the columns below.`
            : 'Choose what each column is for. We’ll remember it for your next file.'}
      </Notice>
      <StatusNotice isGuessed={reading.isStatusGuessed} />
      <NotOrders reading={reading} />
      {encoding !== 'UTF-8' && <EncodingChoice file={file} reading={reading} onRead={onRead} />}
      <UnitQuestions bareColumns={reading.bareColumns} />
      <ColumnFields kind={ORDERS} reading={reading} isOpen={format === null && !isRemembered} />
      <div className="row border-t-2 border-rule-strong pt-6">
        <SubmitButton pendingLabel="Importing" icon="file-up">
          {`Import ${counted(rows, 'draft')}`}
        </SubmitButton>
        <Button variant="quiet" onClick={onCancel}>
          Choose another file
        </Button>
      </div>
    </Form>
  );
}

/** Points to a column that would have been overlooked. */
function StatusNotice({ isGuessed }: { isGuessed: boolean }) {
  const { column } = useWatch() as Values;
  if (!isGuessed || !column.status) return null;
  return (
    <Notice title="Which orders are sent">
      The column <Verbatim>{column.status}</Verbatim> looks like their status. Choose another below if it isn’t.
    </Notice>
  );
}

const UNIT_NAMES = {
  ...{ g: 'Grams', kg: 'Kilograms', oz: 'Ounces', lb: 'Pounds' },
  ...{ mm: 'Millimetres', cm: 'Centimetres', m: 'Metres', in: 'Inches', ft: 'Feet' },
};
const optionsOf = (units: readonly (WeightUnit | LengthUnit)[]) =>
  units.map((unit) => ({ value: unit, label: UNIT_NAMES[unit] }));
const UNIT_OPTIONS = { weight: optionsOf(WEIGHT_UNITS), length: optionsOf(LENGTH_UNITS) };

/** Asks once for the whole file what its bare numbers are in. */
function UnitQuestions({ bareColumns }: { bareColumns: readonly string[] }) {
  const { column } = useWatch() as Values;
  const asked = unitsToAsk(columnsIn(ORDERS, { column }), bareColumns);
  if (!asked.weight && !asked.length) return null;
  return (
    <section aria-labelledby="units" className="stack gap-4">
      <div className="grid gap-1">
        <h2 id="units">What the numbers are in</h2>
        <p className="soft">The file names no unit. Your choice counts for all rows.</p>
      </div>
      {asked.weight && <ChoiceField name="weightUnit" label="Weights are in" options={UNIT_OPTIONS.weight} single />}
      {asked.length && <ChoiceField name="lengthUnit" label="Sizes are in" options={UNIT_OPTIONS.length} single />}
    </section>
  );
}
