import { type DoorChoice, formatChoice } from '../../../domain/choices.ts';
import { DELIVERY_METHODS, type DeliveryMethod } from '../../../domain/delivery.ts';
import { METHODS_WITH_CODE } from '../../../domain/runs/proof-policy.ts';
import { BigButton } from '../../../ui/big-button.tsx';
import { Dock } from '../run/dock.tsx';

const BUTTONS: Record<DeliveryMethod, string> = {
  recipient: 'Recipient',
  'other-person': 'Someone else there',
  mailbox: 'Mailbox',
  'safe-place': 'Safe place',
  neighbour: 'Neighbour',
};

interface MethodChoiceProps {
  disabled: boolean;
  /** Then it goes into somebody’s hands. */
  needsCode: boolean;
  onChoose: (method: DeliveryMethod, name?: string) => void;
  /** What all these parcels' receivers asked for. */
  place?: DoorChoice | undefined;
}

export function MethodChoice({ disabled, needsCode, onChoose, place }: MethodChoiceProps) {
  return (
    <Dock>
      <p className="font-700">
        {disabled
          ? 'Choose a parcel first.'
          : needsCode
            ? 'Who takes it? Ask for the code.'
            : 'Who took it, or where is it?'}
      </p>
      {place && !needsCode && place.kind !== 'note' && (
        <BigButton
          primary
          disabled={disabled}
          onClick={() => onChoose(place.kind === 'neighbour' ? 'neighbour' : 'safe-place', place.name)}
        >
          {formatChoice(place)}
        </BigButton>
      )}
      <div className="dock-two">
        {(needsCode ? METHODS_WITH_CODE : DELIVERY_METHODS).map((one) => (
          // Five buttons in two columns: the usual one takes a row.
          <div key={one} className="grid first:col-span-full">
            <BigButton disabled={disabled} onClick={() => onChoose(one)}>
              {BUTTONS[one]}
            </BigButton>
          </div>
        ))}
      </div>
    </Dock>
  );
}
