import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sendOnce } from '../../api/calls/idempotency.ts';
import { downloadPayoutFile, sendStatement } from '../../api/files/bank-files.ts';
import { useChange } from '../../api/use-change.ts';
import { useSend } from '../../api/use-send.ts';
import { saveFile } from '../../browser/save-file.ts';
import { formatPrice } from '../../config/currency.ts';
import type { BookedEntries } from '../../domain/banking.ts';
import { counted } from '../../domain/figures.ts';
import { toast } from '../../ui/toast/toast.ts';

/** What other people see changes with it, too, so all queries are asked again. */
function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries();
}

export function useSendStatement() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ file }: { file: File }) => sendStatement(file),
    onSuccess: refresh,
  });
}

function sayBooked({ booked, waits, problems }: BookedEntries): void {
  const [first] = problems;
  const waiting = waits > 0 ? `${counted(waits, 'payment')} to be approved by someone else.` : '';
  if (booked > 0) toast.success(`${counted(booked, 'payment')} booked`, waiting);
  if (first) toast.error(`${counted(problems.length, 'payment')} not booked`, first.message);
  if (booked === 0 && !first) toast.info('Someone else has booked this');
}

export function useBookEntries() {
  const refresh = useRefresh();
  return useSend('bankAdmin.book', { failed: 'Nothing was booked', onSuccess: sayBooked, onSettled: refresh });
}

export function useAssignEntry() {
  const refresh = useRefresh();
  return useSend('bankAdmin.assign', {
    onSuccess({ waits }) {
      if (waits) toast.info('Waits for approval', 'Another manager or accountant has to approve this.');
      else toast.success('1 payment booked');
    },
    onSettled: refresh,
  });
}

export function useSetAside() {
  const refresh = useRefresh();
  return useSend('bankAdmin.setAside', {
    failed: 'This was not changed',
    done: ({ aside }) => (aside ? 'Set aside' : 'Back in the list'),
    onSettled: refresh,
  });
}

async function savePayoutFile(id: string): Promise<void> {
  const file = await downloadPayoutFile(id);
  saveFile(file, `payouts-${id}.${file.type === 'text/csv' ? 'csv' : 'xml'}`);
}

export const useDownloadPayoutFile = () =>
  useChange({ mutationFn: savePayoutFile, failed: 'The file was not downloaded' });

export function useCreatePayoutFile() {
  const refresh = useRefresh();
  const create = sendOnce('bankAdmin.createPayoutFile');
  return useChange({
    async mutationFn() {
      const { id, waits } = await create();
      if (id) await savePayoutFile(id);
      return waits;
    },
    failed: 'No file was made',
    onSuccess(waits) {
      if (waits > 0) toast.info(`${counted(waits, 'withdrawal')} left out`, 'Someone else has to approve first.');
    },
    onSettled: refresh,
  });
}

export function useDiscardPayoutFile() {
  const refresh = useRefresh();
  return useSend('bankAdmin.discardPayoutFile', {
    onSuccess({ waits }) {
      if (waits) toast.info('Waits for approval', 'Another manager or accountant has to discard it, too.');
      else toast.success('File discarded', 'Its withdrawals can be in another file.');
    },
    failed: 'The file was not discarded',
    onSettled: refresh,
  });
}

export function useSettleHeld() {
  const refresh = useRefresh();
  return useSend('bankAdmin.settleHeld', {
    onSuccess({ waits, balance }) {
      if (waits) toast.info('Waits for approval', 'Another manager or accountant has to approve this.');
      else
        toast.success(
          'Saved',
          balance === undefined ? '' : `The balance of this account is now ${formatPrice(balance)}.`,
        );
    },
    failed: 'This was not saved',
    onSettled: refresh,
  });
}
