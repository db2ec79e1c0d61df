import { Fragment } from 'react';
import type { Parcel } from '../../../domain/runs/parcels.ts';
import { GroupedCode } from '../../../ui/grouped-code.tsx';
import { CodLine } from '../cash/collect-sum.tsx';
import { describeOutcome } from '../run/describe-outcome.ts';
import { ReceiverLine } from '../run/receiver-line.tsx';
import { countParcels, ofSeveral } from '../run/run-view.ts';

interface ParcelChoiceProps {
  parcels: readonly Parcel[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

export function ParcelChoice({ parcels, chosen, onChange }: ParcelChoiceProps) {
  if (parcels.length < 2)
    return parcels.map((parcel) => (
      <Fragment key={parcel.id}>
        {countParcels(parcels) > 1 && <p className="font-700">{countParcels(parcels)} parcels</p>}
        <Correction parcel={parcel} />
      </Fragment>
    ));
  const isChosen = ({ id }: Parcel) => chosen.includes(id);
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <fieldset>
      <legend className="w-full pb-2 border-b-2 border-rule-strong font-700">
        {countParcels(parcels.filter(isChosen))} of {countParcels(parcels)} parcels
      </legend>
      {parcels.map((parcel) => (
        <label key={parcel.id} className="flex items-center gap-3 min-h-14 border-b border-rule">
          <input
            type="checkbox"
            className="check-box size-7"
            checked={chosen.includes(parcel.id)}
            onChange={() => toggle(parcel.id)}
          />
          <span className="min-w-0 py-2">
            <GroupedCode code={parcel.trackingId} className="font-700" /> <ReceiverLine parcel={parcel} />
            <span className="block">
              {parcel.description}
              {ofSeveral(parcel)}
            </span>
            <CodLine parcel={parcel} />
            <Correction parcel={parcel} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Correction({ parcel }: { parcel: Parcel }) {
  const last = parcel.outcomes.at(-1);
  if (parcel.status !== 'delivered' || !last) return null;
  return <span className="block font-650">Corrects: {describeOutcome(last)}</span>;
}
