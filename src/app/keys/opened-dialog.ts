import { useLocation } from 'react-router-dom';
import { createSignal } from '../../browser/create-signal.ts';

type AppDialog = 'menu' | 'palette' | 'keys';

/** `at`: the history entry it was opened on; leaving that closes it. */
let opened: { dialog: AppDialog; at: string } | null = null;
const changed = createSignal();

export function openDialog(dialog: AppDialog): void {
  opened = { dialog, at: history.state?.key ?? 'default' };
  changed.notify();
}

export function closeDialog(): void {
  opened = null;
  changed.notify();
}

export function useOpenedDialog(): AppDialog | null {
  const { key } = useLocation();
  const current = changed.use(() => opened, null);
  return current?.at === key ? current.dialog : null;
}
