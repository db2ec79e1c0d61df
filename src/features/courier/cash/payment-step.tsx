import { PAYMENT_LABELS, PAYMENT_METHODS, type PaymentMethod } from '../../../domain/cod.ts';
import type { Parcel } from '../../../domain/runs/parcels.ts';
import { BigButton } from '../../../ui/big-button.tsx';
import { Field, inputClass } from '../../../ui/form/field.tsx';
import { GroupedCode } from '../../../ui/grouped-code.tsx';
import { Dock } from '../run/dock.tsx';
import { codParcels, type EnteredPayments, wrongPayment } from '../run/payments.ts';
import { ReceiverLine } from '../run/receiver-line.tsx';
import { CodLine, CollectSum } from './collect-sum.tsx';

interface PaymentStepProps {
  parcels: readonly Parcel[];
  /** Each parcel is paid in its own way. */
  isSeparate: boolean;
  entered: EnteredPayments;
  onChange: (entered: EnteredPayments) => void;
  onPaid: (paid: PaymentMethod | 'separate' | 'each') => void;
  onUnpaid: () => void;
}

/** One tap if all of it is paid in one way. */
export function PaymentStep({ parcels, isSeparate, entered, onChange, onPaid, onUnpaid }: PaymentStepProps) {
  const wrong = wrongPayment(parcels, entered);
  if (isSeparate) {
    return (
      <>
        {codParcels(parcels).map((parcel) => (
          <SeparatePayment
            key={parcel.id}
            parcel={parcel}
            entered={entered[parcel.id] ?? {}}
            onChange={(next) => onChange({ ...entered, [parcel.id]: next })}
          />
        ))}
        <Dock>
          <CollectSum parcels={parcels} />
          {wrong && <p className="font-650">{wrong}</p>}
          <BigButton primary icon="check" disabled={wrong !== null} onClick={() => onPaid('each')}>
            All paid
          </BigButton>
        </Dock>
      </>
    );
  }
  return (
    <Dock>
      <CollectSum parcels={parcels} />
      <div className="dock-two">
        {PAYMENT_METHODS.map((method) => (
          // The usual method takes a whole row, as it does for delivery.
          <div key={method} className="grid first:col-span-full">
            <BigButton onClick={() => onPaid(method)}>{PAYMENT_LABELS[method]}</BigButton>
          </div>
        ))}
        {codParcels(parcels).length > 1 && <BigButton onClick={() => onPaid('separate')}>Paid separately</BigButton>}
        <BigButton onClick={onUnpaid}>Not paid</BigButton>
      </div>
    </Dock>
  );
}

interface SeparatePaymentProps {
  parcel: Parcel;
  entered: EnteredPayments[string];
  onChange: (entered: EnteredPayments[string]) => void;
}

function SeparatePayment({ parcel, entered, onChange }: SeparatePaymentProps) {
  const { method = '', amount = '' } = entered;
  return (
    <fieldset className="grid gap-3 pb-3 border-b border-rule">
      <legend className="pb-2">
        <GroupedCode code={parcel.trackingId} className="font-700" /> <ReceiverLine parcel={parcel} />
        <span className="block">{parcel.description}</span>
        <CodLine parcel={parcel} />
      </legend>
      <div className="dock-two">
        <Field label="How it was paid">
          {(control) => (
            <select
              {...control}
              className={`${inputClass} min-h-14`}
              value={method}
              onChange={({ target }) =>
                onChange({ ...entered, method: PAYMENT_METHODS.find((one) => one === target.value) })
              }
            >
              <option value="">Choose</option>
              {PAYMENT_METHODS.map((one) => (
                <option key={one} value={one}>
                  {PAYMENT_LABELS[one]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Amount">
          {(control) => (
            <input
              {...control}
              className={`${inputClass} typed min-h-14`}
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              value={amount}
              onChange={({ target }) => onChange({ ...entered, amount: target.value })}
            />
          )}
        </Field>
      </div>
    </fieldset>
  );
}
