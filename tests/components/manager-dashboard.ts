import type { Api } from './api.ts';
import { onePage } from './shipments.ts';

export const EMPTY_DASHBOARD = {
  shipmentAdmin: { getShipments: () => onePage([]) },
  userAdmin: { getUsers: () => onePage([]) },
  recordsAdmin: { getCheck: () => null },
  deskAdmin: { getWork: () => ({ work: [], days: [] }) },
  runAdmin: { exceptions: () => [], list: () => ({ day: '2026-11-16', runs: [] }) },
} satisfies Api;
