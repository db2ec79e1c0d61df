import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { counted } from '../../domain/figures.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import type { AnyReading, ColumnMapping, Columns, MappingValues } from './file-kind.ts';

type ColumnValues = Pick<MappingValues, 'column' | 'otherwise'>;

export function columnValues({ fields }: Columns, mapping: ColumnMapping): ColumnValues {
  const of = (read: (field: string) => string) => Object.fromEntries(fields.map((field) => [field, read(field)]));
  return {
    column: of((field) => mapping[field]?.column ?? ''),
    otherwise: of((field) => mapping[field]?.otherwise ?? ''),
  };
}

export function columnsIn(
  { fields, isSign }: Columns,
  { column, otherwise }: Pick<ColumnValues, 'column'> & Partial<ColumnValues>,
): ColumnMapping {
  const mapping: ColumnMapping = {};
  for (const field of fields) {
    const text = otherwise?.[field]?.trim() ?? '';
    if (column[field] || text || isSign?.(field)) mapping[field] = { column: column[field] || null, otherwise: text };
  }
  return mapping;
}

interface ColumnFieldsProps {
  kind: Columns;
  reading: AnyReading;
  isOpen: boolean;
}

export function ColumnFields({ kind, reading, isOpen }: ColumnFieldsProps) {
  // As they were at first: fields don’t move while somebody chooses.
  const [{ found, missing, optional }] = useState(() => sortFields(kind, reading.mapping));
  const row = (field: string) => <MappedRow key={field} field={field} kind={kind} sample={reading} />;
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

function sortFields({ fields, required }: Columns, mapping: ColumnMapping) {
  const columns = Object.fromEntries(fields.map((field) => [field, mapping[field]?.column ?? '']));
  const needed = required(columns);
  const rest = fields.filter((field) => !mapping[field]);
  return {
    found: fields.filter((field) => mapping[field]),
    missing: rest.filter((field) => needed.includes(field)),
    optional: rest.filter((field) => !needed.includes(field)),
  };
}

interface MappedRowProps {
  field: string;
  kind: Columns;
  sample: Pick<AnyReading, 'headers' | 'samples'>;
}

function MappedRow({ field, kind, sample: { headers, samples } }: MappedRowProps) {
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

function MissingNotice({ kind }: { kind: Columns }) {
  const { column, otherwise } = useWatch() as ColumnValues;
  const missing = kind.required(column).filter((field) => !column[field] && !otherwise[field]?.trim());
  if (missing.length === 0) return null;
  const names = new Intl.ListFormat('en-GB').format(missing.map(kind.titleOf));
  return (
    <Notice tone="warn">
      Without {names.toLowerCase()} {kind.consequence}.
    </Notice>
  );
}
