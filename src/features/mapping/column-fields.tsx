import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { counted } from '../../domain/figures.ts';
import type { ColumnSource } from '../../domain/shop/draft-file.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';

/** What the columns of a kind of files can be for. */
export interface FileKind<Field extends string> {
  fields: readonly Field[];
  titleOf(field: Field): string;
  required(column: Partial<Record<Field, string>>): readonly Field[];
  hints: Partial<Record<Field, string>>;
  /** Without a required one: `every row will have an error`. */
  consequence: string;
  /** It decides what becomes of a row, so no fixed text can replace it. */
  isSign(field: Field): boolean;
}

export type ColumnMapping<Field extends string> = Partial<Record<Field, ColumnSource>>;

export interface ColumnValues<Field extends string> {
  column: Record<Field, string>;
  otherwise: Record<Field, string>;
}

export function columnValues<Field extends string>(
  { fields }: FileKind<Field>,
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
  { fields, isSign }: FileKind<Field>,
  { column, otherwise }: Pick<ColumnValues<Field>, 'column'> & Partial<ColumnValues<Field>>,
): ColumnMapping<Field> {
  const mapping: ColumnMapping<Field> = {};
  for (const field of fields) {
    const text = otherwise?.[field].trim() ?? '';
    if (column[field] || text || isSign(field)) mapping[field] = { column: column[field] || null, otherwise: text };
  }
  return mapping;
}

interface ColumnFieldsProps<Field extends string> {
  kind: FileKind<Field>;
  reading: FileSample & { mapping: ColumnMapping<Field> };
  isOpen: boolean;
}

interface FileSample {
  headers: readonly string[];
  samples: readonly (readonly string[])[];
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

function sortFields<Field extends string>({ fields, required }: FileKind<Field>, mapping: ColumnMapping<Field>) {
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
  kind: FileKind<Field>;
  sample: FileSample;
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
      {!kind.isSign(field) && (
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

function MissingNotice<Field extends string>({ kind }: { kind: FileKind<Field> }) {
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
