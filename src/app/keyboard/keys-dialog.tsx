import { Dialog, DialogBody } from '../../ui/dialog/dialog.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { closeDialog } from './opened-dialog.ts';
import { setSingleKeys, useSingleKeys } from './single-keys.ts';

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

const KEYS: { title: string; keys: [keys: string[], what: string][] }[] = [
  {
    title: 'On every page',
    keys: [
      [[isApple ? '⌘' : 'Ctrl', 'K'], 'Find anything'],
      [['/'], 'Search this page'],
      [['A'], 'Go to the actions'],
      [['?'], 'Show these keys'],
    ],
  },
  {
    title: 'In a list',
    keys: [
      [['J'], 'Next row'],
      [['K'], 'Previous row'],
      [['X'], 'Select the row'],
      [['M'], 'Show what can be done with the row'],
      [['Enter'], 'Open the row'],
    ],
  },
  {
    title: 'In a run',
    keys: [
      [['Alt', '↑'], 'Move the stop up'],
      [['Alt', '↓'], 'Move the stop down'],
    ],
  },
];

export function KeysDialog() {
  const isOn = useSingleKeys();
  return (
    <Dialog open onClose={closeDialog} title="Keyboard shortcuts">
      <DialogBody className="stack gap-5">
        {KEYS.map(({ title, keys }) => (
          <div key={title} className="stack gap-1">
            <h3>{title}</h3>
            <dl>
              {keys.map(([presses, what]) => (
                <div key={what} className="row justify-between min-h-$h-touch border-b border-rule">
                  <dt>{what}</dt>
                  <dd translate="no" className="flex gap-1">
                    {presses.map((press) => (
                      <kbd key={press} className="key">
                        {press}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
        <Checkbox
          checked={isOn}
          aria-describedby="single-keys-hint"
          onChange={({ target }) => setSingleKeys(target.checked)}
        >
          Use shortcuts of a single key
          <span id="single-keys-hint" className="second-line">
            Turn this off if you control the app by voice. {isApple ? '⌘K' : 'Ctrl+K'} always works. This device
            remembers it.
          </span>
        </Checkbox>
      </DialogBody>
    </Dialog>
  );
}
