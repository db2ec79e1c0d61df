/** A person who opens a link again within its hour sees the parcel without a network. */
import { hashOf } from '../../api/calls/hash-of.ts';
import { KEPT_GRANTS, readGrant, storeGrant } from '../../api/shipment-grants.ts';
import { localStore } from '../../browser/web-storage.ts';
import type { Grant } from '../../domain/shipment.ts';

const MAX_KEPT = 20;

const readKept = (): [string, Grant][] => {
  try {
    const all: [string, Grant | null][] = Object.entries(JSON.parse(localStore.getItem(KEPT_GRANTS) ?? '{}'));
    return all.filter((one): one is [string, Grant] => Date.parse(one[1]?.expiresAt ?? '') > Date.now());
  } catch {
    return [];
  }
};

/** '' on an insecure origin, which keeps none. */
const keyOf = (trackingId: string, code: string) => hashOf(`${trackingId} ${code}`).catch(() => '');

/** The key is a hash of its code, so that no other tab finds it without that. */
export async function keepGrant(trackingId: string, code: string, grant: Grant): Promise<void> {
  const key = await keyOf(trackingId, code);
  if (key === '') return;
  const others = readKept().filter(([one]) => one !== key);
  localStore.setItem(KEPT_GRANTS, JSON.stringify(Object.fromEntries([...others.slice(1 - MAX_KEPT), [key, grant]])));
}

/** This tab then has its grant. */
export async function reopen(trackingId: string, code: string): Promise<boolean> {
  const key = await keyOf(trackingId, code);
  const [, grant] = readKept().find(([one]) => one === key) ?? [];
  if (grant) storeGrant(trackingId, grant);
  return grant !== undefined && readGrant(trackingId) !== null;
}
