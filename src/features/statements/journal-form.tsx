import { saveFile } from '../../browser/save-file.ts';
import { JournalSchema } from '../../domain/statements/money-lines.ts';
import { Form } from '../../ui/form/form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { Section } from '../../ui/layout/section.tsx';
import { useDownloadJournal } from './mutations.ts';

/** Each entry of the ledger on two accounts, for the bookkeeping. */
export function JournalForm() {
  const download = useDownloadJournal();
  const form = useSchemaForm(JournalSchema, { defaultValues: { from: '', until: '' } });
  return (
    <Section id="journal" title="Journal" head="block-head" className="stack gap-3 lg:max-w-180">
      <p className="soft">Every entry of the ledger on two accounts, as CSV for your bookkeeping.</p>
      <Form
        form={form}
        aria-labelledby="journal"
        errorTitle="The journal was not downloaded"
        columns={2}
        onSubmit={async (period) =>
          saveFile(await download.mutateAsync(period), `journal-${period.from}-${period.until}.csv`)
        }
      >
        <TextField name="from" label="From" type="date" required mono />
        <TextField name="until" label="Until" type="date" required mono />
        <SubmitButton variant="outline" pendingLabel="Downloading" icon="download" label="Download journal" />
      </Form>
    </Section>
  );
}
