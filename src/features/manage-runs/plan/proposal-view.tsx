import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { serverErrorOf } from '../../../api/calls/call-error.ts';
import { site } from '../../../config/site.ts';
import { formatDay } from '../../../domain/day.ts';
import { counted, grouped } from '../../../domain/figures.ts';
import { paths } from '../../../domain/paths.ts';
import { MAX_REACH_KM } from '../../../domain/places/reach.ts';
import { earlierStart } from '../../../domain/routing/order-on-time.ts';
import { MAX_PLANNED, type NotPlannedReason, type PlannedDoor, type RunPlan } from '../../../domain/routing/plan.ts';
import type { Minutes } from '../../../domain/routing/stop-to-order.ts';
import { clockOf, nowOn } from '../../../domain/routing/stops-to-order.ts';
import { MAX_TASKS } from '../../../domain/runs/facts.ts';
import type { RunVersion } from '../../../domain/runs/manage.ts';
import { formatHours, formatNextDay, isPast } from '../../../domain/time-window.ts';
import { formatRoughly } from '../../../domain/windows/pace.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { LeaveGuard } from '../../../ui/dialog/leave-guard.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Verbatim } from '../../../ui/verbatim.tsx';
import { type Decision, ToDecideNotice } from '../../run-pool/to-decide-notice.tsx';
import { formatKm, formatKnown } from '../order/suggestion-notice.tsx';
import { runsQuery } from '../queries.ts';
import { ReleaseAll } from '../release-all.tsx';
import { useCancelRuns, useCreateRuns } from './mutations.ts';
import { type Limits, ProposalTable } from './proposal-table.tsx';
import {
  countDoors,
  listDistricts,
  loadOf,
  nameLoad,
  nameRun,
  type Proposal,
  partedDoors,
  type Share,
  useProposal,
} from './use-proposal.ts';

/** A proposal that can be changed, and then becomes runs, all or none. */
export function ProposalView({ plan, limits, onCreated }: { plan: RunPlan; limits: Limits; onCreated: () => void }) {
  const proposal = useProposal(plan);
  const create = useCreateRuns();
  const { data: runs } = useQuery(runsQuery(plan.day));
  const [created, setCreated] = useState<RunVersion[] | null>(null);
  const { toDecide } = serverErrorOf(create.error);
  const filled = proposal.shares.filter(({ courier, doors }) => courier && doors.length > 0);

  function submit({ without = [], despite }: Decision = {}) {
    const taken = (runs?.runs ?? []).map(({ name }) => name);
    const wanted = filled.flatMap(({ courier, doors }) => {
      const { shipmentIds, ...more } = loadOf(doors, without);
      if (!courier || (shipmentIds.length === 0 && !more.collections)) return [];
      const name = nameRun(proposal.districtsOf({ doors }), taken);
      taken.push(name);
      return [{ name, courierId: courier.id, shipmentIds, ...more }];
    });
    if (wanted.length === 0) return create.reset();
    create.mutate(
      { day: plan.day, runs: wanted, ...(despite && { despite }) },
      {
        onSuccess(versions) {
          setCreated(versions);
          onCreated();
        },
      },
    );
  }

  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);

  return (
    <section aria-labelledby="proposal" className="stack gap-4 mt-4">
      <h2 id="proposal" ref={title} tabIndex={-1}>
        Proposal for {formatDay(plan.day)}
      </h2>
      {created ? (
        <Created day={plan.day} runs={created} onUndone={() => setCreated(null)} />
      ) : (
        <>
          <p className="tabular-nums">{describePlan(plan, filled)}</p>
          <NotPlanned plan={plan} proposal={proposal} limits={limits} />
          <LateDoors plan={plan} shares={filled} />
          <PartedDoors shares={proposal.shares} />
          <ProposalTable proposal={proposal} limits={limits} />
          <ToDecideNotice shipments={toDecide} pending={create.isPending} onDecide={submit} />
          {create.failure && toDecide.length === 0 && (
            <Notice tone="bad" title={create.failure.title} live>
              {create.failure.message}
            </Notice>
          )}
          <div className="row">
            {filled.length > 0 && (
              <Button
                variant="primary"
                icon="check"
                className="max-sm:w-full"
                pending={create.isPending}
                pendingLabel="Creating"
                disabled={proposal.move.isPending}
                onClick={({ detail }) => detail < 2 && submit()}
              >
                Create {counted(filled.length, 'run')}
              </Button>
            )}
            {proposal.undo && (
              <Button icon="undo-2" className="max-sm:w-full" disabled={create.isPending} onClick={proposal.undo}>
                Undo move
              </Button>
            )}
          </div>
          <LeaveGuard when={proposal.isChanged} isKeptInPanels>
            The districts you moved will be lost.
          </LeaveGuard>
        </>
      )}
    </section>
  );
}

const hoursIn = ({ from, until }: Minutes): string => formatHours({ from: clockOf(from), until: clockOf(until) });

function describePlan({ placed, about, doors }: RunPlan, filled: readonly Share[]): string {
  const { stops, ...load } = countDoors(filled.flatMap((share) => share.doors));
  const km = filled.reduce((sum, share) => sum + (share.km ?? 0), 0);
  const way = filled.some((share) => share.km === null) || filled.length === 0 ? '' : `, about ${formatKm(km)} km`;
  const known = placed === doors.length ? '' : ` ${formatKnown({ placed, about, of: doors.length })}`;
  return `${nameLoad(load)} at ${counted(stops, 'stop')} for ${counted(filled.length, 'courier')}${way}.${known}`;
}

const WHY_NOT_PLANNED: Record<NotPlannedReason, (shipments: string, isOne: boolean) => string> = {
  'to-decide': (shipments, isOne) => `${shipments} ${isOne ? 'needs' : 'need'} a decision first.`,
  announced: (shipments, isOne) => `${shipments} ${isOne ? 'is' : 'are'} announced, but not here yet.`,
  'other-day': (shipments) => `${shipments} can’t be delivered on this day.`,
  'in-run': (shipments, isOne) => `${shipments} ${isOne ? 'is' : 'are'} in a run already.`,
  ended: (shipments, isOne) => `${shipments} ${isOne ? 'is' : 'are'} delivered or cancelled.`,
  deleted: (shipments, isOne) => `${shipments} no longer ${isOne ? 'exists' : 'exist'}.`,
  'too-many': (shipments, isOne) =>
    `${shipments} ${isOne ? 'is' : 'are'} left for another plan: one takes ${grouped(MAX_PLANNED)}, the oldest first.`,
};

function NotPlanned({ plan, proposal, limits }: { plan: RunPlan; proposal: Proposal; limits: Limits }) {
  const reasons = new Map(plan.left.map(({ doorId, reason }) => [doorId, reason]));
  const leftOut = proposal.shares.find(({ courier }) => courier === null)?.doors ?? [];
  const why = {
    stops: `a courier gets ${counted(limits.maxStops ?? MAX_TASKS, 'stop')} at most.`,
    minutes: `no day may be longer than ${formatRoughly(limits.maxMinutes ?? 0)}.`,
    hours: 'the couriers’ usual hours are full.',
    room: 'the vans have no more room.',
    area: 'no courier’s area has their postcode.',
    parcels: `a run takes ${MAX_TASKS} parcels.`,
    abroad: 'in another country: ',
    far: `over ${MAX_REACH_KM} km away: `,
    collection: 'their collection is in another run, or in none.',
    moved: 'you left them out.',
  };
  const sentences = (Object.keys(why) as (keyof typeof why)[]).flatMap((reason) => {
    const doors = leftOut.filter(({ id }) => (reasons.get(id) ?? 'moved') === reason);
    const { stops, parcels, collections } = countDoors(doors);
    const isOne = parcels + collections === 1;
    const fit = isOne ? 'doesn’t fit' : 'don’t fit';
    const what = `${nameLoad({ parcels, collections })} at ${counted(stops, 'stop')}`;
    if (parcels + collections === 0) return [];
    const toCollect = doors.flatMap(({ collection, window }) =>
      collection ? `${collection.party}${window ? `, ${hoursIn(window)}` : ''}` : [],
    );
    const named = toCollect.length > 0 ? ` To collect: ${toCollect.join('; ')}.` : '';
    if (reason === 'abroad' || reason === 'far') {
      const places = listDistricts(proposal.districtsOf({ doors })).join(', ');
      return [`${what} ${isOne ? 'is' : 'are'} ${why[reason]}${places}.${named}`];
    }
    return [`${what} ${reason === 'moved' ? 'stay without a run' : fit}: ${why[reason]}${named}`];
  });
  for (const { reason, count } of plan.notPlanned) {
    const next = reason === 'other-day' ? formatNextDay(plan.nextDay) : '';
    sentences.push(`${WHY_NOT_PLANNED[reason](counted(count, 'shipment'), count === 1)}${next}`);
  }
  if (sentences.length === 0) return null;
  return (
    <Notice tone="warn" title="Not everything is planned" live>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** Lists the stops whose window is missed, and what it would take to keep it. */
function LateDoors({ plan: { day, depot, nextDay }, shares }: { plan: RunPlan; shares: readonly Share[] }) {
  const isOver = ({ window }: PlannedDoor) =>
    window !== undefined && isPast({ until: clockOf(window.until) }, day, site.timeZone);
  const late = shares.flatMap((share) => {
    const { courier, doors, startAt } = share;
    const missed = (share.late ?? []).flatMap(({ id, minutes }) => {
      const door = doors.find((one) => one.id === id);
      return door ? [{ door, minutes }] : [];
    });
    const start =
      missed.length > 0
        ? earlierStart(
            doors.filter((door) => !isOver(door)),
            { depot, end: depot, startAt },
            nowOn(day, site.timeZone),
          )
        : null;
    const takes =
      start === null ? 'It takes another courier.' : `It takes a start at ${clockOf(start)}, or another courier.`;
    return missed.map(({ door, minutes }) => ({ door, minutes, courier, takes }));
  });
  if (late.length === 0) return null;
  return (
    <Notice tone="warn" title={`${counted(late.length, 'stop')} can’t be reached in time`} live>
      <ul>
        {late.map(({ door, minutes, courier, takes }) => (
          <li key={door.id}>
            <Verbatim>{door.address}</Verbatim>
            {door.window && `, ${hoursIn(door.window)}`}:{' '}
            {isOver(door) ? (
              `these hours are over.${formatNextDay(nextDay)}`
            ) : (
              <>
                about {formatRoughly(minutes)} late with <Verbatim>{courier?.name ?? ''}</Verbatim>. {takes}
              </>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function PartedDoors({ shares }: { shares: readonly Share[] }) {
  const parted = partedDoors(shares);
  if (parted.length === 0) return null;
  return (
    <Notice tone="warn" title={`${counted(parted.length, 'stop')} without the pickup before`} live>
      <ul>
        {parted.map(({ door: { id, address, direct }, courier, collection: { id: from, party }, collector }) => (
          <li key={`${id} ${from}`}>
            <Verbatim>{courier.name}</Verbatim> can’t deliver {counted(direct?.pieces ?? 1, 'parcel')} to{' '}
            <Verbatim>{address}</Verbatim>: <Verbatim>{collector?.name ?? 'nobody'}</Verbatim> collects at{' '}
            <Verbatim>{party}</Verbatim>.
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Created({ day, runs, onUndone }: { day: string; runs: RunVersion[]; onUndone: () => void }) {
  const cancel = useCancelRuns();
  return (
    <Notice
      tone="good"
      title={`${counted(runs.length, 'run')} created`}
      live
      action={
        <div className="row gap-3">
          <ReleaseAll day={day} small />
          <ButtonLink small icon="truck" to={paths.manageRuns({ day })}>
            Show runs
          </ButtonLink>
          <Button
            small
            variant="quiet"
            icon="undo-2"
            pending={cancel.isPending}
            pendingLabel="Undoing"
            onClick={() => cancel.mutate({ runs }, { onSuccess: onUndone })}
          >
            Undo
          </Button>
        </div>
      }
    >
      Couriers see them once you release them.
      {cancel.failure && <p className="field-error">{cancel.failure.message}</p>}
    </Notice>
  );
}
