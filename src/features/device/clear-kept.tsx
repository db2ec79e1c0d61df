import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { clearKept } from '../../offline/kept.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { toast } from '../../ui/toast/toast.ts';

interface ClearKeptProps {
  small?: boolean;
  /** Explains the consequences. */
  children: ReactNode;
}

/** Clears what this device has cached, after asking. */
export function ClearKept({ small = false, children }: ClearKeptProps) {
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const clear = useMutation({
    mutationFn: () => clearKept(client),
    onSuccess() {
      setAsking(false);
      toast.good('Cleared');
    },
  });
  return (
    <>
      <Button small={small} icon="trash-2" variant="bad" onClick={() => setAsking(true)}>
        Clear
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => clear.mutate()}
        title="Clear this device"
        confirmLabel="Clear"
        pending={clear.isPending}
        pendingLabel="Clearing"
        bad
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
