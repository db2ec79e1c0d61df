import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePages } from '../../api/use-pages.ts';
import { formatPrice, inCurrency } from '../../config/currency.ts';
import type { StatementPeriod } from '../../domain/statements/periods.ts';
import {
  CreditSchema,
  type ShopStatements as Next,
  SetPeriodSchema,
  type Statement,
} from '../../domain/statements/statement.ts';
import { Form } from '../../ui/form/form.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { MoneyField } from '../../ui/form/money-field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { DescriptionItem, DescriptionList } from '../../ui/layout/description-list.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';
import { ShowMore } from '../../ui/list/show-more.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useMay } from '../session/use-may.ts';
import { useCredit, useSetPeriod } from './mutations.ts';
import { nextStatementQuery, statementsOfUserQuery } from './queries.ts';
import { formatDate, formatOwed, StatementTable } from './statement-table.tsx';

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
  const next = useQuery(nextStatementQuery(userId));
  const statements = usePages(
    (before) => statementsOfUserQuery(userId, before),
    (page) => page,
  );
  const [credited, setCredited] = useState<Statement | null>(null);
  return (
    <Section id="statements" title="Statements" head="block-head" className="stack gap-4">
      <QueryView query={next}>
        {({ period, draft }) => (
          <>
            {!isOwn && may('statementAdmin.setPeriod') ? (
              <PeriodForm userId={userId} period={period} />
            ) : (
              <p className="soft">Issued: {PERIODS[period].toLowerCase()}.</p>
            )}
            {draft && <Draft draft={draft} />}
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

const Draft = ({ draft: { from, opening, sums, closing } }: { draft: NonNullable<Next['draft']> }) => (
  <div className="stack gap-2 lg:max-w-180">
    <h3>Next statement, from {formatDate(from)}</h3>
    <DescriptionList columns={3}>
      <DescriptionItem caption="Opening balance" value={formatOwed(opening, SIDES)} />
      {sums.map(({ label, amount }) => (
        <DescriptionItem key={label} caption={label} value={formatPrice(amount)} />
      ))}
      <DescriptionItem caption="Balance now" value={formatOwed(closing, SIDES)} />
    </DescriptionList>
  </div>
);

function PeriodForm({ userId, period }: { userId: string; period: StatementPeriod }) {
  const save = useSetPeriod();
  const form = useSchemaForm(SetPeriodSchema, { values: { userId, period } });
  return (
    <Form
      form={form}
      aria-label="Period"
      errorTitle="The period was not saved"
      className="row items-end gap-3"
      onSubmit={async (values) => {
        await save.mutateAsync(values);
      }}
    >
      <SelectField
        name="period"
        label="Issue a statement"
        options={Object.entries(PERIODS).map(([value, label]) => ({ value, label }))}
      />
      <SubmitButton variant="outline" pendingLabel="Saving" icon="check" label="Save period" />
    </Form>
  );
}

function CreditDialog({ statement: { id, number }, onClose }: { statement: Statement; onClose: () => void }) {
  const credit = useCredit();
  const form = useSchemaForm(CreditSchema, { defaultValues: { id, reason: '' } });
  return (
    <FormDialog
      title={`Credit ${number}`}
      form={form}
      errorTitle="Nothing was credited"
      send={async (input) => {
        const { number: note, waits } = await credit.mutateAsync(input);
        if (waits) toast.info('Waits for approval', 'Another manager or accountant has to approve this.');
        else toast.success(note ? `Credit note ${note} issued` : 'Credited');
      }}
      submit={{ label: 'Credit', pendingLabel: 'Crediting', icon: 'check' }}
      onClose={onClose}
    >
      <p>The shop gets a credit note by email. Its share of tax is added to the amount.</p>
      <MoneyField name="amount" label={inCurrency('Amount')} />
      <TextField name="reason" label="Reason" required autoComplete="off" />
    </FormDialog>
  );
}
