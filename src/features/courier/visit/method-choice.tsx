import { DELIVERY_METHODS, type DeliveryMethod } from '../../../domain/delivery.ts';
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
  onChoose: (method: DeliveryMethod) => void;
}

export function MethodChoice({ disabled, onChoose }: MethodChoiceProps) {
  return (
    <Dock>
      <p className="font-700">{disabled ? 'Choose a parcel first.' : 'Who took it, or where is it?'}</p>
      <div className="dock-two">
        {DELIVERY_METHODS.map((one) => (
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
