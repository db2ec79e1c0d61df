import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { NumberDialog } from './number-dialog.tsx';
import type { StopDrag } from './use-stop-drag.ts';
import { STOP_MOVES, type StopMove } from './use-stop-order.ts';

export function DropLine({ number, isAfter }: { number: number; isAfter: boolean }) {
  return (
    <div
      aria-hidden="true"
      className={`absolute inset-x-0 z-bar h-1 bg-ink pointer-events-none ${isAfter ? '-bottom-0.5' : '-top-0.5'}`}
    >
      <span className="absolute left-0 -top-3 px-2 typed text-small bg-ink text-paper rounded-ctl">{number}</span>
    </div>
  );
}

interface OrderButtonsProps {
  name: string;
  number: number;
  count: number;
  onReorder: (to: StopMove | number) => void;
  onDrag: StopDrag['begin'] | undefined;
}

export function OrderButtons({ name, number, count, onReorder, onDrag }: OrderButtonsProps) {
  const numbering = useRef<HTMLButtonElement | null>(null);
  const [isNumbering, setNumbering] = useState(false);
  const pressed = useRef<HTMLButtonElement | null>(null);
  const isAtEnd = (to: StopMove) => number === (to === 'down' ? count : 1);
  // Moving the row in the page takes the focus from its button.
  useEffect(() => {
    if (number > 0 && pressed.current?.isConnected) pressed.current.focus();
    pressed.current = null;
  }, [number]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-label={`Order of ${name}`} className="flex flex-wrap gap-2">
      {(Object.keys(STOP_MOVES) as StopMove[]).map((to) => (
        <Button
          key={to}
          variant="icon-outline"
          icon={STOP_MOVES[to].icon}
          aria-label={`Move ${name} ${STOP_MOVES[to].label}`}
          // `disabled` would lose the focus.
          aria-disabled={isAtEnd(to) || undefined}
          title={isAtEnd(to) ? `This is the ${to === 'down' ? 'last' : 'first'} stop` : undefined}
          onClick={({ currentTarget }) => {
            pressed.current = currentTarget;
            onReorder(to);
          }}
        />
      ))}
      <Button
        variant="icon-outline"
        icon="hash"
        aria-label={`Move ${name} to number`}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => {
          numbering.current = currentTarget;
          setNumbering(true);
        }}
      />
      {onDrag && (
        // Buttons do the same by keyboard.
        <span aria-hidden="true" className="drag-handle" onPointerDown={onDrag}>
          <Icon name="grip-vertical" />
        </span>
      )}
      {isNumbering && (
        <NumberDialog
          title={`Move ${name}`}
          count={count}
          onClose={() => setNumbering(false)}
          onNumber={(to) => {
            pressed.current = numbering.current;
            onReorder(to);
            setNumbering(false);
          }}
        />
      )}
    </div>
  );
}
