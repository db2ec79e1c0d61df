import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { counted } from '../../domain/figures.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import type { AnyReading, ColumnMapping, Columns, MappingValues } from './file-kind.ts';

type ColumnValues<Field extends string> = Pick<MappingValues<Field>, 'column' | 'otherwise'>;

export function columnValues<Field extends string>(
  { fields }: Columns<Field>,
  mapping: ColumnMapping<Field>,
): ColumnValues<Field> {
  const of = (read: (field: Field) => string) =>
    Object.fromEntries(fields.map((field) => [field, read(field)])) as Record<Field, string>;
  return {
    column: of((field) => mapping[field]?.column ?? ''),
    otherwise: of((field) => mapping[field]?.otherwise ?? ''),
  };
}

export function columnsIn<Field extends string>(
  { fields, isSign }: Columns<Field>,
  { column, otherwise }: Pick<ColumnValues<Field>, 'column'> & Partial<ColumnValues<Field>>,
): ColumnMapping<Field> {
  const mapping: ColumnMapping<Field> = {};
  for (const field of fields) {
    const text = otherwise?.[field].trim() ?? '';
    if (column[field] || text || isSign?.(field)) mapping[field] = { column: column[field] || null, otherwise: text };
  }
  return mapping;
}

interface ColumnFieldsProps<Field extends string> {
  kind: Columns<Field>;
  reading: AnyReading<Field>;
  isOpen: boolean;
}

export function ColumnFields<Field extends string>({ kind, reading, isOpen }: ColumnFieldsProps<Field>) {
  // As they were at first: fields don’t move while somebody chooses.
  const [{ found, missing, optional }] = useState(() => sortFields(kind, reading.mapping));
  const row = (field: Field) => <MappedRow key={field} field={field} kind={kind} sample={reading} />;
  return (
    <>
      {missing.length > 0 && (
        <section aria-labelledby="missing" className="stack gap-4">
          <div className="grid gap-1">
            <h2 id="missing">What we didn’t find</h2>
            <p className="soft">Choose a column, or enter what counts for all rows.</p>
          </div>
          {missing.map(row)}
        </section>
      )}
      <details open={isOpen || undefined}>
        <summary className="go-touch cursor-pointer font-650">
          {found.length > 0 ? `${counted(found.length, 'column')} recognised` : 'More columns'}
        </summary>
        <div className="stack gap-4 mt-4">{[...found, ...optional].map(row)}</div>
      </details>
      <MissingNotice kind={kind} />
    </>
  );
}

function sortFields<Field extends string>({ fields, required }: Columns<Field>, mapping: ColumnMapping<Field>) {
  const columns = Object.fromEntries(fields.map((field) => [field, mapping[field]?.column ?? '']));
  const needed = required(columns as Record<Field, string>);
  const rest = fields.filter((field) => !mapping[field]);
  return {
    found: fields.filter((field) => mapping[field]),
    missing: rest.filter((field) => needed.includes(field)),
    optional: rest.filter((field) => !needed.includes(field)),
  };
}

interface MappedRowProps<Field extends string> {
  field: Field;
  kind: Columns<Field>;
  sample: Pick<AnyReading<Field>, 'headers' | 'samples'>;
}

function MappedRow<Field extends string>({ field, kind, sample: { headers, samples } }: MappedRowProps<Field>) {
  const column: string = useWatch({ name: `column.${field}` });
  const at = headers.indexOf(column);
  const example = samples.map((cells) => cells[at] ?? '').find((cell) => cell !== '');
  const title = kind.titleOf(field);
  return (
    <fieldset className="grid gap-x-4 gap-y-2 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] border-b border-rule pb-4">
      <legend className="sr-only">{title}</legend>
      <SelectField
        name={`column.${field}`}
        label={title}
        options={[...new Set(headers)].filter(Boolean).map((head) => ({ value: head, label: head }))}
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
      {!kind.isSign?.(field) && (
        <TextField
          name={`otherwise.${field}`}
          label={at < 0 ? 'For all rows' : 'Where the cell is empty'}
          hint={kind.hints[field]}
          autoComplete="off"
        />
      )}
    </fieldset>
  );
}

function MissingNotice<Field extends string>({ kind }: { kind: Columns<Field> }) {
  const { column, otherwise } = useWatch() as ColumnValues<Field>;
  const missing = kind.required(column).filter((field) => !column[field] && !otherwise[field]?.trim());
  if (missing.length === 0) return null;
  const names = new Intl.ListFormat('en-GB').format(missing.map(kind.titleOf));
  return (
    <Notice tone="warn">
      Without {names.toLowerCase()} {kind.consequence}.
    </Notice>
  );
}
