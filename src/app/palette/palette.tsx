import { type CSSProperties, type KeyboardEvent, useEffect, useId, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { serverErrorOf } from '../../api/calls/call-error.ts';
import { useModalDialog } from '../../browser/modal-dialog.ts';
import { counted } from '../../domain/figures.ts';
import { paths } from '../../domain/paths.ts';
import { MAX_LINK_LENGTH } from '../../domain/tracking-id.ts';
import { findManagedShipment } from '../../features/manage-shipments/queries.ts';
import { useProfile } from '../../features/session/queries.ts';
import { StatusBadge } from '../../features/shipments/status-badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { closeDialog, openDialog } from '../keyboard/opened-dialog.ts';
import type { Find } from './finds.ts';
import { useFinds } from './use-finds.ts';

/** What a phone's keyboard leaves. */
const useVisibleHeight = () =>
  useSyncExternalStore(
    (listener) => {
      visualViewport?.addEventListener('resize', listener);
      return () => visualViewport?.removeEventListener('resize', listener);
    },
    () => visualViewport?.height ?? innerHeight,
  );

/** A combobox with a list of everything that someone can go to. */
export function Palette() {
  const person = useProfile();
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [chosenKey, setChosenKey] = useState<string>();
  const [lookup, setLookup] = useState<{ key: string; failure?: string }>();
  const { sought, groups, isSearching, isOnlyDevice, failure = lookup?.failure } = useFinds(person, typed);
  const modal = useModalDialog(closeDialog, { firstFocus: (dialog) => dialog.querySelector('input') });
  const visibleHeight = useVisibleHeight();

  const finds = groups.flatMap((group) => group.finds);
  const active = finds.find(({ key }) => key === chosenKey) ?? finds[0];
  const idOf = ({ key }: Find) => `${id}${key}`;
  const activeId = active && idOf(active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  function type(text: string) {
    setTyped(text);
    setChosenKey(undefined);
    setLookup(undefined);
  }

  async function open(find: Find, isInNewTab: boolean) {
    let { to } = find;
    if (to === null) {
      setLookup({ key: find.key });
      try {
        const shipment = await findManagedShipment(find.trackingId ?? '');
        to = paths.manageShipment(shipment.id);
      } catch (error) {
        return setLookup({ key: find.key, failure: serverErrorOf(error).message });
      }
    }
    closeDialog();
    if (isInNewTab) window.open(to);
    else navigate(to);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && active) {
      event.preventDefault();
      const place = (finds.indexOf(active) + step + finds.length) % finds.length;
      setChosenKey(finds[place]?.key);
    } else if (event.key === 'Enter' && active) {
      event.preventDefault();
      void open(active, event.ctrlKey || event.metaKey);
    }
  }

  const said = isSearching ? 'Searching…' : finds.length > 0 ? counted(finds.length, 'result') : 'Nothing found.';
  return (
    <dialog
      {...modal}
      aria-label="Find"
      className="palette"
      style={{ '--visible-height': `${visibleHeight}px` } as CSSProperties}
    >
      <div className="palette-head">
        <Icon name="search" className="text-[1.25rem] text-ink-soft" />
        <input
          role="combobox"
          aria-label={sought}
          aria-autocomplete="list"
          aria-expanded={finds.length > 0}
          aria-controls={`${id}list`}
          aria-activedescendant={activeId}
          aria-describedby={failure ? `${id}failure` : undefined}
          className="palette-input"
          placeholder={sought}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={MAX_LINK_LENGTH}
          value={typed}
          onChange={({ target }) => type(target.value)}
          onKeyDown={onKeyDown}
        />
        <Button variant="icon" icon="x" aria-label="Close" onClick={closeDialog} />
      </div>
      {failure && (
        <p id={`${id}failure`} role="alert" className="field-error px-4 py-3">
          <Icon name="circle-alert" className="mt-px" />
          {failure}
        </p>
      )}
      <div id={`${id}list`} role="listbox" aria-label="Results" className="palette-list">
        {groups.map(({ title, finds: some }) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox has no fieldsets
          <div key={title} role="group" aria-labelledby={`${id}${title}`}>
            <p id={`${id}${title}`} role="presentation" className="cap px-4 pt-3 pb-1">
              {title}
            </p>
            {some.map((find) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the keyboard
              <div
                key={find.key}
                id={idOf(find)}
                role="option"
                aria-selected={find === active}
                aria-busy={lookup?.key === find.key && !lookup.failure}
                className="palette-option"
                onClick={({ ctrlKey, metaKey }) => open(find, ctrlKey || metaKey)}
              >
                <FindRow find={find} isBusy={lookup?.key === find.key && !lookup.failure} />
              </div>
            ))}
          </div>
        ))}
      </div>
      <div className="palette-foot">
        <p role="status">
          {typed.trim() && said}
          {isOnlyDevice && ' Only what this device has.'}
        </p>
        <Button variant="quiet" small className="[@media(pointer:coarse)]:hidden" onClick={() => openDialog('keys')}>
          Keyboard shortcuts
        </Button>
      </div>
    </dialog>
  );
}

function FindRow({ find, isBusy }: { find: Find; isBusy: boolean }) {
  const { icon, title, trackingId, note, status } = find;
  return (
    <>
      <Icon name={isBusy ? 'loader-circle' : icon} className={isBusy ? 'spin' : ''} />
      <span className="flex flex-1 flex-wrap items-center gap-x-3 gap-y-1 min-w-0">
        <span className="flex-[1_1_12rem] min-w-0">
          <span className="block font-650 truncate">{title}</span>
          {(trackingId || note) && (
            <span translate="no" className="second-line truncate">
              {trackingId && <span className="typed mr-2">{trackingId}</span>}
              {note}
            </span>
          )}
        </span>
        {status && <StatusBadge status={status} />}
      </span>
    </>
  );
}
