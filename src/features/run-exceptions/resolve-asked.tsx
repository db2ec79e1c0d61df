import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ASKED_WORK, type AskedWork } from '../../domain/work.ts';
import { Button } from '../../ui/button.tsx';
import { openExceptionsQuery } from './queries.ts';
import { ResolveDialog } from './resolve-dialog.tsx';

interface ResolveAskedProps {
  shipment: { id: string; trackingId: string };
  work: AskedWork;
}

/** In a row of such work. */
export function ResolveAsked({ shipment: { id, trackingId }, work }: ResolveAskedProps) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({ ...openExceptionsQuery(id), enabled: isOpen });
  const exception = data?.find(({ kind }) => kind === ASKED_WORK[work]);
  return (
    <>
      <Button small icon="check" aria-label={`Resolve ${trackingId}`} onClick={() => setOpen(true)}>
        Resolve
      </Button>
      {isOpen && exception && <ResolveDialog exception={exception} onClose={() => setOpen(false)} />}
    </>
  );
}
