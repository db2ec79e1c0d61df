import { lazyNamed } from '../../browser/loading/lazy-named.ts';

/** Loaded on demand: no page needs bar codes to be shown. */
export const PrintDialog = lazyNamed(() => import('./print-dialog.tsx'), 'PrintDialog');

export const FOR_SHIPMENTS = ['labels', 'handover', 'missed-cards'] as const;
