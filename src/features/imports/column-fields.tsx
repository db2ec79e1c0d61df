import { useId, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { counted } from '../../domain/figures.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
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

/** Asks what each column is for, the unknown ones first; then what counts where a row has nothing. */
export function ColumnFields({ kind, reading, isOpen }: { kind: Columns; reading: AnyReading; isOpen: boolean }) {
  const { headers, samples, mapping } = reading;
  // Keep them as they were at first: rows don’t move while somebody chooses.
  const [{ known, unknown, missing, others }] = useState(() => {
    const columns = new Set(Object.values(mapping).map((source) => source?.column));
    const named = [...new Set(headers)].filter(Boolean);
    const needed = kind.required(columnValues(kind, mapping).column).filter((field) => !mapping[field]);
    return {
      known: named.filter((head) => columns.has(head)),
      unknown: named.filter((head) => !columns.has(head)),
      missing: needed,
      others: kind.fields.filter((field) => !needed.includes(field) && !kind.isSign?.(field)),
    };
  });
  const rows = (heads: readonly string[]) => (
    <ul className="grid">
      {heads.map((head) => (
        <ColumnRow key={head} head={head} kind={kind} cells={samples.map((row) => row[headers.indexOf(head)] ?? '')} />
      ))}
    </ul>
  );
  return (
    <>
      {missing.length > 0 && (
        <section aria-labelledby="missing" className="stack gap-3">
          <div className="grid gap-1">
            <h2 id="missing">What we didn’t find</h2>
            <p className="soft">Choose its column below, or enter what counts for all rows.</p>
          </div>
          <Constants kind={kind} fields={missing} />
        </section>
      )}
      <MissingNotice kind={kind} />
      {unknown.length > 0 && (
        <details open={isOpen || undefined}>
          <summary className="go-touch cursor-pointer font-650">
            {counted(unknown.length, 'column')} not recognised
          </summary>
          {rows(unknown)}
        </details>
      )}
      {known.length > 0 && (
        <details>
          <summary className="go-touch cursor-pointer font-650">{counted(known.length, 'column')} recognised</summary>
          {rows(known)}
        </details>
      )}
      <details>
        <summary className="go-touch cursor-pointer font-650">For rows where something is empty</summary>
        <Constants kind={kind} fields={others} />
      </details>
    </>
  );
}

interface ColumnRowProps {
  head: string;
  kind: Columns;
  /** Cells of the first rows. */
  cells: readonly string[];
}

/** One line at the desk, two under a finger. */
function ColumnRow({ head, kind, cells }: ColumnRowProps) {
  const id = useId();
  const { setValue } = useFormContext<MappingValues>();
  const { column } = useWatch() as ColumnValues;
  const field = kind.fields.find((one) => column[one] === head) ?? '';
  const examples = [...new Set(cells)].filter(Boolean).slice(0, 3).join(' · ').slice(0, 120);
  function choose(next: string) {
    if (field) setValue(`column.${field}`, '', { shouldDirty: true });
    if (next) setValue(`column.${next}`, head, { shouldDirty: true });
  }
  return (
    <li className="grid gap-x-4 items-center grid-cols-2 lg:[[data-desk]_&]:grid-cols-[minmax(0,3fr)_minmax(0,4fr)_18rem] border-b border-rule py-px max-lg:py-2">
      <label htmlFor={id} translate="no" className="font-650 truncate" title={head}>
        {head}
      </label>
      <span translate="no" className="soft text-small truncate" title={examples}>
        {examples || 'Empty in the first rows'}
      </span>
      <div className="max-lg:col-span-full">
        <Select
          id={id}
          value={field}
          options={[
            { value: '', label: 'Not used' },
            ...kind.fields.map((one) => ({ value: one, label: kind.titleOf(one) })),
          ]}
          onChange={({ target }) => choose(target.value)}
        />
      </div>
    </li>
  );
}

const Constants = ({ kind, fields }: { kind: Columns; fields: readonly string[] }) => (
  <div className="grid gap-x-4 gap-y-3 items-start grid-cols-[repeat(auto-fill,minmax(min(100%,16rem),1fr))]">
    {fields.map((field) => (
      <TextField
        key={field}
        name={`otherwise.${field}`}
        label={kind.titleOf(field)}
        hint={kind.hints[field]}
        autoComplete="off"
      />
    ))}
  </div>
);

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
