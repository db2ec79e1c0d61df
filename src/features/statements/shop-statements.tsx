import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActForm } from '../../acts/act-form.tsx';
import { usePages } from '../../api/use-pages.ts';
import { inCurrency } from '../../config/currency.ts';
import type { StatementPeriod } from '../../domain/statements/periods.ts';
import { CreditSchema, SetPeriodSchema, type Statement } from '../../domain/statements/statement.ts';
import { Form } from '../../ui/form/form.tsx';
import { MoneyField } from '../../ui/form/money-field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { Section } from '../../ui/layout/section.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';
import { RowButton } from '../../ui/list/row-button.tsx';
import { ShowMore } from '../../ui/list/show-more.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useMay } from '../session/use-may.ts';
import { Draft } from './draft.tsx';
import { useDownloadDraft, useSetPeriod } from './mutations.ts';
import { nextStatementQuery, statementsOfUserQuery } from './queries.ts';
import { StatementTable } from './statement-table.tsx';

const SIDES = ['Owes', 'Has'] as const;
const PERIODS: Record<StatementPeriod, string> = {
  none: 'Never',
  weekly: 'Each week',
  'half-monthly': 'Twice a month',
  monthly: 'Each month',
};

/** The statements of a shop, the next as it would be now, and how often one is issued. */
export function ShopStatements({ userId, isOwn }: { userId: string; isOwn: boolean }) {
  const may = useMay();
  const download = useDownloadDraft();
  const next = useQuery(nextStatementQuery(userId));
  const statements = usePages(
    (before) => statementsOfUserQuery(userId, before),
    (page) => page,
  );
  const [credited, setCredited] = useState<Statement | null>(null);
  return (
    <Section id="statements" title="Statements" head="block-head" className="stack gap-4">
      <QueryView query={next}>
        {({ draft, ...settings }) => (
          <>
            {!isOwn && may('statementAdmin.setPeriod') ? (
              <SettingsForm userId={userId} {...settings} />
            ) : (
              <p className="soft">
                Issued: {PERIODS[settings.period].toLowerCase()}.{' '}
                {settings.taxNumber && `Tax number: ${settings.taxNumber}.`}
              </p>
            )}
            {draft && (
              <Draft draft={draft} sides={SIDES} as="h3">
                <RowButton
                  name="The next statement as PDF"
                  disabled={download.isPending}
                  onClick={() => download.mutate(userId)}
                >
                  Draft as PDF
                </RowButton>
              </Draft>
            )}
            <FailureNotice of={download.failure} />
          </>
        )}
      </QueryView>
      <QueryView query={statements}>
        {(data) => <StatementTable statements={data} sides={SIDES} onCredit={isOwn ? undefined : setCredited} />}
      </QueryView>
      <ShowMore more={statements.more} />
      {credited && <CreditDialog statement={credited} onClose={() => setCredited(null)} />}
    </Section>
  );
}

interface SettingsFormProps {
  userId: string;
  period: StatementPeriod;
  isUsual?: boolean | undefined;
  taxNumber: string;
}

function SettingsForm({ userId, period, isUsual = false, taxNumber }: SettingsFormProps) {
  const save = useSetPeriod();
  const form = useSchemaForm(SetPeriodSchema, { values: { userId, period: isUsual ? 'usual' : period, taxNumber } });
  const usual = isUsual ? `As other shops (${PERIODS[period].toLowerCase()})` : 'As other shops';
  return (
    <Form
      form={form}
      aria-label="Statement settings"
      errorTitle="The settings were not saved"
      className="row items-end gap-3"
      onSubmit={async (values) => {
        await save.mutateAsync(values);
      }}
    >
      <SelectField
        name="period"
        label="Issue a statement"
        options={[['usual', usual], ...Object.entries(PERIODS)].map(([value = '', label = '']) => ({ value, label }))}
      />
      <TextField name="taxNumber" label="Tax number" mono autoComplete="off" />
      <SubmitButton variant="outline" pendingLabel="Saving" icon="check" label="Save settings" />
    </Form>
  );
}

function CreditDialog({ statement: { id, number }, onClose }: { statement: Statement; onClose: () => void }) {
  return (
    <ActForm
      title={`Credit ${number}`}
      schema={CreditSchema}
      values={{ id, reason: '' }}
      call="statementAdmin.credit"
      failed="Nothing was credited"
      onSuccess={({ number: note, waits }) => {
        if (waits) toast.info('Waits for approval', 'Another manager or accountant has to approve this.');
        else toast.success(note ? `Credit note ${note} issued` : 'Credited');
      }}
      submit={{ label: 'Credit', pendingLabel: 'Crediting', icon: 'check' }}
      onClose={onClose}
    >
      <p>The shop gets a credit note by email. Its share of tax is added to the amount.</p>
      <MoneyField name="amount" label={inCurrency('Amount')} />
      <TextField name="reason" label="Reason" required autoComplete="off" />
    </ActForm>
  );
}
