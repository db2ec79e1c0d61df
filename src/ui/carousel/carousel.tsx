import {
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useHydrated } from '../../browser/use-hydrated.ts';
import { Button } from '../button.tsx';
import type { CarouselControl } from './carousel-engine.tsx';

/** If the engine can't be loaded, the slides can still be swiped. */
const CarouselEngine = lazy(async () => {
  const module = await import('./carousel-engine.tsx').catch(() => undefined);
  return { default: module?.CarouselEngine ?? (() => null) };
});

interface CarouselProps {
  title: string;
  noun: string;
  count: number;
  /** Copies fill a row too short to loop, and are hidden from screen readers. */
  renderSlide: (index: number, isCopy: boolean) => ReactNode;
}

/** Slides loop, one to three in view, unless fewer than fit. */
export function Carousel({ title, noun, count, renderSlide }: CarouselProps) {
  const slidesInView = useSlidesInView();
  const isStarted = useHydrated();
  const [viewport, setViewport] = useState<HTMLElement | null>(null);
  const [control, setControl] = useState<CarouselControl | null>(null);
  const [selected, setSelected] = useState(0);
  // A last scroll event can arrive after the engine has started.
  const isNativeScroll = useRef(true);
  const id = useId();
  const onReady = useCallback(
    (ready: CarouselControl | null) => {
      const index = viewport ? indexInView(viewport) : 0;
      isNativeScroll.current = ready === null;
      viewport?.scrollTo({ left: 0 });
      if (index > 0) ready?.scrollTo(index, true);
      setControl(ready);
    },
    [viewport],
  );

  const isMovable = count >= slidesInView && count > 1;
  const current = selected % count;
  // A loop must still fill the row when any one of its slides is missing.
  const isDoubled = isMovable && count <= slidesInView + 1;
  const slots = Array.from({ length: isDoubled ? 2 * count : count }, (_, place) => place);

  function move(step: 1 | -1) {
    const instantly = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (!control) viewport?.scrollTo({ left: ((current + step + count) % count) * slideWidth(viewport) });
    else if (step === 1) control.scrollNext(instantly);
    else control.scrollPrev(instantly);
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null;
    if (step === null || !isMovable || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    move(step);
  }

  return (
    <section aria-labelledby={`${id}-title`} aria-roledescription="carousel" onKeyDown={onKeyDown}>
      <div className="flex items-center justify-between gap-2 mb-3 min-h-$h-touch">
        <h2 id={`${id}-title`}>{title}</h2>
        {isMovable && (
          <div className="flex items-center gap-2">
            <span className="typed text-ink-soft" aria-hidden="true">
              {current + 1}/{count}
            </span>
            <Button
              variant="icon-outline"
              small
              icon="chevron-left"
              className="w-$h-touch !text-lead"
              aria-disabled={!isStarted || undefined}
              aria-label={`Previous ${noun.toLowerCase()}`}
              aria-controls={`${id}-slides`}
              onClick={() => move(-1)}
            />
            <Button
              variant="icon-outline"
              small
              icon="chevron-right"
              className="w-$h-touch !text-lead"
              aria-disabled={!isStarted || undefined}
              aria-label={`Next ${noun.toLowerCase()}`}
              aria-controls={`${id}-slides`}
              onClick={() => move(1)}
            />
          </div>
        )}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div
        ref={setViewport}
        id={`${id}-slides`}
        role="group"
        aria-label={isMovable ? `${title}, use the arrow keys to move` : title}
        tabIndex={isMovable ? 0 : undefined}
        className={`slides ${control ? 'slides-moved' : ''}`}
        onScroll={({ currentTarget }) => isNativeScroll.current && setSelected(indexInView(currentTarget))}
      >
        <div className="slides-row">
          {slots.map((place) => (
            // biome-ignore lint/a11y/useSemanticElements: a slide is not a set of fields
            <div
              key={place}
              role="group"
              aria-roledescription="slide"
              aria-label={`${(place % count) + 1} of ${count}`}
              aria-hidden={place >= count || undefined}
              className="slide"
            >
              {renderSlide(place % count, place >= count)}
            </div>
          ))}
        </div>
      </div>
      {isMovable && (
        <p aria-live="polite" className="sr-only">
          {noun} {current + 1} of {count}
        </p>
      )}
      {isMovable && viewport && (
        <Suspense fallback={null}>
          <CarouselEngine viewport={viewport} onReady={onReady} onSelect={setSelected} />
        </Suspense>
      )}
    </section>
  );
}

const slideWidth = (viewport: HTMLElement) => viewport.querySelector('.slide')?.clientWidth ?? viewport.clientWidth;

const indexInView = (viewport: HTMLElement) => Math.round(viewport.scrollLeft / slideWidth(viewport));

/** It matches drawn.css: two from 640 px, three from 1024 px. */
function useSlidesInView(): number {
  return useSyncExternalStore(
    subscribeToBreakpoints,
    () => 1 + BREAKPOINTS.filter((width) => matchMedia(width).matches).length,
    () => 1,
  );
}

const BREAKPOINTS = ['(min-width: 40em)', '(min-width: 64em)'];

function subscribeToBreakpoints(listener: () => void): () => void {
  const lists = BREAKPOINTS.map((width) => matchMedia(width));
  for (const list of lists) list.addEventListener('change', listener);
  return () => {
    for (const list of lists) list.removeEventListener('change', listener);
  };
}
