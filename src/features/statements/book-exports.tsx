import { formatActivityDate } from '../../domain/dates.ts';
import { formatDay } from '../../domain/day.ts';
import { grouped } from '../../domain/figures.ts';
import {
  BOOK_FORMAT_LABELS,
  BOOK_FORMATS,
  type BookExport,
  CreateExportsSchema,
} from '../../domain/statements/book-export.ts';
import { Form } from '../../ui/form/form.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { Section } from '../../ui/layout/section.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { RowButton } from '../../ui/list/row-button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { useCreateExports, useDownloadExport } from './mutations.ts';

const FORMATS = BOOK_FORMATS.map((value) => ({ value, label: BOOK_FORMAT_LABELS[value] }));
const vouchersOf = ({ firstVoucher, lastVoucher }: BookExport) =>
  `Vouchers ${grouped(firstVoucher)} to ${grouped(lastVoucher)}`;

/** Files for accounting software, and a form for the next one, in the format of the last. */
export function BookExports({ exports }: { exports: readonly BookExport[] }) {
  const create = useCreateExports();
  const download = useDownloadExport();
  const form = useSchemaForm(CreateExportsSchema, {
    defaultValues: { format: exports[0]?.format ?? 'csv', day: '' },
  });
  const columns: Column<BookExport>[] = [
    {
      key: 'days',
      head: 'Days',
      place: 'main',
      second: 'Vouchers',
      split: 'halves',
      cell: (file) => (
        <>
          <b>
            {formatDay(file.from)} to {formatDay(file.until)}
          </b>
          <span className="second-line">{vouchersOf(file)}</span>
        </>
      ),
    },
    { key: 'format', head: 'Format', place: 'side', cell: ({ format }) => BOOK_FORMAT_LABELS[format] },
    {
      key: 'made',
      head: 'Made',
      place: 'body',
      cell: ({ createdAt, by }) => `${formatActivityDate(createdAt)} by ${by}`,
    },
    {
      key: 'actions',
      head: 'Actions',
      place: 'action',
      width: '8rem',
      cell: (file) => (
        <RowButton
          name={`Download ${vouchersOf(file).toLowerCase()}`}
          disabled={download.isPending}
          onClick={() => download.mutate(file)}
        >
          Download
        </RowButton>
      ),
    },
  ];
  return (
    <Section id="book-exports" title="Exports" head="block-head" className="stack gap-3">
      <p className="soft">
        Each export has every entry up to a day that none before it has. An entry that comes late is in the next one.
      </p>
      <Form
        form={form}
        aria-labelledby="book-exports"
        errorTitle="Nothing was exported"
        columns={2}
        onSubmit={async (input) => {
          await create.mutateAsync(input);
        }}
      >
        <SelectField name="format" label="Format" options={FORMATS} />
        <TextField name="day" label="Up to this day" type="date" required mono />
        <SubmitButton variant="outline" pendingLabel="Exporting" icon="download" label="New export" />
      </Form>
      <FailureNotice of={download.failure} />
      <DataTable
        caption="Exports"
        columns={columns}
        rows={exports}
        empty={<Empty icon="download">Nothing has been exported.</Empty>}
      />
    </Section>
  );
}
