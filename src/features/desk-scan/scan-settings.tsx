import { SHIPMENT_STATUSES, statusLabel } from '../../domain/shipment-status.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Field, inputClass } from '../../ui/form/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Select } from '../../ui/select.tsx';
import { ACT_STYLE, type RunToFill } from './scan-acts.ts';
import { SCAN_ACTS, type ScanSettings, setSettings } from './scan-session.ts';

/** What to do with each parcel, until something else is chosen. */
export function ScanSettingsPanel({ settings, runs }: { settings: ScanSettings; runs: readonly RunToFill[] }) {
  const { act } = settings;
  return (
    <div className="grid gap-4">
      <fieldset>
        <legend className="sr-only">What to do with each parcel</legend>
        <div className="grid [@container_page_(14rem<=width<36rem)]:grid-cols-2 [@container_page_(width>=36rem)]:grid-cols-4 border-2 border-rule-strong rounded-ctl bg-sheet overflow-clip">
          {SCAN_ACTS.map((one) => (
            <label
              key={one}
              className={`toggle-box cursor-pointer border-r border-b border-rule -mr-px -mb-px [@container_page_(width>=14rem)]:first:col-span-2 has-[:focus-visible]:outline-3 has-[:focus-visible]:outline-solid has-[:focus-visible]:outline-pen has-[:focus-visible]:outline-offset--5 ${one === act ? 'chosen' : ''}`}
            >
              <input
                type="radio"
                name="act"
                className="sr-only"
                checked={one === act}
                onChange={() => setSettings({ act: one })}
              />
              <Icon name={ACT_STYLE[one].icon} />
              {ACT_STYLE[one].label}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="form-two max-w-none empty:hidden">
        {act === 'status' && (
          <Choice
            label="Status"
            value={settings.status}
            options={SHIPMENT_STATUSES.map((status) => ({ id: status, name: statusLabel(status) }))}
            onChoose={(chosen) => setSettings({ status: SHIPMENT_STATUSES.find((one) => one === chosen) ?? 'held' })}
          />
        )}
        {(act === 'receive' || act === 'place') && (
          <Text label="Place" maxLength={200} value={settings.address} onType={(address) => setSettings({ address })} />
        )}
        {act === 'receive' && (
          <Checkbox checked={settings.emails} onChange={({ target }) => setSettings({ emails: target.checked })}>
            Email sender and receiver
          </Checkbox>
        )}
        {act === 'place' && (
          <Text
            label="Comment"
            maxLength={500}
            value={settings.comment}
            onType={(comment) => setSettings({ comment })}
          />
        )}
        {act === 'run' && (
          <Choice
            label="Run"
            value={runs.some(({ id }) => id === settings.runId) ? settings.runId : ''}
            options={[{ id: '', name: runs.length > 0 ? 'Choose a run' : 'No open runs' }, ...runs]}
            onChoose={(runId) => setSettings({ runId })}
          />
        )}
      </div>
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly RunToFill[];
  onChoose: (id: string) => void;
}

function Choice({ label, value, options, onChoose }: ChoiceProps) {
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          value={value}
          options={options.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ target }) => onChoose(target.value)}
        />
      )}
    </Field>
  );
}

interface TextProps {
  label: string;
  value: string;
  maxLength: number;
  onType: (text: string) => void;
}

function Text({ label, value, maxLength, onType }: TextProps) {
  return (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          className={inputClass}
          value={value}
          maxLength={maxLength}
          autoComplete="off"
          onChange={({ target }) => onType(target.value)}
        />
      )}
    </Field>
  );
}
