import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { serverErrorOf } from '../../api/calls/call-error.ts';
import { giveFeedback, type Signal } from '../../browser/feedback.ts';
import { usePageVisit } from '../../browser/use-page-visit.ts';
import { formatClock } from '../../domain/dates.ts';
import { texts } from '../../domain/errors.ts';
import { parseToken } from '../../domain/handover.ts';
import { paths } from '../../domain/paths.ts';
import { nameRunToFill } from '../../domain/runs/runs-to-fill.ts';
import { statusLabel } from '../../domain/shipment-status.ts';
import { type LabelCode, normalizeTrackingId, readLabelCode, TRACKING_ID_LENGTH } from '../../domain/tracking-id.ts';
import { readDeviceUser } from '../../offline/device-user.ts';
import { outbox } from '../../outbox/device-outbox.ts';
import type { ScanInput } from '../../outbox/kinds.ts';
import type { Moment } from '../../outbox/outbox-actions.ts';
import { isScan, type ScanRow } from '../../outbox/outbox-row.ts';
import { useOutbox } from '../../outbox/outbox-view.ts';
import { toast } from '../../ui/toast/toast.ts';
import { comingRunsQuery, sortMapQuery } from '../manage-runs/queries.ts';
import { findManagedShipment } from '../manage-shipments/queries.ts';
import { useHandScanner } from '../scan/hand-scanner.ts';
import { scanTitle } from '../shipments/outbox-labels.tsx';
import { type KnownShipment, knownShipmentsQuery } from './queries.ts';
import { saveScan } from './save-scans.ts';
import { inputOf, missingIn, runsToFill, titleOf } from './scan-acts.ts';
import {
  addEntry,
  addParcel,
  adopt,
  findEarlier,
  getSession,
  markSaved,
  markUndone,
  nameReceivers,
  purposeOf,
  removeEntries,
  type ScanAct,
  type ScanEntry,
  whenOpen,
} from './scan-session.ts';

/** The same label is still in front of the scanner until then. */
const SAME_LABEL_MS = 3_000;

export interface SortSpot {
  van: string;
  courier: string;
  stop: number;
  zone: string;
  /** Unless it is today. */
  day?: string;
}

export interface Shown {
  signal: Signal;
  word: string;
  text?: string | undefined;
  trackingId?: string;
  receiver?: string;
  entryId?: string;
  scanned?: number;
  spot?: SortSpot;
}

export function useScanning(act: ScanAct) {
  const client = useQueryClient();
  // An act that doesn’t need it would fetch it again after each scan.
  const { data: plan } = useQuery({ ...sortMapQuery, enabled: act === 'sort' });
  const { data: runList } = useQuery({ ...comingRunsQuery, enabled: act === 'run' });
  const [known, setKnown] = useState<ReadonlyMap<string, KnownShipment>>(new Map());
  const { own, sent } = useOutbox();
  const { navigateIfShown } = usePageVisit();
  const [shown, setShown] = useState<Shown | null>(null);
  const seen = useRef(new Map<string, { number: number | null; at: number }>());
  const problems = useMemo(() => own.filter(isScan).filter(({ state }) => state === 'review'), [own]);

  function show(next: Shown) {
    giveFeedback(next.signal, { isSilent: getSession()?.settings.isSilent ?? false });
    setShown(next);
  }

  function receiverOf(trackingId: string): string {
    const entry = getSession()?.entries.find((one) => one.trackingId === trackingId && one.receiver !== '');
    const planned = plan?.parcels.find((parcel) => parcel.trackingId === trackingId);
    return entry?.receiver ?? planned?.receiver ?? known.get(trackingId)?.receiverName ?? '';
  }

  async function sort({ trackingId, receiver }: { trackingId: string; receiver: string }, at: string) {
    const sortMap = await client.ensureQueryData(sortMapQuery).catch(() => null);
    const spot = sortMap?.parcels.find((one) => one.trackingId === trackingId);
    const run = sortMap?.runs.find(({ id }) => id === spot?.runId);
    const parcel = { trackingId, receiver: spot?.receiver ?? receiver };
    if (!sortMap) return show({ ...parcel, signal: 'bad', word: 'No plan here', text: texts.notOnDevice });
    if (!spot || !run) {
      const isCut = sortMap.total > sortMap.parcels.length;
      const text = isCut ? 'This device has only the first 2,000 parcels of the coming runs.' : undefined;
      return show({ ...parcel, signal: 'bad', word: 'Not in a run', text });
    }
    const { day = sortMap.day } = run;
    const title = `${nameRunToFill({ name: run.name, day }, sortMap.day)}, stop ${spot.stop}`;
    addEntry({ ...parcel, at, title, purpose: 'sort', state: 'saved', parcels: [1] });
    show({
      ...parcel,
      signal: 'good',
      word: '',
      spot: { ...spot, van: run.name, courier: run.courier, ...(day !== sortMap.day && { day }) },
    });
  }

  const idOf = async (trackingId: string) => known.get(trackingId)?.id ?? (await findManagedShipment(trackingId)).id;

  async function open(trackingId: string) {
    try {
      navigateIfShown(paths.manageShipment(await idOf(trackingId)));
    } catch (error) {
      seen.current.delete(trackingId);
      show({ signal: 'bad', word: 'Not opened', trackingId, text: serverErrorOf(error).message });
    }
  }

  async function printLabel(parcel: { trackingId: string; receiver: string }, at: string) {
    const failed = (text: string) => {
      seen.current.delete(parcel.trackingId);
      show({ ...parcel, signal: 'bad', word: 'Not printed', text });
    };
    try {
      const { printLabelNow } = await import('../labels/print-label-now.ts');
      const { letters, note } = await printLabelNow(client, await idOf(parcel.trackingId));
      if (letters.length > 0) return failed(`This device has no font for ${letters.slice(0, 5).join(' ')}.`);
      addEntry({ ...parcel, at, title: 'Label printed', purpose: 'label', state: 'saved', parcels: [1] });
      show({ ...parcel, signal: 'good', word: 'Label printed', ...(note && { text: note }) });
    } catch (error) {
      failed(serverErrorOf(error).message);
    }
  }

  async function handle(code: string) {
    const label = readLabelCode(code);
    if (label) return take(label);
    const token = parseToken(code);
    if (token) return handOver(token.trackingId, code);
    const isMisread = normalizeTrackingId(code).length === TRACKING_ID_LENGTH;
    show(
      isMisread
        ? { signal: 'bad', word: 'Misread', text: 'Scan it again.' }
        : { signal: 'bad', word: 'Not a tracking ID', text: 'Scan the barcode or the QR code of our label.' },
    );
  }

  async function take({ trackingId, parcel: number }: LabelCode) {
    const session = getSession();
    if (!session) return;
    const { settings } = session;
    const now = performance.now();
    const [label = { number, at: Number.NEGATIVE_INFINITY }] = [seen.current.get(trackingId)];
    seen.current.set(trackingId, { number: number ?? label.number, at: now });
    const isOther = number !== null && number !== label.number && isEachParcel(settings.act);
    if (!isOther && now - label.at < SAME_LABEL_MS) return;

    const moment = outbox.now();
    const at = moment.occurredAt;
    const parcel = { trackingId, receiver: receiverOf(trackingId) };
    const input = inputOf(settings);
    if (settings.act === 'sort') return sort(parcel, at);
    if (settings.act === 'label') return printLabel(parcel, at);
    if (!input) return open(trackingId);

    // It may still be read from this device.
    const list =
      settings.act === 'run' ? await client.ensureQueryData(comingRunsQuery).catch(() => undefined) : runList;
    const runs = runsToFill(list);
    const missing = missingIn(settings, runs);
    if (missing) {
      seen.current.delete(trackingId);
      return show({ ...parcel, signal: 'bad', word: 'Not done', text: missing });
    }
    const earlier = findEarlier(session, trackingId, at);
    if (earlier && !problems.some(({ opId }) => opId === earlier.id)) {
      if (number !== null && !earlier.parcels.includes(number)) {
        addParcel(earlier.id, number);
        const scanned = earlier.parcels.length + 1;
        const word = countOf(scanned, known.get(trackingId)?.parcels);
        return show({ ...parcel, signal: 'good', word, text: earlier.title, entryId: earlier.id, scanned });
      }
      return show({ ...parcel, signal: 'again', word: 'Again', text: `Scanned at ${formatClock(earlier.at)}.` });
    }
    const title = titleOf(settings, runs);
    const done = { signal: 'good', word: title, text: ofSeveral(known.get(trackingId)?.parcels) } as const;
    const isOneOfSeveral = number !== null && (number > 1 || (known.get(trackingId)?.parcels ?? 1) > 1);
    const sent = isOneOfSeveral ? { ...input, parcel: number } : input;
    save({ ...parcel, title, purpose: purposeOf(settings), parcels: [number ?? 1] }, { input: sent, moment }, done);
  }

  /** The code says which parcel it is for, and the server whether it is right. */
  function handOver(trackingId: string, code: string) {
    const now = performance.now();
    const last = seen.current.get(trackingId)?.at ?? Number.NEGATIVE_INFINITY;
    seen.current.set(trackingId, { number: null, at: now });
    if (now - last < SAME_LABEL_MS) return;
    const parcel = { trackingId, receiver: receiverOf(trackingId) };
    if (!navigator.onLine)
      return show({
        ...parcel,
        signal: 'bad',
        word: 'Not done',
        text: 'This code can’t be checked without a network.',
      });
    save(
      { ...parcel, title: 'Handed over', purpose: 'hand-over', parcels: [1] },
      { input: { act: 'hand-over', code }, moment: outbox.now() },
      { signal: 'again', word: 'Wait', text: 'We’re checking the code.' },
    );
  }

  /** It shows `done` once the scan is in the list and the outbox. */
  function save(
    entry: Omit<ScanEntry, 'id' | 'at' | 'state'>,
    { input, moment }: { input: ScanInput; moment: Moment },
    done: Pick<Shown, 'signal' | 'word' | 'text'>,
  ) {
    const { trackingId, receiver } = entry;
    const parcel = { trackingId, receiver };
    const id = addEntry({ ...entry, at: moment.occurredAt, state: 'saving' });
    saveScan(
      { id, trackingId, input, moment },
      () => {
        markSaved([id]);
        show({ ...parcel, ...done, entryId: id });
      },
      (text) => {
        seen.current.delete(trackingId);
        removeEntries([id]);
        show({ ...parcel, signal: 'bad', word: 'Not saved', text });
      },
    );
  }

  useEffect(() => {
    client.fetchQuery(knownShipmentsQuery).then(setKnown, () => undefined);
  }, [client]);

  useHandScanner(async (code) => {
    await whenOpen();
    await handle(code);
  });

  useAnswers(own.filter(isScan), sent.filter(isScan));

  async function onUndo(entry: ScanEntry) {
    await undo(entry);
    setShown((before) => (before?.entryId === entry.id ? null : before));
  }

  const onProblem = useEffectEvent((row: ScanRow) => {
    giveFeedback('bad', { isSilent: getSession()?.settings.isSilent ?? false });
    seen.current.delete(row.trackingId);
  });
  const heard = useRef<Set<string> | null>(null);
  const { isRead } = useOutbox();
  useEffect(() => {
    if (!isRead) return;
    // Earlier problems make no sound.
    const known = heard.current ?? new Set(problems.map(({ opId }) => opId));
    heard.current = known;
    for (const row of problems) {
      if (known.has(row.opId)) continue;
      known.add(row.opId);
      onProblem(row);
    }
  }, [isRead, problems]);

  return {
    shown: withAnswer(shown, problems, sent.filter(isScan)),
    problems,
    runs: runsToFill(runList),
    onCode: handle,
    onLabel: take,
    onUndo,
  };
}

/** Opening and printing are for the whole shipment. */
const isEachParcel = (act: ScanAct) => act !== 'open' && act !== 'label';

/** A device may not know how many there are. */
const countOf = (scanned: number, all?: number) => (all ? `${scanned} of ${all}` : `${scanned} parcels`);
const ofSeveral = (all = 1) => (all > 1 ? `1 of ${all} parcels` : undefined);

/** What the server has said since. */
function withAnswer(shown: Shown | null, problems: readonly ScanRow[], sent: readonly ScanRow[]): Shown | null {
  const problem = problems.find(({ opId }) => opId === shown?.entryId)?.problem;
  if (shown && problem) return { ...shown, signal: 'bad', word: 'Not done', text: problem.message };
  const row = sent.find(({ opId }) => opId === shown?.entryId);
  if (!shown || !row?.answer) return shown;
  const { receiver, parcels } = row.answer;
  const named = { ...shown, receiver: receiver || shown.receiver || '' };
  if (row.input.act === 'hand-over')
    return row.answer.outcome === 'done'
      ? { ...named, signal: 'good', word: 'Hand it over', text: undefined }
      : { ...named, signal: 'bad', word: 'Handed over before', text: 'This parcel is delivered already.' };
  if (shown.scanned) return { ...named, word: countOf(shown.scanned, parcels), text: noteOf(row) ?? shown.text };
  return { ...named, text: [ofSeveral(parcels), noteOf(row)].filter(Boolean).join('. ') };
}

export function noteOf({ input, answer }: ScanRow): string | undefined {
  if (answer?.outcome === 'overtaken') return 'The status has changed since. This scan is in the history.';
  if (answer?.outcome !== 'unchanged') return undefined;
  if (input.act === 'run') return 'It was in this run already.';
  return input.act === 'status'
    ? `It was ${statusLabel(input.status ?? 'held')} already.`
    : 'It was scanned here already.';
}

/** Responses have receivers’ names, and the outbox may have scans that a crash left there. */
function useAnswers(own: readonly ScanRow[], sent: readonly ScanRow[]): void {
  const { isRead } = useOutbox();
  const isAdopted = useRef(false);
  useEffect(() => {
    const session = getSession();
    if (!isRead || !session) return;
    if (!isAdopted.current) adopt([...sent, ...own], (input) => scanTitle(input));
    isAdopted.current = true;
    const names = new Map(sent.map(({ opId, answer }) => [opId, answer?.receiver ?? '']));
    if (session.entries.some(({ id, receiver }) => receiver === '' && names.get(id))) nameReceivers(names);
  });
}

/** It is removed if it has not been sent, or else taken back. */
async function undo({ id, trackingId }: ScanEntry): Promise<void> {
  try {
    if (!(await outbox.undo(id))) {
      await outbox.record(readDeviceUser(), { procedure: 'desk.scan', trackingId, input: { act: 'undo', undoes: id } });
    }
    markUndone(id);
  } catch (error) {
    toast.error('Not undone', serverErrorOf(error).message);
  }
}
