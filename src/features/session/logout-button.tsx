import { useState } from 'react';
import { readUnsavedNote } from '../../offline/restart-app.ts';
import { UnsentWarning } from '../../outbox/unsent-warning.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { useLogout } from './mutations.ts';

export function LogoutButton({ onDone }: { onDone: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const logout = useLogout(onDone);
  return (
    <>
      <Button icon="log-out" onClick={() => setAsking(true)}>
        Logout
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => logout.mutate()}
        title="Logout"
        confirmLabel="Continue"
        pending={logout.isPending}
        pendingLabel="Logging out"
      >
        Are you sure you want to logout? {readUnsavedNote()}
        <UnsentWarning />
      </ConfirmDialog>
    </>
  );
}
