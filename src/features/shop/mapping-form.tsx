import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { counted } from '../../domain/figures.ts';
import {
  type FileImported,
  type FileReading,
  FORMAT_LABELS,
  isSignField,
  MAPPED_FIELDS,
  type MappedField,
  type Mapping,
  REQUIRED_FIELDS,
  type SaveMapping,
  SIZES,
  titleOfMapped,
  unitsToAsk,
} from '../../domain/shop/draft-file.ts';
import { LENGTH_UNITS, type LengthUnit, WEIGHT_UNITS, type WeightUnit } from '../../domain/shop/measure.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceField } from '../../ui/form/choice-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Notice } from '../../ui/notice.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { EncodingChoice } from './encoding-choice.tsx';
import { useImportFile } from './mutations.ts';
import { NotOrders } from './not-orders.tsx';

interface Values {
  column: Record<MappedField, string>;
  otherwise: Record<MappedField, string>;
  weightUnit: WeightUnit | '';
  lengthUnit: LengthUnit | '';
}

interface MappingFormProps {
  file: File;
  reading: FileReading;
  onImported: (result: FileImported) => void;
  /** In another encoding. */
  onRead: (reading: FileReading) => void;
  onCancel: () => void;
}

export function MappingForm({ file, reading, onImported, onRead, onCancel }: MappingFormProps) {
  const { headers, samples, rows, format, encoding, isRemembered } = reading;
  const form = useForm<Values>({ defaultValues: valuesOf(reading) });
  const importFile = useImportFile();
  // As they were at first: fields don’t move while somebody chooses.
  const [{ found, missing, optional }] = useState(() => sortFields(reading));
  const row = (field: MappedField) => (
    <MappedRow key={field} field={field} columns={columns} headers={headers} samples={samples} />
  );
  const columns = [...new Set(headers)].filter(Boolean).map((head) => ({ value: head, label: head }));
  return (
    <Form
      form={form}
      persistAs={null}
      errorTitle="No drafts were made"
      onSubmit={async (values) => {
        const mapping = mappingOf(headers, values);
        const asked = unitsToAsk(mapping.mapping, reading.bareColumns);
        const unanswered = (['weight', 'length'] as const).filter((each) => asked[each] && !values[`${each}Unit`]);
        for (const each of unanswered) form.setError(`${each}Unit`, { message: 'Choose a unit.' });
        if (unanswered.length > 0) return;
        onImported(await importFile.mutateAsync({ file, encoding, mapping }));
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
      {missing.length > 0 && (
        <section aria-labelledby="missing" className="stack gap-4">
          <div className="grid gap-1">
            <h2 id="missing">What we didn’t find</h2>
            <p className="soft">Choose a column, or enter what counts for all rows.</p>
          </div>
          {missing.map((field) => row(field))}
        </section>
      )}
      <details open={(format === null && !isRemembered) || undefined}>
        <summary className="go-touch cursor-pointer font-650">
          {found.length > 0 ? `${counted(found.length, 'column')} recognised` : 'More columns'}
        </summary>
        <div className="stack gap-4 mt-4">{[...found, ...optional].map((field) => row(field))}</div>
      </details>
      <MissingNotice />
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

interface MappedRowProps {
  field: MappedField;
  columns: readonly { value: string; label: string }[];
  headers: readonly string[];
  samples: readonly (readonly string[])[];
}

function MappedRow({ field, columns, headers, samples }: MappedRowProps) {
  const column: string = useWatch({ name: `column.${field}` });
  const at = headers.indexOf(column);
  const example = samples.map((cells) => cells[at] ?? '').find((cell) => cell !== '');
  const title = titleOfMapped(field);
  return (
    <fieldset className="grid gap-x-4 gap-y-2 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] border-b border-rule pb-4">
      <legend className="sr-only">{title}</legend>
      <SelectField
        name={`column.${field}`}
        label={title}
        options={columns}
        placeholder="Not in this file"
        hint={
          at < 0 ? undefined : example === undefined ? (
            'Empty in the first rows'
          ) : (
            <>
              For example <Verbatim>{example.slice(0, 80)}</Verbatim>
            </>
          )
        }
      />
      {!isSignField(field) && (
        <TextField
          name={`otherwise.${field}`}
          label={at < 0 ? 'For all rows' : 'Where the cell is empty'}
          hint={HINTS[field]}
          autoComplete="off"
        />
      )}
    </fieldset>
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
  const asked = unitsToAsk(columnsIn(column), bareColumns);
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

/** `inOne`: a column has all sizes. */
const requiredFields = (inOne: boolean) =>
  REQUIRED_FIELDS.filter((field) => !(inOne && SIZES.some((size) => size === field)));

function sortFields({ mapping }: FileReading) {
  const found = MAPPED_FIELDS.filter((field) => mapping[field]);
  const rest = MAPPED_FIELDS.filter((field) => !mapping[field]);
  const isRequired = (field: MappedField) => requiredFields(mapping.sizes !== undefined).includes(field);
  return { found, missing: rest.filter(isRequired), optional: rest.filter((field) => !isRequired(field)) };
}

const HINTS: Partial<Record<MappedField, string>> = {
  weightG: 'Kilograms, or 500 g',
  lengthMm: 'Centimetres, for example 30',
  widthMm: 'Centimetres',
  heightMm: 'Centimetres',
  country: 'For example Sweden',
  description: 'For example Books',
};

function MissingNotice() {
  const { column, otherwise } = useWatch() as Values;
  const required = requiredFields(column.sizes !== '');
  const missing = required.filter((field) => !column[field] && !otherwise[field]?.trim());
  if (missing.length === 0) return null;
  const names = new Intl.ListFormat('en-GB').format(missing.map(titleOfMapped));
  return <Notice tone="warn">Without {names.toLowerCase()} every draft will need fixing.</Notice>;
}

function valuesOf({ mapping, weightUnit, lengthUnit }: FileReading): Values {
  const of = (read: (field: MappedField) => string) =>
    Object.fromEntries(MAPPED_FIELDS.map((field) => [field, read(field)])) as Record<MappedField, string>;
  return {
    column: of((field) => mapping[field]?.column ?? ''),
    otherwise: of((field) => mapping[field]?.otherwise ?? ''),
    weightUnit: weightUnit ?? '',
    lengthUnit: lengthUnit ?? '',
  };
}

function mappingOf(headers: readonly string[], { column, otherwise, weightUnit, lengthUnit }: Values): SaveMapping {
  const mapping = columnsIn(column, otherwise);
  return { headers: [...headers], mapping, weightUnit: weightUnit || null, lengthUnit: lengthUnit || null };
}

function columnsIn(column: Values['column'], otherwise?: Values['otherwise']): Mapping {
  const mapping: Mapping = {};
  for (const field of MAPPED_FIELDS) {
    const text = otherwise?.[field].trim() ?? '';
    if (column[field] || text || isSignField(field))
      mapping[field] = { column: column[field] || null, otherwise: text };
  }
  return mapping;
}
