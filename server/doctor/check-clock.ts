import type { Environment } from '../base/config/env.ts';
import type { Finding } from './finding.ts';

export const MAX_CLOCK_DIFFERENCE_MS = 5_000;
const TIMEOUT_MS = 5_000;

export async function checkClock({ PUSH_SERVICES }: Environment): Promise<Finding[]> {
  const service = PUSH_SERVICES.find((origin) => !origin.includes('*'));
  if (!service) return [];
  const before = Date.now();
  const request = { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) } as const;
  const response = await fetch(service, request).catch(() => null);
  const date = Date.parse(response?.headers.get('date') ?? '');
  const difference = date - (before + Date.now()) / 2;
  if (Number.isNaN(date) || Math.abs(difference) < MAX_CLOCK_DIFFERENCE_MS) return [];
  return [clockFinding(difference, `that of ${new URL(service).host}`)];
}

export function clockFinding(difference: number, other: string): Finding {
  const seconds = Math.round(Math.abs(difference) / 1000);
  const what = `This machine’s clock is ${seconds} seconds ${difference > 0 ? 'behind' : 'ahead of'} ${other}.`;
  return { about: 'Clock', what, mend: 'Turn on NTP here and at the database: timedatectl set-ntp true.' };
}
