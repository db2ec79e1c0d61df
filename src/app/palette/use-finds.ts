import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { failureReasonOf } from '../../api/calls/call-error.ts';
import { useOnline } from '../../browser/online-status.ts';
import { shiftDay } from '../../domain/day.ts';
import { formatCapped, searchTerm } from '../../domain/paged.ts';
import { PREVIEW_SIZE } from '../../domain/pagination.ts';
import { paths } from '../../domain/paths.ts';
import { may, type RestrictedCall } from '../../domain/roles.ts';
import { findTrackingId } from '../../domain/tracking-id.ts';
import type { User } from '../../domain/user.ts';
import { runsQuery } from '../../features/manage-runs/queries.ts';
import { courierRunQuery } from '../../outbox/courier-run.ts';
import { useIsSlow } from '../../ui/list/use-is-slow.ts';
import { placesOf } from '../navigation/places.ts';
import {
  type Find,
  findPlaces,
  findRuns,
  findShipments,
  findStops,
  findUsers,
  type Group,
  matching,
  shipmentKey,
} from './finds.ts';
import { findableOnDeviceQuery, findShipmentsQuery, findUsersQuery } from './queries.ts';

/** One letter would find everything. */
const MIN_LENGTH = 2;
const DEBOUNCE_MS = 200;
/** A word that is typed leaves a query for each pause. */
const gcTime = 60_000;

function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

interface Asked<Row> {
  data: { data: readonly Row[]; total: number } | undefined;
  error: Error | null;
  isFetching: boolean;
  isPlaceholderData: boolean;
}

const isUnanswered = ({ error }: { error: Error | null }) => error !== null && failureReasonOf(error) !== 'rejected';

export function useFinds(person: User | null, typed: string) {
  const term = searchTerm(typed.trim());
  const q = useDebounced(term);
  const maySee = (call: RestrictedCall) => person?.verified === true && may(person, call);
  const [seesAll, seesPeople, seesRuns] = [
    maySee('shipmentAdmin.getShipments'),
    maySee('userAdmin.getUsers'),
    maySee('runAdmin.list'),
  ];
  const isAsked = person?.verified === true && [...q].length >= MIN_LENGTH;
  const isOnline = useOnline();

  const asked = { enabled: isAsked, placeholderData: keepPreviousData, gcTime };
  const shipments = useQuery({ ...findShipmentsQuery(q, seesAll), ...asked });
  const users = useQuery({ ...findUsersQuery(q), ...asked, enabled: isAsked && seesPeople });
  const today = useQuery({ ...runsQuery(), enabled: seesRuns });
  const tomorrow = today.data && shiftDay(today.data.day, 1);
  const next = useQuery({ ...runsQuery(tomorrow), enabled: tomorrow !== undefined });
  const run = useQuery({ ...courierRunQuery, enabled: maySee('courier.getRun') });

  const queries = seesPeople ? [shipments, users] : [shipments];
  const isWaiting =
    isAsked && queries.some(({ data, isFetching, isPlaceholderData }) => isFetching && (!data || isPlaceholderData));
  const isLate = useIsSlow(isWaiting);
  const isOnDevice = isAsked && (!isOnline || isLate || queries.some(isUnanswered));
  const device = useQuery({ ...findableOnDeviceQuery, enabled: isOnDevice });
  const stored = isOnDevice ? device.data : undefined;

  /** Rows of an earlier word count only as far as they match this one. */
  function rowsOf<Row>(
    { data, isPlaceholderData }: Asked<Row>,
    onDevice: readonly Row[] | undefined,
    matches: (rows: readonly Row[], q: string) => readonly Row[],
  ): readonly Row[] {
    if ([...term].length < MIN_LENGTH) return [];
    if (data && !isPlaceholderData && q === term) return data.data;
    return matches([...(data?.data ?? []), ...(onDevice ?? [])], term);
  }
  /** Leads to the list itself if there are more. */
  function allOf({ data, isPlaceholderData }: Asked<unknown>, noun: string, to: string): Find[] {
    if (!data || isPlaceholderData || q !== term || data.total <= data.data.length) return [];
    return [{ key: `all ${noun}s`, icon: 'search', title: `All ${formatCapped(data.total, noun)} with “${q}”`, to }];
  }

  const ownRows = seesAll ? stored?.managed : stored?.own;
  const foundShipments = unique(findShipments(rowsOf(shipments, ownRows, matching.shipments), seesAll));
  const allRuns = [...(today.data?.runs ?? []), ...(next.data?.runs ?? []), ...(stored?.runs ?? [])];
  const trackingId = findTrackingId(typed);
  const isListed = foundShipments.some(({ key }) => trackingId && key === shipmentKey(trackingId));
  const exact: Find[] =
    trackingId && !isListed
      ? [
          {
            key: shipmentKey(trackingId),
            icon: 'package',
            title: seesAll ? 'Open this shipment' : 'Track this shipment',
            trackingId,
            to: seesAll ? null : paths.trackedShipment(trackingId),
          },
        ]
      : [];
  const groups: Group[] = [
    { title: 'Stops', finds: term && run.data ? findStops(run.data, term) : [] },
    { title: 'Tracking ID', finds: exact },
    { title: 'Pages', finds: findPlaces(placesOf(person), term) },
    { title: 'Runs', finds: term && seesRuns ? unique(findRuns(allRuns, term)) : [] },
    {
      title: 'Shipments',
      finds: [...foundShipments, ...(seesAll ? allOf(shipments, 'shipment', paths.manageShipments({ q })) : [])],
    },
    {
      title: 'People',
      finds: seesPeople
        ? [
            ...unique(findUsers(rowsOf(users, stored?.users, matching.users))),
            ...allOf(users, 'user', paths.manageUsers({ q })),
          ]
        : [],
    },
  ].filter(({ finds }) => finds.length > 0);

  const rejection = queries.find(({ error }) => error !== null && !isUnanswered({ error }))?.error;
  return {
    sought: soughtBy({ seesPeople, seesRuns, hasStops: run.data != null }),
    groups,
    isSearching: (isAsked || [...term].length >= MIN_LENGTH) && !stored && !rejection && (q !== term || isWaiting),
    isOnlyDevice: stored !== undefined,
    failure: rejection?.message,
  };
}

function soughtBy({ seesPeople, seesRuns, hasStops }: Record<'seesPeople' | 'seesRuns' | 'hasStops', boolean>): string {
  const nouns = [hasStops && !seesRuns && 'stop', 'shipment', seesPeople && 'person', seesRuns && 'run'].filter(
    Boolean,
  );
  const words = `${nouns.join(', ')} or page`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Keeps a few, each once. */
const unique = (finds: readonly Find[]) =>
  [...new Map(finds.map((find) => [find.key, find])).values()].slice(0, 2 * PREVIEW_SIZE);
