import { useState } from 'react';
import { useFormState } from 'react-hook-form';
import * as v from 'valibot';
import { Act } from '../../acts/act.tsx';
import { ConfirmChange } from '../../acts/confirm-change.tsx';
import { trpc } from '../../api/calls/trpc.ts';
import { useSend } from '../../api/use-send.ts';
import { formatListDate } from '../../domain/dates.ts';
import { formatDay } from '../../domain/day.ts';
import { counted } from '../../domain/figures.ts';
import { BRAND_SETTINGS, isDated, type SettingKey, settingProblem } from '../../domain/settings/brand-settings.ts';
import type { PickupMove, Setting, SettingChange, SettingEffects } from '../../domain/settings/settings.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Form } from '../../ui/form/form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { Verbatim } from '../../ui/verbatim.tsx';
import { SettingField } from './setting-field.tsx';

type Values = Record<string, string | boolean>;

const fromOf = (key: SettingKey) => `from ${key}`;
const isSwitch = (key: SettingKey) => BRAND_SETTINGS[key].input.kind === 'switch';
/** None of a list is chosen, which is not the same as what is usual. */
const mayBeNone = (key: SettingKey) => BRAND_SETTINGS[key].input.kind === 'several';

const proposedFor = ({ key, source }: Setting, proposed: SettingsFormProps['proposed']) =>
  source === 'usual' ? proposed?.[key] : undefined;
const ticked = (value: string) => value === '1' || value === 'true';
const shownOf = ({ key, value }: Setting) => (isSwitch(key) ? ticked(value) : value);

function textOf(key: SettingKey, value: string | boolean | undefined): string | null {
  if (isSwitch(key)) return value ? '1' : '0';
  const text = String(value ?? '').trim();
  return text === '' && !mayBeNone(key) ? null : text;
}

const schemaOf = (keys: readonly SettingKey[]) =>
  v.pipe(
    v.record(v.string(), v.union([v.string(), v.boolean()])),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const input = dataset.value as Values;
      for (const key of keys) {
        const value = textOf(key, input[key]);
        const message = value === null ? null : settingProblem(key, value);
        if (message) addIssue({ message, path: [{ type: 'object', origin: 'value', input, key, value: input[key] }] });
      }
    }),
  );

function changesOf(settings: readonly Setting[], values: Values): SettingChange[] {
  return settings.flatMap((setting) => {
    const { key } = setting;
    const value = textOf(key, values[key]);
    const from = isDated(key) ? String(values[fromOf(key)] ?? '') : '';
    if (value === textOf(key, shownOf(setting)) && from === '') return [];
    return [{ key, value, ...(from && { from }) }];
  });
}

interface SettingsFormProps {
  settings: readonly Setting[];
  /** What stands in the fields that nobody has set yet. */
  proposed?: Partial<Record<SettingKey, string | undefined>>;
}

/** What changed is sent, after what it does was read. */
export function SettingsForm({ settings, proposed = {} }: SettingsFormProps) {
  const [asked, setAsked] = useState<({ changes: SettingChange[] } & SettingEffects) | null>(null);
  const [move, setMove] = useState<PickupMove>('move');
  const open = settings.filter(({ source }) => source !== 'server');
  const dated = open.filter(({ key }) => isDated(key));
  const form = useSchemaForm(schemaOf(open.map(({ key }) => key)), {
    values: {
      ...Object.fromEntries(open.map((setting) => [setting.key, proposedFor(setting, proposed) ?? shownOf(setting)])),
      ...Object.fromEntries(dated.map(({ key }) => [fromOf(key), ''])),
    } as Values,
  });
  const save = useSend('settings.save', {
    done: settings.some(({ key }) => key === 'SITE_NAME')
      ? 'Saved. Open pages show it once they are reloaded.'
      : 'Saved',
    failed: 'Not saved',
    onSuccess: () => {
      for (const { key } of dated) form.resetField(fromOf(key), { defaultValue: '' });
    },
  });

  async function submit(values: Values) {
    const changes = changesOf(open, values);
    if (changes.length === 0) return void toast.success('Nothing has changed');
    const said = await trpc.settings.preview.query({ changes });
    if (said.effects.length + said.doubts.length + said.pickups > 0) setAsked({ changes, ...said });
    else await save.mutateAsync({ changes });
  }

  return (
    <>
      <Form
        form={form}
        columns={2}
        className="break-anywhere lg:!grid-cols-4 lg:!max-w-none"
        errorTitle="The settings were not saved"
        onSubmit={submit}
      >
        {settings.map((setting) => (
          <div
            key={setting.key}
            className={`grid grid-cols-[minmax(0,1fr)] gap-2 content-start ${isWide(setting.key) ? 'sm:col-span-2' : ''}`}
          >
            {setting.source === 'server' ? (
              <SetOnServer setting={setting} />
            ) : (
              <>
                <SettingField name={setting.key} usual={setting.usual} />
                {isDated(setting.key) && <CountsFrom name={setting.key} />}
                <Standing setting={setting} />
              </>
            )}
          </div>
        ))}
        <SubmitButton label="Save" pendingLabel="Saving" icon="check" />
      </Form>
      {asked && (
        <ConfirmChange
          title="This also happens"
          label="Save"
          pendingLabel="Saving"
          change={save}
          input={{ changes: asked.changes, ...(asked.pickups > 0 && { pickups: move }) }}
          onClose={() => setAsked(null)}
        >
          {asked.pickups > 0 && (
            <fieldset>
              <legend className="mb-2">
                {counted(asked.pickups, 'regular pickup')} {asked.pickups === 1 ? 'falls' : 'fall'} on days off. The
                shops are told.
              </legend>
              <Checkbox type="radio" name="move" checked={move === 'move'} onChange={() => setMove('move')}>
                Move to the next working day
              </Checkbox>
              <Checkbox type="radio" name="move" checked={move === 'cancel'} onChange={() => setMove('cancel')}>
                Cancel
              </Checkbox>
            </fieldset>
          )}
          {asked.effects.length > 0 && (
            <ul className="bullets">
              {asked.effects.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          )}
          {asked.doubts.map((sentence) => (
            <Notice key={sentence} tone="warn">
              {sentence}
            </Notice>
          ))}
        </ConfirmChange>
      )}
    </>
  );
}

/** Asked only of what was changed. */
function CountsFrom({ name }: { name: SettingKey }) {
  const { dirtyFields } = useFormState({ name });
  return (
    dirtyFields[name] && (
      <TextField
        name={fromOf(name)}
        type="date"
        label="Counts from"
        hint="Empty: from today."
        mono
        className="max-w-50"
      />
    )
  );
}

const WIDE = new Set(['colours', 'pairs', 'rates', 'days']);
const isWide = (key: SettingKey) => WIDE.has(BRAND_SETTINGS[key].input.kind);

const SetOnServer = ({ setting: { key, value } }: { setting: Setting }) => (
  <div className="field">
    <span className="field-label">{BRAND_SETTINGS[key].label}</span>
    <p className="break-anywhere">{value ? <Verbatim>{value}</Verbatim> : '—'}</p>
    <p className="field-hint">
      Set on the server, as <code translate="no">{key}</code>.
    </p>
  </div>
);

/** What is to come, what waits for somebody else, and who changed it last. */
function Standing({ setting: { key, later, waiting, changed, usual } }: { setting: Setting }) {
  const words = (value: string | null) => (value === null ? usual || 'none' : value || 'none');
  return (
    <>
      {later.map(({ from, value }) => (
        <div key={from} className="row gap-2">
          <span>
            From {formatDay(from)}: <Verbatim>{words(value)}</Verbatim>
          </span>
          <Act
            button={<Button small>Take back</Button>}
            title={`Take back what counts from ${formatDay(from)}?`}
            label="Take back"
            pendingLabel="Taking back"
            call="settings.save"
            input={{ changes: [{ key, value, from, isWithdrawn: true }] }}
            failed="Not taken back"
            done="Taken back"
          >
            What counts today goes on.
          </Act>
        </div>
      ))}
      {waiting && (
        <Notice tone="warn" title={`${words(waiting.value)} waits for a second manager`}>
          {waiting.isOwn
            ? 'It counts once another manager saves the same within seven days.'
            : `${waiting.by} asked for it. It counts once you save the same.`}
        </Notice>
      )}
      {changed && (
        <div className="row gap-2">
          <span className="second-line">
            {changed.by}, {formatListDate(changed.at)}. Before: <Verbatim>{words(changed.before)}</Verbatim>
          </span>
          {!isDated(key) && (
            <Act
              button={
                <Button small variant="quiet">
                  Undo
                </Button>
              }
              title={`Set ${BRAND_SETTINGS[key].label} back?`}
              label="Set back"
              pendingLabel="Setting back"
              call="settings.save"
              input={{ changes: [{ key, value: changed.before }] }}
              failed="Not set back"
              done="Set back"
            >
              It will be as before: {words(changed.before)}.
            </Act>
          )}
        </div>
      )}
    </>
  );
}
