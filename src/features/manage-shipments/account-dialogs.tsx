import { useState } from 'react';
import { ConfirmChange } from '../../acts/confirm-change.tsx';
import { SchemaDialog } from '../../acts/schema-dialog.tsx';
import { LinkAccountFormSchema, type ManagedShipment, PARTIES, type Party } from '../../domain/shipment.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { breakAroundAt } from '../../ui/layout/description-list.tsx';
import { useChangeAccount } from './mutations.ts';

interface AccountDialogProps {
  shipment: ManagedShipment;
  party: Party;
  onClose: () => void;
}

export function AccountDialogs({
  shipment,
  view,
  onClose,
}: Omit<AccountDialogProps, 'party'> & { view: string | null }) {
  return PARTIES.map((party) => {
    const dialog = { shipment, party, onClose };
    if (view === `link-${party}`) return <LinkDialog key={party} {...dialog} />;
    if (view === `unlink-${party}` && shipment[`${party}Id`]) return <UnlinkDialog key={party} {...dialog} />;
    return null;
  });
}

function LinkDialog({ shipment, party, onClose }: AccountDialogProps) {
  const { id } = shipment;
  // The defaults stay as the dialog opened, even if the shipment changes.
  const change = useChangeAccount();
  const [from] = useState(shipment[`${party}Id`] ?? undefined);
  return (
    <SchemaDialog
      title={from ? `Change ${party} account` : `Link ${party} account`}
      schema={LinkAccountFormSchema}
      values={{ email: shipment[`${party}Id`] ? '' : shipment[`${party}Email`] }}
      persistAs={`link-${party} ${id}`}
      errorTitle="The account was not linked"
      send={({ email }) => change.mutateAsync({ id, party, from, email })}
      submit={{ label: 'Link account', pendingLabel: 'Linking', icon: 'link' }}
      onClose={onClose}
    >
      <p>The owner of this account will see everything about this shipment.</p>
      {from && <NewCode shipment={shipment} party={party} />}
      <TextField name="email" label="Account email" type="email" inputMode="email" autoComplete="off" required />
    </SchemaDialog>
  );
}

function UnlinkDialog({ shipment, party, onClose }: AccountDialogProps) {
  const change = useChangeAccount('The account was not unlinked');
  const [from] = useState(shipment[`${party}Id`] ?? undefined);
  return (
    <ConfirmChange
      change={change}
      input={{ id: shipment.id, party, from, email: null }}
      onClose={onClose}
      title={`Unlink ${party} account`}
      label="Unlink"
      pendingLabel="Unlinking"
      destructive
    >
      <p className="mb-4">The account will no longer see this shipment.</p>
      <NewCode shipment={shipment} party={party} />
    </ConfirmChange>
  );
}

function NewCode({ shipment, party }: Omit<AccountDialogProps, 'onClose'>) {
  const email = shipment[`${party}Email`];
  return (
    <p>
      The {party} code will stop working.{email && <> We’ll send a new one to {breakAroundAt(email)}.</>}
    </p>
  );
}
