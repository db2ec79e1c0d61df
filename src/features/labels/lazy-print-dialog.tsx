import { lazy } from 'react';

/** Loaded on demand: no page needs bar codes to be shown. */
export const PrintDialog = lazy(async () => ({ default: (await import('./print-dialog.tsx')).PrintDialog }));

export const FOR_SHIPMENTS = ['labels', 'handover', 'missed-cards'] as const;
