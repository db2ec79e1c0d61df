/** Section 9: business constants and limits. */
import type { Group } from './row.ts';

const TRAVELS = 'tests/journeys/a-parcel-travels.spec.ts';
const CUSTOMERS = 'tests/journeys/customers.spec.ts';
const SHELL = 'tests/journeys/shell.spec.ts';
const DATES = 'src/domain/dates.test.ts';
const PAGINATION = 'src/domain/pagination.test.ts';

export const limits: Group[] = [
  {
    section: '9 toasts',
    shownBy: 'src/ui/toast/toast.test.ts',
    says: [
      { what: 'default duration 4000 ms', as: 4000, of: 'duration' },
      { what: '3 visible', as: 3, of: 'visible' },
      { what: 'width 356 px', as: 356, of: 'width' },
      { what: 'gap 14 px', as: 14, of: 'gap' },
      { what: 'offset 32 px', as: 32, of: 'offset' },
      { what: 'swipe threshold 20 px', as: 20, of: 'swipeThreshold' },
      { what: 'exit delay 200 ms', as: 200, of: 'exitDelay' },
      { what: 'hotkey Alt+T', as: 'Alt+T', of: 'hotkey' },
    ],
  },
  { section: '9 layout', shownBy: TRAVELS, says: [{ what: 'Header height 76 px', as: 76 }] },
  {
    section: '9 layout',
    shownBy: SHELL,
    says: [
      { what: 'mobile drawer 80vw wide', as: 0.8, of: 'width' },
      { what: 'mobile drawer max 320 px', as: 320, of: 'width' },
    ],
  },
  {
    section: '9 tracking',
    shownBy: TRAVELS,
    says: [{ what: 'Tracking lookup minimum loading delay 2000 ms', as: 2000 }],
  },
  {
    section: '9 pagination',
    shownBy: PAGINATION,
    says: [
      { what: 'page size 10 by default', as: 10, of: 'PAGE_SIZE' },
      { what: 'at most 5 page links', as: 5, of: 'MAX_PAGE_LINKS' },
      { what: 'allowance 2', as: 2, of: 'PAGE_ALLOWANCE' },
      { what: 'Page search parameter minimum 1', as: '0', of: 'parsePage' },
    ],
  },
  {
    section: '9 pagination',
    shownBy: CUSTOMERS,
    says: [
      { what: 'Dashboard lists pass an empty page object (incoming)', as: 'receiver', of: 'asked' },
      { what: 'Dashboard lists pass an empty page object (outgoing)', as: 'sender', of: 'asked' },
    ],
  },
  {
    section: '9 times',
    shownBy: CUSTOMERS,
    says: [{ what: 'Quote message shown 5000 ms', as: 5000, of: 'quote' }],
  },
  {
    section: '9 times',
    shownBy: 'src/domain/country.test.ts',
    says: [{ what: 'Countries cache 24 h', as: 86_400_000, of: 'COUNTRIES_LIFE' }],
  },
  {
    section: '9 times',
    shownBy: 'src/domain/withdrawal.test.ts',
    says: [{ what: 'Withdrawal processed within 24 hours', as: 24, of: 'WITHDRAWAL_HOURS' }],
  },
  {
    section: '9 times',
    shownBy: 'src/app/preload.test.ts',
    says: [{ what: 'Default preload stale time 0', as: 0, of: 'PRELOAD_STALE_TIME' }],
  },
  {
    section: '9 money',
    shownBy: 'src/domain/money.test.ts',
    says: [{ what: 'Money shown with $ prefix, 2 decimals', as: '$148.20' }],
  },
  {
    section: '9 money',
    shownBy: TRAVELS,
    says: [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a dollar sign and a placeholder
      { what: 'Payment of ${amount} required', as: 'Payment of $148.20 required' },
      { what: 'plus the bill summary', as: 'Import duty and handling' },
    ],
  },
  {
    section: '9 dates',
    shownBy: DATES,
    says: [
      { what: 'list shows a date string', as: 'Mon Nov 16 2026', of: 'formatListDate' },
      { what: 'EEEE dd/MM/yyyy - hh:mm a', of: 'ACTIVITY_DATE_FORMAT' },
      { what: 'EEEE dd/MM/yyyy', of: 'INVOICE_DATE_FORMAT' },
    ],
  },
  {
    section: '9 carousel',
    shownBy: 'tests/journeys/images.spec.ts',
    says: [{ what: 'Carousels loop', as: '3 of 3', of: '1 of 3' }],
  },
];
