import { createSignal } from '../../../browser/create-signal.ts';
import { localStore } from '../../../browser/web-storage.ts';
import { PAGE_SIZES, type PageSize } from '../../../domain/pagination.ts';
import { readDeviceUser } from '../../../offline/device-user.ts';

const changed = createSignal();
const keyOf = () => `rows ${readDeviceUser()}`;

/** What this person has chosen on this device; undefined for the usual size. */
export function readRowsPerPage(): PageSize | undefined {
  const stored = Number(localStore.getItem(keyOf()));
  return PAGE_SIZES.slice(1).find((size) => size === stored);
}

/** For managers' lists. */
export function useRowsPerPage(): PageSize | undefined {
  return changed.use(readRowsPerPage, undefined);
}

export function setRowsPerPage(size: PageSize): void {
  localStore.setItem(keyOf(), String(size));
  changed.notify();
}
