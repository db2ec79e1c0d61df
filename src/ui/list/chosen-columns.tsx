import { useMemo, useState } from 'react';
import { createSignal } from '../../browser/create-signal.ts';
import { localStore } from '../../browser/web-storage.ts';
import { Button } from '../button.tsx';
import { Dialog, DialogBody } from '../dialog/dialog.tsx';
import { Checkbox } from '../form/checkbox.tsx';
import type { NamedColumn } from './desk-table.tsx';

const changed = createSignal();
const storeKey = (list: string) => `columns ${list}`;
const SEPARATOR = ' ';

export function useChosenColumns<Row>(
  list: string,
  columns: readonly NamedColumn<Row>[],
  usual: readonly string[],
): NamedColumn<Row>[] {
  const stored = changed.use(() => localStore.getItem(storeKey(list)), null);
  return useMemo(() => {
    const known = (keys: readonly string[]) =>
      [...new Set(keys)].flatMap((key) => columns.find((column) => column.key === key) ?? []);
    const chosen = known(stored?.split(SEPARATOR) ?? []);
    return chosen.length > 0 ? chosen : known(usual);
  }, [stored, columns, usual]);
}

interface ColumnsDialogProps<Row> {
  list: string;
  columns: readonly NamedColumn<Row>[];
  usual: readonly string[];
}

export function ChooseColumns<Row>({ list, columns, usual }: ColumnsDialogProps<Row>) {
  const [isOpen, setOpen] = useState(false);
  const shown = useChosenColumns(list, columns, usual);
  const keys = shown.map(({ key }) => key);
  const store = (next: readonly string[] | null) => {
    if (next) localStore.setItem(storeKey(list), next.join(SEPARATOR));
    else localStore.removeItem(storeKey(list));
    changed.notify();
  };
  const move = (from: number, to: number) => store(keys.toSpliced(from, 1).toSpliced(to, 0, keys[from] ?? ''));
  return (
    <>
      <Button small variant="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Columns
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Columns">
        <DialogBody className="stack">
          <ul>
            {[...shown, ...columns.filter(({ key }) => !keys.includes(key))].map(({ key, head }, at) => {
              const isShown = at < keys.length;
              return (
                <li key={key} className="flex items-center border-b border-rule">
                  <Checkbox
                    className="mr-auto"
                    checked={isShown}
                    disabled={isShown && keys.length === 1}
                    onChange={() => store(isShown ? keys.filter((one) => one !== key) : [...keys, key])}
                  >
                    {head}
                  </Checkbox>
                  {isShown && (
                    <>
                      <Button
                        variant="icon"
                        icon="chevron-up"
                        aria-label={`Move ${head} to the left`}
                        disabled={at === 0}
                        onClick={() => move(at, at - 1)}
                      />
                      <Button
                        variant="icon"
                        icon="chevron-down"
                        aria-label={`Move ${head} to the right`}
                        disabled={at === keys.length - 1}
                        onClick={() => move(at, at + 1)}
                      />
                    </>
                  )}
                </li>
              );
            })}
          </ul>
          <div>
            <Button small onClick={() => store(null)}>
              Reset
            </Button>
          </div>
        </DialogBody>
      </Dialog>
    </>
  );
}
