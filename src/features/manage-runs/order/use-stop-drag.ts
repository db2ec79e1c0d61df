import { type PointerEvent as ReactPointerEvent, useRef, useState } from 'react';

const EDGE_PX = 110;
const MAX_SCROLL_PX = 16;

export interface StopDrag {
  begin: (event: ReactPointerEvent<HTMLElement>) => void;
  isDragged: boolean;
  /** The dragged stop would get this number here; undefined elsewhere. */
  dropAs: number | undefined;
  isDropAfter: boolean;
}

/** Escape leaves all as it was. */
export function useStopDrag<List extends HTMLElement = HTMLOListElement>(onDrop: (id: string, number: number) => void) {
  const list = useRef<List>(null);
  const [drag, setDrag] = useState<{ id: string; from: number; to: number } | null>(null);

  function begin(event: ReactPointerEvent<HTMLElement>, id: string, from: number) {
    const rows = [...(list.current?.children ?? [])].filter((row) => row instanceof HTMLElement);
    const row = rows[from];
    if (event.button !== 0 || !row || drag) return;
    event.preventDefault();
    const handle: HTMLElement = event.currentTarget;
    handle.setPointerCapture(event.pointerId);
    const ended = new AbortController();
    const { signal } = ended;
    // Rows above get their heights only once they are on screen, which moves this one.
    const startY = event.clientY + scrollY - row.offsetTop;
    let pointerY = event.clientY;
    let to = from;

    function follow() {
      if (signal.aborted) return;
      // The run was closed: its handle hears nothing more.
      if (!handle.isConnected) return end(false);
      scrollBy(0, scrollSpeed(pointerY));
      if (row) row.style.transform = `translateY(${pointerY + scrollY - row.offsetTop - startY}px)`;
      const above = rows.filter((one, index) => {
        const { top, height } = one.getBoundingClientRect();
        return index !== from && top + height / 2 < pointerY;
      }).length;
      if (above !== to) setDrag({ id, from, to: above });
      to = above;
      requestAnimationFrame(follow);
    }
    function end(isDropped: boolean) {
      if (signal.aborted) return;
      ended.abort();
      row?.style.removeProperty('transform');
      setDrag(null);
      if (isDropped && to !== from) onDrop(id, to + 1);
    }

    handle.addEventListener('pointermove', ({ clientY }) => (pointerY = clientY), { signal });
    handle.addEventListener('pointerup', () => end(true), { signal });
    handle.addEventListener('lostpointercapture', () => end(false), { signal });
    addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal });
    setDrag({ id, from, to: from });
    requestAnimationFrame(follow);
  }

  const row = (id: string, index: number): StopDrag => {
    // The rows below the dragged one are counted without it, so one higher.
    const isHere = drag !== null && drag.to !== drag.from && index === drag.to;
    return {
      begin: (event) => begin(event, id, index),
      isDragged: drag?.id === id,
      dropAs: isHere ? drag.to + 1 : undefined,
      isDropAfter: isHere && drag.to > drag.from,
    };
  };
  return { list, row };
}

function scrollSpeed(pointerY: number): number {
  const past = Math.max(0, pointerY - (innerHeight - EDGE_PX)) - Math.max(0, EDGE_PX - pointerY);
  return Math.sign(past) * Math.min(MAX_SCROLL_PX, Math.abs(past) / 4);
}
