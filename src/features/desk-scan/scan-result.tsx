import type { Signal } from '../../browser/feedback.ts';
import { formatDay } from '../../domain/day.ts';
import { GroupedCode } from '../../ui/grouped-code.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { TONE_CLASS, type Tone } from '../../ui/tone.ts';
import { Verbatim } from '../../ui/verbatim.tsx';
import type { ScanAct } from './scan-session.ts';
import type { Shown, SortSpot } from './use-scanning.ts';

const STYLE: Record<Signal, { tone: Tone; icon: IconName }> = {
  good: { tone: 'good', icon: 'check' },
  again: { tone: 'warn', icon: 'refresh-cw' },
  bad: { tone: 'bad', icon: 'x' },
};

/** The last scan, to be read from a step away. */
export function ScanResult({ shown, act }: { shown: Shown | null; act: ScanAct }) {
  const { tone, icon } = shown ? STYLE[shown.signal] : { tone: 'plain' as const, icon: 'scan-line' as const };
  return (
    <div
      className={`grid grid-cols-[4.5rem_minmax(0,1fr)] max-[26em]:grid-cols-[3rem_minmax(0,1fr)] min-h-56 bg-slip border-2 border-rule-strong rounded-label overflow-clip ${TONE_CLASS[tone]}`}
    >
      <span className="grid place-items-center bg-tone text-on-tone border-r-2 border-rule-strong text-[2rem]">
        <Icon name={icon} />
      </span>
      {/* Sighted people look at it between two parcels; others hear it. */}
      <div
        role="status"
        data-signal={shown?.signal}
        className="grid content-center gap-2 px-4 py-3 sm:px-6 [container-type:inline-size]"
      >
        {shown ? (
          <Result shown={shown} />
        ) : (
          <>
            <p className="text-lead text-ink-soft">{invitation(act)}</p>
            <p className="soft">A receiver’s code hands their parcel over.</p>
          </>
        )}
      </div>
    </div>
  );
}

function Result({ shown: { word, trackingId, receiver, text, spot } }: { shown: Shown }) {
  return (
    <>
      {spot ? <Spot spot={spot} /> : <p className="text-h1 font-800 break-anywhere">{word}</p>}
      {trackingId && <GroupedCode code={trackingId} className={spot ? 'text-h2 font-700' : 'text-id font-800'} />}
      {receiver && (
        <p className="text-h2 font-650 break-anywhere">
          <Verbatim>{receiver}</Verbatim>
        </p>
      )}
      {text && <p className="text-lead">{text}</p>}
    </>
  );
}

function Spot({ spot: { van, courier, stop, zone, day } }: { spot: SortSpot }) {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      <Letters caption="Stop">{String(stop)}</Letters>
      {zone && <Letters caption="Zone">{zone}</Letters>}
      <Letters caption={`Van, ${courier}`}>{van}</Letters>
      {day && (
        <div>
          <dt className="cap">Day</dt>
          <dd className="text-h2 font-800">{formatDay(day)}</dd>
        </div>
      )}
    </dl>
  );
}

/** Capitals 20 mm high, as far as the screen knows its size. They are 0.67 of their font's size. */
function Letters({ caption, children }: { caption: string; children: string }) {
  return (
    <div className="min-w-0">
      <dt className="cap">{caption}</dt>
      <dd translate="no" className="text-[30mm] leading-none font-800 tracking-[-.03em] break-anywhere">
        {children}
      </dd>
    </div>
  );
}

function invitation(act: ScanAct): string {
  if (act === 'sort') return 'Scan a parcel to see its stop, its zone and its van.';
  if (act === 'label') return 'Scan a parcel to print its label.';
  if (act === 'open') return 'Scan a parcel to open it.';
  return 'Scan the first parcel.';
}
