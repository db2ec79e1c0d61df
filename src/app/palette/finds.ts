import { formatDay } from '../../domain/day.ts';
import { matchesShipment, matchesUser } from '../../domain/list-match.ts';
import { paths } from '../../domain/paths.ts';
import type { CourierRun, RunSummary } from '../../domain/runs/views.ts';
import type { ShipmentStatus } from '../../domain/shipment-status.ts';
import { searchable } from '../../domain/text.ts';
import { fullName, type UserSummary } from '../../domain/user.ts';
import type { IconName } from '../../ui/icon.tsx';
import type { Place } from '../navigation/places.ts';
import { aliasOf } from './aliases.ts';
import type { FoundShipment } from './on-device.ts';

export interface Find {
  key: string;
  icon: IconName;
  title: string;
  trackingId?: string;
  /** A name, an address or a day. */
  note?: string;
  status?: ShipmentStatus;
  /** Null: the shipment with this tracking ID has to be looked up first. */
  to: string | null;
}

export interface Group {
  title: string;
  finds: readonly Find[];
}

function hasWords(text: string, typed: string): boolean {
  const words = searchable(text).split(/[^\p{L}\p{N}]+/u);
  return searchable(typed)
    .split(/\s+/)
    .every((wanted) => words.some((word) => word.startsWith(wanted)));
}

export const findPlaces = (places: readonly Place[], typed: string): Find[] =>
  places
    .filter(({ label, to }) => !typed || hasWords(`${label} ${aliasOf(to)}`, typed))
    // Its own name before what else it is called.
    .toSorted((one, other) => Number(hasWords(other.label, typed)) - Number(hasWords(one.label, typed)))
    .map(({ to, icon, label }) => ({ key: `page ${to}`, icon, title: label, to }));

export const findStops = ({ stops }: CourierRun, typed: string): Find[] =>
  stops
    .filter(({ name, address, tasks }) =>
      hasText([name, address, ...tasks.flatMap((task) => [task.trackingId, task.receiver ?? ''])], typed),
    )
    .map(({ id, sequence, name, address }) => ({
      key: `stop ${id}`,
      icon: 'map-pin-plus',
      title: `Stop ${sequence}: ${name}`,
      note: address,
      to: paths.courierStop(id),
    }));

const hasText = (texts: readonly string[], typed: string) =>
  texts.some((text) => searchable(text).includes(searchable(typed)));

export const findRuns = (runs: readonly RunSummary[], typed: string): Find[] =>
  runs
    .filter(({ name, courier, day }) => hasText([name, courier.name, day, formatDay(day)], typed))
    .map(({ id, name, courier, day }) => ({
      key: `run ${id}`,
      icon: 'truck',
      title: name,
      note: `${courier.name}, ${formatDay(day)}`,
      to: paths.manageRun(id),
    }));

export const shipmentKey = (trackingId: string) => `shipment ${trackingId}`;

export const findShipments = (rows: readonly FoundShipment[], seesAll: boolean): Find[] =>
  rows.map(({ id, trackingId, description, receiverName, status }) => ({
    key: shipmentKey(trackingId),
    icon: 'package',
    title: description,
    trackingId,
    ...(seesAll && receiverName && { note: receiverName }),
    status,
    to: seesAll ? paths.manageShipment(id) : paths.trackedShipment(trackingId),
  }));

export const findUsers = (rows: readonly UserSummary[]): Find[] =>
  rows.map((row) => ({
    key: `user ${row.id}`,
    icon: 'user',
    title: fullName(row),
    note: row.email,
    to: paths.manageUser(row.id),
  }));

export const matching = {
  shipments: (rows: readonly FoundShipment[], q: string) => rows.filter((row) => matchesShipment(row, { q })),
  users: (rows: readonly UserSummary[], q: string) => rows.filter((row) => matchesUser(row, { q })),
};
