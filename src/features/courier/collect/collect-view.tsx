import { useSearchParams } from 'react-router-dom';
import { MAX_COLLECTED, ofExpected } from '../../../domain/pickups/collection.ts';
import { missingProof } from '../../../domain/runs/proof-policy.ts';
import { formatHours } from '../../../domain/time-window.ts';
import { outbox } from '../../../outbox/device-outbox.ts';
import { BigButton, BigLink } from '../../../ui/big-button.tsx';
import { Field, inputClass } from '../../../ui/form/field.tsx';
import { noPictures } from '../proof/proof-picture.ts';
import { givenOnForm, SignatureField } from '../proof/signature-field.tsx';
import type { ScannedLabel, ScanResult } from '../run/check-number.ts';
import { collectPath, countTaken } from '../run/collections.ts';
import { Dock } from '../run/dock.tsx';
import { Door } from '../run/door.tsx';
import { NoteField } from '../visit/note-field.tsx';
import { ScanPanel } from '../visit/scan-panel.tsx';
import { countScanned, describeCollected, isLoaded, refuseCollected, withLabel } from './check-collected.ts';
import { CollectLists } from './collect-lists.tsx';
import { CollectPhoto } from './collect-photo.tsx';
import { NothingCollected } from './nothing-collected.tsx';
import { type CollectProps, useCollect } from './use-collect.ts';

/** Twenty parcels take twenty scans and one tap. */
export function CollectView(props: CollectProps) {
  const { run, stop, collection } = props;
  const collect = useCollect(props);
  const [search] = useSearchParams();
  const step = search.get('step');
  const { parcels, unlabelled, left, name = '', note = '', signature, edit, keep } = collect;
  const before = countTaken(collection);
  const count = before + countScanned(parcels, unlabelled);
  const policy = collection.proof;

  async function onLabel(label: ScannedLabel, by: 'scan' | 'typed'): Promise<ScanResult> {
    const { trackingId } = label;
    const now = collect.current();
    const refused = refuseCollected(run, collection, now.parcels, label);
    if (refused) return refused;
    const next = withLabel(collection, now.parcels, { label, at: outbox.now().occurredAt, by });
    await keep({ parcels: next, left: now.left.filter((one) => one.trackingId !== trackingId) });
    const counted = ofExpected(before + countScanned(next, now.unlabelled), collection.expected);
    return describeCollected(collection, next, { trackingId, count: counted });
  }

  const missing = missingProof(policy, givenOnForm(signature, name));
  const lacks =
    count === before
      ? 'Scan a parcel first.'
      : missing.includes('name')
        ? 'Enter the name first.'
        : missing.includes('signature')
          ? 'Ask for a signature first.'
          : null;

  const { deliver: _, ...place } = stop;
  const door = <Door stop={{ ...place, name: collection.party || stop.name }} />;
  if (!collect.isRead) return door;
  if (step === 'nothing') return <NothingCollected door={door} collect={collect} />;
  if (step === 'photo' && lacks === null) return <CollectPhoto {...props} collect={collect} />;
  const photoPath = collectPath(stop.id, collection.id, 'photo');
  return (
    <>
      {door}
      {collection.note && <p className="break-anywhere">{collection.note}</p>}
      <p>
        <b className="text-figure">{count}</b>
        {collection.expected >= count && ` of ${collection.expected}`} collected
        {collection.window && <span className="block">{formatHours(collection.window)}</span>}
      </p>
      <ScanPanel run={run} onLabel={onLabel} />
      <div className="dock-two">
        <BigButton
          icon="plus"
          disabled={unlabelled >= MAX_COLLECTED}
          onClick={() => void keep({ unlabelled: collect.current().unlabelled + 1 })}
        >
          {unlabelled > 0 ? `Without label: ${unlabelled}` : 'Without label'}
        </BigButton>
        {unlabelled > 0 && <BigButton onClick={() => void keep({ unlabelled: unlabelled - 1 })}>One less</BigButton>}
      </div>
      <CollectLists
        collection={{ ...collection, waiting: collection.waiting.filter((one) => !isLoaded(run, one.trackingId)) }}
        parcels={parcels}
        left={left}
        onTake={(trackingId) => void onLabel({ trackingId, parcel: 'all' }, 'typed')}
        onChange={(change) => void keep(change(collect.current()))}
      />
      <Field label={policy.name === 'required' ? 'Given by' : 'Given by (if you know)'}>
        {(control) => (
          <input
            {...control}
            className={`${inputClass} min-h-14`}
            value={name}
            maxLength={100}
            autoComplete="off"
            onChange={({ target }) => edit({ name: target.value })}
          />
        )}
      </Field>
      {policy.signature !== 'off' && (
        <SignatureField value={signature} onChange={(next) => edit({ signature: next })} />
      )}
      <NoteField value={note} hint="The shop can read it." onChange={(next) => edit({ note: next })} />
      <Dock showsSaved={false} isLong={policy.signature !== 'off'}>
        {lacks && <p className="font-650">{lacks}</p>}
        <div className="dock-two empty:hidden">
          {count === 0 && (
            <BigLink to={collectPath(stop.id, collection.id, 'nothing')} icon="triangle-alert">
              Nothing collected
            </BigLink>
          )}
          {lacks === null && policy.photo === 'asked' && (
            <BigLink to={photoPath} icon="camera">
              Add a photo
            </BigLink>
          )}
        </div>
        {lacks === null && policy.photo === 'required' ? (
          <BigLink to={photoPath} icon="camera" primary>
            Take a photo
          </BigLink>
        ) : (
          <BigButton icon="check" primary disabled={lacks !== null} onClick={() => collect.complete(noPictures)}>
            Collected
          </BigButton>
        )}
      </Dock>
    </>
  );
}
