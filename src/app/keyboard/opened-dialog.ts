import { createSignal } from '../../browser/create-signal.ts';

type AppDialog = 'menu' | 'palette' | 'keys';

let opened: AppDialog | null = null;
const changed = createSignal();

export function openDialog(dialog: AppDialog): void {
  opened = dialog;
  changed.notify();
}

export function closeDialog(): void {
  opened = null;
  changed.notify();
}

export const useOpenedDialog = (): AppDialog | null => changed.use(() => opened, null);
