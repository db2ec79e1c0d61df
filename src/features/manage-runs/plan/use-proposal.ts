import { useState } from 'react';
import { useChange } from '../../../api/use-change.ts';
import { counted } from '../../../domain/figures.ts';
import { groupRows } from '../../../domain/group-rows.ts';
import { compareText } from '../../../domain/places/parse-address.ts';
import { dayLength } from '../../../domain/routing/order-on-time.ts';
import {
  type DistrictName,
  districtsOf,
  doorToPlan,
  type PlannedDoor,
  type RunPlan,
} from '../../../domain/routing/plan.ts';
import { minutesOf, mostAboard, newBlock } from '../../../domain/routing/planned-tour.ts';
import { orderInWorker } from '../order/order-in-worker.ts';

/** A number still fits after it. */
const MAX_NAME = 90;

/** One courier gets these doors, or nobody. */
export interface Share extends Partial<Pick<RunPlan['tours'][number], 'startAt' | 'room' | 'maxMinutes' | 'late'>> {
  courier: { id: string; name: string } | null;
  doors: readonly PlannedDoor[];
  km: number | null;
  minutes: number;
}

export interface District extends DistrictName {
  doors: readonly PlannedDoor[];
  stops: number;
  parcels: number;
}

export type Proposal = ReturnType<typeof useProposal>;

interface Move {
  districts: readonly string[];
  from: string | null;
  to: string | null;
}

export const idOf = ({ courier }: Share): string | null => courier?.id ?? null;

export const countDoors = (doors: readonly PlannedDoor[]) => ({
  stops: doors.reduce((sum, { stops }) => sum + stops, 0),
  parcels: doors.reduce((sum, { shipmentIds, parcels = shipmentIds.length }) => sum + parcels, 0),
  collections: doors.filter(({ collection }) => collection).length,
});

export const countAboard = (doors: readonly PlannedDoor[]) =>
  mostAboard(doors.map((door) => newBlock([doorToPlan(door)], undefined)));

/** `4 parcels and 1 collection`. */
export function nameLoad({
  parcels,
  collections,
}: Pick<ReturnType<typeof countDoors>, 'parcels' | 'collections'>): string {
  if (collections === 0) return counted(parcels, 'parcel');
  return [...(parcels > 0 ? [counted(parcels, 'parcel')] : []), counted(collections, 'collection')].join(' and ');
}

export function loadOf(doors: readonly PlannedDoor[], without: readonly string[] = []) {
  const shipmentIds: string[] = [];
  const collections: { id: string; after: number }[] = [];
  for (const door of doors) {
    if (door.collection) collections.push({ id: door.collection.id, after: shipmentIds.length });
    shipmentIds.push(...door.shipmentIds.filter((id) => !without.includes(id)));
  }
  return { shipmentIds, ...(collections.length > 0 && { collections }) };
}

/** Another courier, or nobody, has the pickup that these doors wait for. */
export const partedDoors = (shares: readonly Share[]) =>
  shares.flatMap(({ courier: collector, doors }) =>
    doors.flatMap(({ collection, before = [] }) =>
      shares.flatMap(({ courier, doors: others }) =>
        !collection || !courier || courier === collector
          ? []
          : others.flatMap((door) => (before.includes(door.id) ? [{ door, courier, collection, collector }] : [])),
      ),
    ),
  );

/** A manager changes the plan by moving districts. */
export function useProposal(plan: RunPlan) {
  // The last one is shown.
  const [versions, setVersions] = useState(() => [sharesOf(plan)]);
  const shares = versions.at(-1) ?? [];
  const districts = districtsOf(plan.doors, plan.tours.length);
  const nameOf = ({ id }: PlannedDoor) => districts.get(id)?.name ?? '';

  const move = useChange({
    failed: 'Nothing was moved',
    meta: { skipsRefetch: true },
    async mutationFn({ districts: names, from, to }: Move) {
      const isMoved = (door: PlannedDoor) => names.includes(nameOf(door));
      const moved = shares.find((share) => idOf(share) === from)?.doors.filter(isMoved) ?? [];
      return Promise.all(
        shares.map((share) => {
          if (idOf(share) === from)
            return order({ ...share, doors: share.doors.filter((door) => !isMoved(door)) }, plan);
          return idOf(share) === to ? order({ ...share, doors: [...share.doors, ...moved] }, plan) : share;
        }),
      );
    },
    onSuccess: (next) => setVersions([...versions, next]),
  });

  return {
    shares,
    move,
    districtsOf({ doors }: Pick<Share, 'doors'>): District[] {
      const found = [...groupRows(doors, nameOf).values()].flatMap((own) => {
        const district = districts.get(own[0]?.id ?? '');
        return district ? [{ ...district, doors: own, ...countDoors(own) }] : [];
      });
      return found.toSorted((one, other) => compareText(one.name, other.name));
    },
    isChanged: versions.length > 1,
    undo: versions.length > 1 && !move.isPending ? () => setVersions(versions.slice(0, -1)) : undefined,
  };
}

/** Returns `Kungälv 442 30–34, 444 40` with a town once. */
export function listDistricts(districts: readonly District[]): string[] {
  return districts.map(({ name, town, codes }, index) =>
    town !== '' && town === districts[index - 1]?.town ? codes : name,
  );
}

/** The district with most parcels names it, unless another run has that name. */
export function nameRun(districts: readonly District[], taken: readonly string[]): string {
  const [most, ...rest] = districts.toSorted((one, other) => other.parcels - one.parcels);
  const name = `${most?.name || 'Run'}${rest.length > 0 ? ` +${rest.length}` : ''}`.slice(0, MAX_NAME);
  let free = name;
  for (let number = 2; taken.includes(free); number += 1) free = `${name} (${number})`;
  return free;
}

function sharesOf({ doors, tours, left }: RunPlan): Share[] {
  const known = new Map(doors.map((door) => [door.id, door]));
  const read = (ids: readonly string[]) => ids.flatMap((id) => known.get(id) ?? []);
  return [
    ...tours.map(({ doorIds, ...tour }) => ({ ...tour, doors: read(doorIds) })),
    { courier: null, doors: read(left.map(({ doorId }) => doorId)), km: null, minutes: 0 },
  ];
}

async function order(share: Share, { depot }: RunPlan): Promise<Share> {
  if (!share.courier) return share;
  const hours = { depot, end: depot, startAt: share.startAt };
  const { ids, kmThen: km, late } = await orderInWorker({ stops: [...share.doors], options: hours });
  const doors = ids.flatMap((id) => share.doors.find((door) => door.id === id) ?? []);
  const minutes = minutesOf(countDoors(doors).stops, km);
  const isTimed = doors.some(({ window }) => window);
  return { ...share, doors, km, minutes: isTimed ? Math.max(minutes, dayLength(doors, hours)) : minutes, late };
}
