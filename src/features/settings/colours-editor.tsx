import { composeColours } from '../../domain/settings/brand-colours.ts';
import { COLOUR_NAMES, DEFAULT_COLOURS, parseColours, type Theme } from '../../domain/settings/brand-palette.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import type { EditorProps } from './editors.tsx';

const LABELS: Record<(typeof COLOUR_NAMES)[number], string> = {
  accent: 'Accent',
  'on-accent': 'Text on it',
  'accent-text': 'Accent in words',
  focus: 'Focus and links',
};

const THEMES: readonly Theme[] = ['light', 'dark'];
const nameIn = (name: string, theme: Theme) => (theme === 'dark' ? `${name}-dark` : name);

type Composed = { colours: ReturnType<typeof composeColours> } | { problem: string };

function compose(value: string): Composed {
  try {
    return { colours: composeColours(parseColours(value) ?? {}) };
  } catch (error) {
    return { problem: (error as Error).message.replace(/^BRAND_COLOURS: /, '') };
  }
}

/** A button, words and the focus as the app will have them. */
function Sample({ theme, colours }: { theme: Theme; colours: ReturnType<typeof composeColours> }) {
  const { signal, 'on-signal': onSignal, 'signal-text': words, pen } = colours[theme];
  const { paper, ink } = DEFAULT_COLOURS[theme];
  return (
    <div className="grid gap-3 p-4 border border-rule rounded-ctl" style={{ background: paper, color: ink }}>
      <span className="font-700">{theme === 'dark' ? 'Dark' : 'Light'}</span>
      <span
        className="w-fit px-4 py-2 rounded-ctl font-650"
        style={{ background: signal, color: onSignal, outline: `3px solid ${pen}`, outlineOffset: '2px' }}
      >
        Track a shipment
      </span>
      <span className="font-650" style={{ color: words }}>
        Out for delivery
      </span>
    </div>
  );
}

export function ColoursEditor({ value, onChange }: EditorProps) {
  const named: Record<string, string> = parseColours(value) ?? {};
  const composed = compose(value);
  const shown = 'colours' in composed ? composed.colours : composeColours({});
  const tokens = { accent: 'signal', 'on-accent': 'on-signal', 'accent-text': 'signal-text', focus: 'pen' } as const;
  const write = (next: Record<string, string>) =>
    onChange(
      Object.entries(next)
        .map(([name, colour]) => `${name}=${colour}`)
        .join(','),
    );
  const without = (name: string) => write(Object.fromEntries(Object.entries(named).filter(([one]) => one !== name)));
  const pick = (theme: Theme, name: (typeof COLOUR_NAMES)[number]) => {
    const key = nameIn(name, theme);
    const label = theme === 'dark' ? `${LABELS[name]}, dark` : LABELS[name];
    return (
      <div key={key} className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 items-end">
        <Field label={label}>
          {(control) => (
            <input
              {...control}
              type="color"
              className="w-full h-$h-touch p-1 border border-rule-strong rounded-ctl bg-sheet"
              value={named[key] ?? shown[theme][tokens[name]]}
              onChange={({ target }) => write({ ...named, [key]: target.value })}
            />
          )}
        </Field>
        {named[key] ? (
          <Button variant="icon-outline" icon="x" aria-label={`Reset ${label}`} onClick={() => without(key)} />
        ) : (
          <span className="soft min-h-$h-touch content-center">Follows</span>
        )}
      </div>
    );
  };
  return (
    <div className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-2" aria-live="polite">
        {THEMES.map((theme) => (
          <div key={theme} className="grid gap-2 content-start">
            <Sample theme={theme} colours={shown} />
            {pick(theme, 'accent')}
          </div>
        ))}
      </div>
      <details>
        <summary className="cursor-pointer font-650 min-h-$h-touch content-center">More colours</summary>
        <div className="grid gap-3 sm:grid-cols-2">
          {THEMES.map((theme) => (
            <div key={theme} className="grid gap-2 content-start">
              {COLOUR_NAMES.slice(1).map((name) => pick(theme, name))}
            </div>
          ))}
        </div>
      </details>
      {'problem' in composed && (
        <p role="status" className="field-error">
          {composed.problem}
        </p>
      )}
    </div>
  );
}
