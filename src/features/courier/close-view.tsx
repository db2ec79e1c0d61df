import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { formatPrice } from '../../config/currency.ts';
import { counted } from '../../domain/figures.ts';
import { paths } from '../../domain/paths.ts';
import { parcelNumbersIn } from '../../domain/runs/count-parcels.ts';
import type { Parcel } from '../../domain/runs/parcels.ts';
import type { CourierRun } from '../../domain/runs/views.ts';
import { allSentText, useOutbox } from '../../outbox/outbox-view.ts';
import { BigButton, BigLink } from '../../ui/big-button.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { GroupedCode } from '../../ui/grouped-code.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { HandOver, useHandOver } from './cash/hand-over.tsx';
import { countNumber, refuseNumber, type ScannedLabel, type ScanResult } from './run/check-number.ts';
import { collectedIn } from './run/collections.ts';
import { describeOutcome } from './run/describe-outcome.ts';
import { Dock } from './run/dock.tsx';
import { MyDay } from './run/my-day.tsx';
import { onceSaved } from './run/recording.ts';
import { reportClose, reportHandIn, reportReturn } from './run/report.ts';
import { RunResults } from './run/run-results.tsx';
import {
  countToReturn,
  findParcel,
  ofSeveral,
  parcelsInVan,
  parcelsToReturn,
  receiversOf,
  stopOf,
} from './run/run-view.ts';
import { countUnsent, isUnsentKnown } from './run/unsent.ts';
import { useScanned } from './run/use-scanned.ts';
import { RunNotActive } from './run-not-active.tsx';
import { ScanPanel } from './visit/scan-panel.tsx';

function ParcelNames({ run, parcels }: { run: CourierRun; parcels: readonly Parcel[] }) {
  return (
    <ul className="grid gap-2">
      {parcels.map((parcel) => {
        const stop = stopOf(run, parcel);
        const last = parcel.outcomes.at(-1);
        return (
          <li key={parcel.id} className="break-anywhere">
            <b>{stop && receiversOf(stop, [parcel]).join()}</b>
            <span className="block">
              {parcel.description}
              {ofSeveral(parcel)}, <GroupedCode code={parcel.trackingId} />
            </span>
            {last?.result === 'failed' && <span className="block">{describeOutcome(last)}</span>}
          </li>
        );
      })}
    </ul>
  );
}

export function CloseView({ run }: { run: CourierRun }) {
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const outbox = useOutbox();
  const { waiting, rejected } = countUnsent(outbox);
  const toReturn = parcelsToReturn(run);
  const scanned = useScanned(run, 'return', toReturn);
  const inVan = parcelsInVan(run);
  const { unlabelled, ...collected } = collectedIn(run);
  const toHandInCount = collected.toHandIn.length + unlabelled;
  const toScan = toReturn.length + collected.toHandIn.length;
  // The last scan is said, too.
  const [hadScans] = useState(toScan > 0);
  /** Until they are saved. */
  const handedIn = useRef(new Set<string>());
  const cash = useHandOver(run);
  const toHandIn = () => collected.toHandIn.filter((id) => !handedIn.current.has(id));

  async function handIn(ids: readonly string[], saving: Promise<boolean>) {
    for (const id of ids) handedIn.current.add(id);
    await saving;
    // One that couldn't be saved counts again.
    for (const id of ids) handedIn.current.delete(id);
  }

  function onLabel({ trackingId, parcel: number }: ScannedLabel): ScanResult | Promise<ScanResult> {
    if (collected.ids.has(trackingId)) {
      if (!toHandIn().includes(trackingId)) return { signal: 'again', word: 'Already handed in' };
      const saving = reportHandIn(run, { trackingIds: [trackingId] });
      void handIn([trackingId], saving);
      const done = collected.ids.size - toHandIn().length;
      return onceSaved(saving, { signal: 'good', word: 'Handed in', text: `${done} of ${collected.ids.size}` });
    }
    const parcel = findParcel(scanned.current(), trackingId);
    if (!parcel) return { signal: 'bad', word: 'Not on your run', text: 'Ask the desk.' };
    if (parcel.status === 'delivered')
      return { signal: 'bad', word: 'Already delivered', text: 'Correct it at its stop first.' };
    if (parcel.status === 'returned') return { signal: 'again', word: 'Already back' };
    const before = parcelNumbersIn(parcel.returnedParcels);
    const refusal = refuseNumber(parcel, before, number);
    if (refusal) return refusal;
    const { text, numbers, rest } = countNumber(parcel, before, number);
    const saving = reportReturn(run, parcel, numbers);
    scanned.add(parcel, numbers, saving);
    return onceSaved(saving, { signal: 'good', word: 'Back', text, ...(rest && { rest }) });
  }

  function close() {
    void reportClose(run, cash.inHand > 0 && cash.amount !== null ? cash.amount : undefined);
    navigate(paths.courier, { replace: true });
  }

  if (run.status !== 'active') return <RunNotActive status={run.status} />;
  return (
    <>
      <p className="break-anywhere">{run.name}</p>
      <RunResults run={run} />
      <MyDay run={run} />
      {(hadScans || toScan > 0) && <ScanPanel run={run} onLabel={onLabel} choices={toReturn} />}
      <p role="status">
        {isUnsentKnown(outbox) && waiting + rejected === 0 && `${allSentText(outbox)}.`}
        {!isUnsentKnown(outbox) && 'The outbox hasn’t been read yet. Something may still be waiting to be sent. '}
        {waiting > 0 && `${waiting} not sent yet. They’ll be sent once you’re online. `}
        {rejected > 0 && `${rejected} rejected by the server.`}
      </p>
      {rejected > 0 && (
        <BigLink to={paths.outbox} icon="triangle-alert">
          Open the outbox
        </BigLink>
      )}
      {inVan.length > 0 && (
        <Section id="van" title="Still in the van" head="text-h3 mb-2">
          <ParcelNames run={run} parcels={inVan} />
        </Section>
      )}
      {toHandInCount > 0 && (
        <Section id="collected" title="Collected" head="text-h3 mb-2" className="grid gap-3">
          <p>
            {counted(toHandInCount, 'parcel')} to hand in
            {unlabelled > 0 && `, ${unlabelled} of them without a label`}. Scan each, or hand in all at once.
          </p>
          {unlabelled > 0 && (
            <BigButton icon="plus" onClick={() => void reportHandIn(run, { unlabelled: 1 })}>
              One without a label
            </BigButton>
          )}
          <BigButton icon="warehouse" onClick={() => void handIn(toHandIn(), reportHandIn(run))}>
            All handed in
          </BigButton>
        </Section>
      )}
      <HandOver {...cash} />
      <Dock>
        <BigLink to={paths.courier}>All stops</BigLink>
        <BigButton
          icon="check"
          primary
          disabled={cash.amount === null}
          onClick={() =>
            parcelsInVan(scanned.current()).length + toHandIn().length + unlabelled > 0 ? setAsking(true) : close()
          }
        >
          {cash.amount ? `Hand over ${formatPrice(cash.amount)} and close` : 'Close run'}
        </BigButton>
      </Dock>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={close}
        title="Close run"
        confirmLabel="Report as missing"
        destructive
      >
        {inVan.length > 0 && (
          <p className="mb-3">
            {countToReturn(inVan) === 1
              ? '1 parcel is neither delivered nor back. Scan it, or report it as missing.'
              : `${countToReturn(inVan)} parcels are neither delivered nor back. Scan them, or report them as missing.`}
          </p>
        )}
        {toHandInCount > 0 && (
          <p className="mb-3">
            {toHandInCount === 1
              ? '1 collected parcel is not handed in. Hand it in, or report it as missing.'
              : `${toHandInCount} collected parcels are not handed in. Hand them in, or report them as missing.`}
          </p>
        )}
        <ParcelNames run={run} parcels={inVan} />
      </ConfirmDialog>
    </>
  );
}
