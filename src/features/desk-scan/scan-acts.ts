import { listRunsToFill, nameRunToFill } from '../../domain/runs/runs-to-fill.ts';
import type { RunList } from '../../domain/runs/views.ts';
import { statusLabel } from '../../domain/shipment-status.ts';
import type { ScanInput } from '../../outbox/kinds.ts';
import type { IconName } from '../../ui/icon.tsx';
import { scanTitle } from '../shipments/outbox-labels.tsx';
import type { ScanAct, ScanSettings } from './scan-session.ts';

export const ACT_STYLE: Record<ScanAct, { label: string; icon: IconName }> = {
  receive: { label: 'Receive', icon: 'warehouse' },
  status: { label: 'Status', icon: 'refresh-cw' },
  place: { label: 'Place', icon: 'map-pin-plus' },
  sort: { label: 'Sort', icon: 'truck' },
  run: { label: 'Add to run', icon: 'route' },
  label: { label: 'Print label', icon: 'printer' },
  open: { label: 'Open', icon: 'package-open' },
};

export interface RunToFill {
  id: string;
  name: string;
}

export const runsToFill = (list: RunList | undefined): RunToFill[] =>
  list ? listRunsToFill(list).map((run) => ({ id: run.id, name: nameRunToFill(run, list.day) })) : [];

/** What is sent for each scan; null if nothing is. */
export function inputOf({ act, status, address, comment, emails, runId }: ScanSettings): ScanInput | null {
  const place = { address: address.trim(), comment: comment.trim() };
  switch (act) {
    case 'receive':
      return { act, address: place.address, ...(emails && { emails }) };
    case 'status':
      return { act, status };
    case 'place':
      return { act, ...place };
    case 'run':
      return { act, runId };
    default:
      return null;
  }
}

/** What still has to be chosen; null if nothing. */
export function missingIn({ act, address, comment, runId }: ScanSettings, runs: readonly RunToFill[]): string | null {
  const place = act === 'receive' ? address : `${address}${comment}`;
  if ((act === 'receive' || act === 'place') && place.trim() === '') return 'Enter a place first.';
  if (act === 'run' && !runs.some(({ id }) => id === runId)) return 'Choose a run first.';
  return null;
}

/** What a scan does, in a few words. */
export function titleOf(settings: ScanSettings, runs: readonly RunToFill[]): string {
  const { act, status, address, comment, runId } = settings;
  const place = address.trim() || comment.trim();
  switch (act) {
    case 'receive':
      return scanTitle({ act, address: address.trim() });
    case 'status':
      return statusLabel(status);
    case 'place':
      return place;
    case 'run':
      return runs.find(({ id }) => id === runId)?.name ?? '';
    default:
      return '';
  }
}
