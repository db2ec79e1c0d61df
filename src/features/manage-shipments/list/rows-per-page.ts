import { createSignal } from '../../../browser/create-signal.ts';
import { isDesk } from '../../../browser/density.ts';
import { localStore } from '../../../browser/web-storage.ts';
import { FIRST_PAGE } from '../../../domain/paged.ts';
import { PAGE_SIZE, PAGE_SIZES, type PageSize } from '../../../domain/pagination.ts';
import { readDeviceUser } from '../../../offline/device-user.ts';

const changed = createSignal();
const keyOf = () => `rows ${readDeviceUser()}`;

/** Fills a screen of the desk. */
const AT_DESK = 25;

/** What this person has chosen on this device; undefined for ten. */
export function readRowsPerPage(): PageSize | undefined {
  const stored = Number(localStore.getItem(keyOf()));
  const size = PAGE_SIZES.find((one) => one === stored) ?? (isDesk() ? AT_DESK : PAGE_SIZE);
  return size === PAGE_SIZE ? undefined : size;
}

/** For managers' lists. */
export function useRowsPerPage(): PageSize | undefined {
  return changed.use(readRowsPerPage, undefined);
}

export function setRowsPerPage(size: PageSize): void {
  localStore.setItem(keyOf(), String(size));
  changed.notify();
}

/** What the list of shipments begins with here. */
export const firstPage = () => ({ ...FIRST_PAGE, size: readRowsPerPage() });
