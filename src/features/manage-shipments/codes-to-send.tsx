import type { ManagedShipment, Party } from '../../domain/shipment.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useMay } from '../session/use-may.ts';
import { useSendCode } from './mutations.ts';

export function CodesToSend({ shipment }: { shipment: ManagedShipment }) {
  return shipment.codeless?.map((party) => <CodeToSend key={party} shipment={shipment} party={party} />);
}

function CodeToSend({ shipment, party }: { shipment: ManagedShipment; party: Party }) {
  const may = useMay();
  const send = useSendCode();
  const email = shipment[`${party}Email`];
  return (
    <Notice tone="warn" icon="key-round" title={`The ${party} has no private code`}>
      <p>
        Someone at the desk changed how we reach them:{' '}
        <b className="break-anywhere">
          {[email, party === 'receiver' && shipment.receiverPhone].filter(Boolean).join(', ')}
        </b>
        .{' '}
        {may('shipmentAdmin.sendCode')
          ? 'Check it, then send a code. An account with this email will be linked.'
          : 'A manager has to check it and send a code.'}
      </p>
      {may('shipmentAdmin.sendCode') && (
        <Button
          small
          icon="mail"
          className="mt-3"
          pending={send.isPending}
          pendingLabel="Sending"
          onClick={() => send.mutate({ id: shipment.id, party, email, phone: shipment[`${party}Phone`] })}
        >
          Send code
        </Button>
      )}
    </Notice>
  );
}
