import { valibotResolver } from '@hookform/resolvers/valibot';
import { type Resolver, useWatch } from 'react-hook-form';
import { formatPrice, inCurrency } from '../../../config/currency.ts';
import { type CountCash, CountCashSchema, type Money, type RunCash } from '../../../domain/cod.ts';
import { fromCents, hasCents, toCents } from '../../../domain/money.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { MoneyField } from '../../../ui/form/money-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { DescriptionItem, DescriptionList } from '../../../ui/layout/description-list.tsx';
import { useCountCash } from './mutations.ts';

const KINDS = ['cash', 'card'] as const;
const CAPTIONS = { cash: 'Cash', card: 'Card payments' };

type Values = { cash?: number; card?: number; reason: string };

interface CountCashDialogProps {
  run: { id: string; name: string };
  /** The sums shown: if they change, the cash is counted again. */
  open: Money;
  handedOver: RunCash['handedOver'];
  onClose: () => void;
}

export function CountCashDialog({ run, open, handedOver, onClose }: CountCashDialogProps) {
  const count = useCountCash();
  const form = useForm<Values, unknown, CountCash>({
    resolver: resolverFor(run.id, open),
    defaultValues: { reason: '' },
  });
  const [cash, card] = useWatch({ control: form.control, name: ['cash', 'card'] });
  const differences = differencesOf(open, { cash, card });
  return (
    <FormDialog
      title={`Count cash: ${run.name}`}
      form={form}
      errorTitle="The cash was not counted"
      send={count.mutateAsync}
      submit={{ label: 'Counted', pendingLabel: 'Saving', icon: 'check' }}
      onClose={onClose}
    >
      <DescriptionList>
        {shownKinds(open).map((kind) => (
          <DescriptionItem key={kind} caption={`${CAPTIONS[kind]} expected`} mono value={formatPrice(open[kind])} />
        ))}
        <DescriptionItem caption="Handed over" mono={handedOver !== null}>
          {handedOver ? formatPrice(handedOver.amount) : 'The courier hasn’t said'}
        </DescriptionItem>
      </DescriptionList>
      {shownKinds(open).map((kind) => (
        <MoneyField
          key={kind}
          name={kind}
          label={inCurrency(open[kind] < 0 ? `${CAPTIONS[kind]} given back` : `${CAPTIONS[kind]} counted`)}
        />
      ))}
      {differences.length > 0 && (
        <>
          <p role="status" className="font-650">
            {differences.join(' ')}
          </p>
          <TextField name="reason" label="Reason" hint="Why it differs. The history shows it." required />
        </>
      )}
    </FormDialog>
  );
}

/** Leaves out a way in which nothing was collected. */
const shownKinds = (open: Money) => KINDS.filter((kind) => open[kind] !== 0 || (kind === 'cash' && open.card === 0));

/** Money that is given back is typed without its minus sign. */
const counted = (open: number, typed: number | undefined) => (open < 0 && typed !== undefined ? -typed : typed);

function differencesOf(open: Money, typed: Pick<Values, 'cash' | 'card'>): string[] {
  return shownKinds(open).flatMap((kind) => {
    const amount = counted(open[kind], typed[kind]);
    if (typeof amount !== 'number' || !hasCents(amount) || amount === open[kind]) return [];
    const missing = fromCents(toCents(open[kind]) - toCents(amount));
    return `${CAPTIONS[kind]}: ${formatPrice(Math.abs(missing))} ${missing > 0 ? 'missing' : 'too much'}.`;
  });
}

const resolverFor = (runId: string, open: Money): Resolver<Values, unknown, CountCash> => {
  const check = valibotResolver(CountCashSchema) as unknown as Resolver<object, unknown, CountCash>;
  return ({ reason, ...typed }, context, options) => {
    const shown = shownKinds(open);
    const [cash, card] = KINDS.map((kind) => (shown.includes(kind) ? counted(open[kind], typed[kind]) : open[kind]));
    const differs = differencesOf(open, typed).length > 0;
    return check({ runId, seen: open, cash, card, ...(differs && { reason }) }, context, options as never) as never;
  };
};
