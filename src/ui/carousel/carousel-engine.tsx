import useEmblaCarousel from 'embla-carousel-react';
import { useEffect } from 'react';

export interface CarouselControl {
  scrollNext(atOnce: boolean): void;
  scrollPrev(atOnce: boolean): void;
  scrollTo(index: number, atOnce: boolean): void;
}

interface CarouselEngineProps {
  viewport: HTMLElement;
  onReady: (mover: CarouselControl | null) => void;
  onSelect: (index: number) => void;
}

export function CarouselEngine({ viewport, onReady, onSelect }: CarouselEngineProps) {
  const [attach, embla] = useEmblaCarousel({ loop: true, align: 'start' });

  useEffect(() => attach(viewport), [attach, viewport]);

  useEffect(() => {
    if (!embla) return;
    const select = () => onSelect(embla.selectedScrollSnap());
    embla.on('select', select).on('reInit', select);
    onReady(embla);
    return () => {
      embla.off('select', select).off('reInit', select);
      onReady(null);
    };
  }, [embla, onReady, onSelect]);

  return null;
}
