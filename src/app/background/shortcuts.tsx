import { type ComponentType, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { afterPaint } from '../../browser/next-task.ts';
import { toast } from '../../ui/toast/toast.ts';
import { takeLineFeeds } from '../keyboard/line-feeds.ts';
import { focusActs, focusSearch, moveInList, openRow, openRowMenu, selectRow } from '../keyboard/list-keys.ts';
import { closeDialog, openDialog, useOpenedDialog } from '../keyboard/opened-dialog.ts';
import { isTyping, onSingleKey, useSingleKeys } from '../keyboard/single-keys.ts';

const loadPalette = async () => (await import('../palette/palette.tsx')).Palette;
const loadKeys = async () => (await import('../keyboard/keys-dialog.tsx')).KeysDialog;

function actOf(key: string, isRepeated: boolean): (() => void) | undefined {
  if (key === 'j' || key === 'k') return () => moveInList(key === 'j' ? 1 : -1);
  if (isRepeated) return undefined;
  if (key === 'x') return selectRow;
  if (key === 'm') return openRowMenu;
  if (key === 'a') return focusActs;
  if (key === 'Enter') return openRow();
  if (key === '/') return () => focusSearch() || openDialog('palette');
  return key === '?' ? () => openDialog('keys') : undefined;
}

/** In a Mac's fields Ctrl+K deletes the rest of the line. */
const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent) =>
  key.toLowerCase() === 'k' &&
  !altKey &&
  !shiftKey &&
  metaKey !== ctrlKey &&
  !(ctrlKey && isTyping(target) && /Mac/.test(navigator.platform));

/** The keys of every page, and the dialogs that they open. */
export function Shortcuts() {
  const { key } = useLocation();
  const opened = useOpenedDialog();
  const hasSingleKeys = useSingleKeys();
  const Palette = useLoaded(opened === 'palette', loadPalette);
  const Keys = useLoaded(opened === 'keys', loadKeys);

  // biome-ignore lint/correctness/useExhaustiveDependencies: Back closes it too
  useEffect(() => closeDialog, [key]);

  useEffect(takeLineFeeds, []);

  useEffect(() => (hasSingleKeys ? onSingleKey(actOf) : undefined), [hasSingleKeys]);

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      // It is needed in a moment.
      if (event.key === 'Control' || event.key === 'Meta') loadPalette().catch(() => undefined);
      if (!isPaletteKey(event) || event.defaultPrevented || event.isComposing) return;
      const isOpen = document.querySelector('.palette') !== null;
      if (!isOpen && document.querySelector('dialog[open]')) return;
      event.preventDefault();
      if (isOpen) closeDialog();
      else afterPaint(() => openDialog('palette'));
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <>
      {opened === 'palette' && Palette && <Palette />}
      {opened === 'keys' && Keys && <Keys />}
    </>
  );
}

/** A dialog's code, once it is wanted. */
function useLoaded(isWanted: boolean, load: () => Promise<ComponentType>): ComponentType | undefined {
  const [loaded, setLoaded] = useState<{ Dialog: ComponentType }>();
  useEffect(() => {
    if (!isWanted || loaded) return;
    load().then(
      (Dialog) => setLoaded({ Dialog }),
      () => {
        closeDialog();
        toast.error('This couldn’t be loaded', 'Try again in a moment.');
      },
    );
  }, [isWanted, loaded, load]);
  return loaded?.Dialog;
}
