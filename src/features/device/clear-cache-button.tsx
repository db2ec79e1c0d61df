import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { clearCachedData } from '../../offline/cached-data.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { toast } from '../../ui/toast/toast.ts';

export function ClearCacheButton({ small = false, children }: { small?: boolean; children: ReactNode }) {
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const clear = useMutation({
    mutationFn: () => clearCachedData(client),
    onSuccess() {
      setAsking(false);
      toast.success('Cleared');
    },
  });
  return (
    <>
      <Button small={small} icon="trash-2" variant="destructive" onClick={() => setAsking(true)}>
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
        destructive
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
