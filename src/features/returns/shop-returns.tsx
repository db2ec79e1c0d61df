import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { ActForm } from '../../acts/act-form.tsx';
import { counted } from '../../domain/figures.ts';
import { paths } from '../../domain/paths.ts';
import {
  type AskedReturn,
  DecideReturnSchema,
  type ReturnRules,
  ReturnRulesSchema,
  type Returns,
} from '../../domain/returns.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { useDecideReturn } from './mutations.ts';
import { returnsQuery } from './queries.ts';

/** Shows what receivers ask for, above what a shop does next. */
export function AskedReturns() {
  const { data } = useQuery(returnsQuery);
  return data?.asked.map((asked) => <Asked key={asked.id} asked={asked} />);
}

function Asked({ asked }: { asked: AskedReturn }) {
  const { id, trackingId, reference, description, receiverName, parcels } = asked;
  const decide = useDecideReturn();
  return (
    <Notice
      tone="warn"
      icon="undo-2"
      title={
        <>
          <Verbatim>{receiverName}</Verbatim> wants to return a shipment
        </>
      }
    >
      <p>
        <Link to={paths.trackedShipment(trackingId)}>
          <Verbatim>{description}</Verbatim>
        </Link>
        {reference && (
          <>
            , <Verbatim>{reference}</Verbatim>
          </>
        )}
        {parcels && `, ${counted(parcels, 'parcel')} of it`}
      </p>
      <FailureNotice of={decide.failure} className="mt-2" />
      <div className="row gap-2 mt-3">
        <Button
          small
          variant="primary"
          icon="check"
          disabled={decide.isPending}
          onClick={() => decide.mutate({ id, accept: true, reason: '' })}
        >
          Accept
        </Button>
        <Button opens={(close) => <DeclineDialog id={id} onClose={close} />} small disabled={decide.isPending}>
          Decline
        </Button>
      </div>
    </Notice>
  );
}

function DeclineDialog({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <ActForm
      title="Decline the return"
      schema={DecideReturnSchema}
      values={{ id, accept: false, reason: '' }}
      call="shipper.decideReturn"
      done="Return declined"
      failed="The return was not declined"
      submit={{ label: 'Decline', pendingLabel: 'Sending', icon: 'x' }}
      onClose={onClose}
    >
      <p>The receiver gets an email with your reason.</p>
      <TextField name="reason" label="Reason" hint="Optional" autoComplete="off" />
    </ActForm>
  );
}

const MODES = [
  { value: 'off', label: 'No' },
  { value: 'ask', label: 'Yes, if I accept' },
  { value: 'on', label: 'Yes, at once' },
];
const PAYERS = [
  { value: 'shop', label: 'I do' },
  { value: 'receiver', label: 'The receiver' },
];

function describe({ mode, days, payer }: ReturnRules): string {
  if (mode === 'off') return 'Receivers can’t return shipments themselves. You can, on the page of each shipment.';
  const how = mode === 'ask' ? 'can ask to return shipments' : 'can return shipments';
  return `Receivers ${how} for ${counted(days, 'day')} after delivery. ${payer === 'shop' ? 'You pay.' : 'They pay.'}`;
}

/** The rules for returns to a shop, with a way to change them. */
export function ReturnRulesSection() {
  const { data } = useQuery(returnsQuery);
  if (!data) return null;
  return (
    <Section id="returns" title="Returns" className="stack gap-2">
      <div className="row gap-x-4 gap-y-2">
        <p>{describe(data.rules)}</p>
        <Button opens={(close) => <RulesDialog returns={data} onClose={close} />} small icon="pencil">
          Change returns
        </Button>
      </div>
    </Section>
  );
}

const toNumber = (typed: unknown) => (typed === '' || typed === undefined ? undefined : Number(typed));

function RulesDialog({ returns: { rules, address }, onClose }: { returns: Returns; onClose: () => void }) {
  const number = {
    setValueAs: toNumber,
    inputMode: 'numeric',
    autoComplete: 'off',
    mono: true,
    required: true,
  } as const;
  return (
    <ActForm
      title="Returns"
      schema={ReturnRulesSchema}
      values={rules}
      persistAs="shop-returns"
      failed="The returns were not saved"
      call="shipper.saveReturns"
      done="Returns saved"
      submit={{ label: 'Save returns', pendingLabel: 'Saving', icon: 'check' }}
      onClose={onClose}
    >
      <SelectField name="mode" label="Receivers can return shipments" options={MODES} />
      <TextField name="days" label="Days after delivery" {...number} />
      <SelectField name="payer" label="Who pays" options={PAYERS} />
      <TextField name="perShipment" label="Returns per shipment" {...number} />
      <p className="soft">
        {address ? (
          <>
            Returns come to <Verbatim>{address}</Verbatim>, the address in your profile.
          </>
        ) : (
          <>
            Returns come to the address in <Link to={paths.profile({ view: 'update' })}>your profile</Link>. Enter it
            there first.
          </>
        )}
      </p>
    </ActForm>
  );
}
