const ROWS = 'main tbody tr, main li:has(a[data-row-link])';
const CHECK_BOX = 'input[type=checkbox]:not(:disabled)';
const CONTROLS = ['a[data-row-link]', CHECK_BOX, 'a[href], button:not(:disabled)'];

const controlOf = (row: Element): HTMLElement | undefined =>
  CONTROLS.flatMap((control) => row.querySelector<HTMLElement>(control) ?? [])[0];

/** Safari 16 has no `checkVisibility`. */
const isShown = (element: Element) => element.getClientRects().length > 0;

const currentRow = () => document.activeElement?.closest(ROWS);

export function moveInList(step: 1 | -1): void {
  const rows = [...document.querySelectorAll(ROWS)].filter((row) => isShown(row) && controlOf(row));
  const current = currentRow();
  const below = document.querySelector('.top')?.getBoundingClientRect().bottom ?? 0;
  const inView = () => rows.find((row) => row.getBoundingClientRect().top >= below) ?? rows[0];
  const row = current ? rows[rows.indexOf(current) + step] : inView();
  if (row) controlOf(row)?.focus();
}

export function selectRow(): void {
  currentRow()?.querySelector<HTMLElement>(CHECK_BOX)?.click();
}

/** A menu of what can be done with the row, or of its status. */
export function openRowMenu(): void {
  currentRow()?.querySelector<HTMLElement>('button[aria-haspopup]')?.click();
}

/** The first that there is counts: the selection’s, the unsaved work’s, or the page’s. */
const ACTS = ['.pick-bar', '.save-bar', '.actions', '.page-top'];
const ACT = ":is(a, button):is(.action, [class*='btn-']):not(:disabled, .btn-quiet)";

export function focusActs(): void {
  const acts = ACTS.flatMap((bar) => [...document.querySelectorAll<HTMLElement>(`main ${bar} ${ACT}`)]);
  acts.find(isShown)?.focus();
}

/** The row’s check box has the focus; a link opens by itself. */
export function openRow(): (() => void) | undefined {
  const link =
    document.activeElement?.matches(CHECK_BOX) && currentRow()?.querySelector<HTMLElement>(CONTROLS[0] ?? '');
  return link ? () => link.click() : undefined;
}

/** False if the page has no search. */
export function focusSearch(): boolean {
  const fields = ['main input[type=search]', 'main input[name=trackingId]']
    .flatMap((field) => [...document.querySelectorAll<HTMLInputElement>(field)])
    .filter((field) => isShown(field) && !field.disabled);
  fields[0]?.focus();
  fields[0]?.select();
  return fields.length > 0;
}
