import { type RefObject, useEffect, useRef } from 'react';
import SignaturePad, { type PointGroup } from 'signature_pad';
import { normalizeLine } from '../../../domain/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, inputClass } from '../../../ui/form/field.tsx';
import { type ProofPicture, toProof } from './proof-picture.ts';

/** Of the stored picture, in pixels. */
const SIZE = { width: 640, height: 240 };
const INK = '#14171c';

/** A signature drawn with a finger, or a name typed on a keyboard. */
export interface Signature {
  strokes: PointGroup[];
  typed: string;
}

export const NO_SIGNATURE: Signature = { strokes: [], typed: '' };
export const isSigned = ({ strokes, typed }: Signature): boolean => strokes.length > 0 || normalizeLine(typed) !== '';

interface SignatureFieldProps {
  /** Where it is drawn. */
  canvas: RefObject<HTMLCanvasElement | null>;
  value: Signature;
  onChange: (signature: Signature) => void;
}

/** Takes a signature, always dark on white, in both themes. */
export function SignatureField({ canvas, value, onChange }: SignatureFieldProps) {
  const pad = useRef<SignaturePad | null>(null);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const drawn = new SignaturePad(element, { penColor: INK, backgroundColor: '#fff', minWidth: 1.5 });
    pad.current = drawn;
    return () => drawn.off();
  }, [canvas]);

  useEffect(() => {
    const drawn = pad.current;
    const onEnd = () => onChange({ strokes: [...(drawn?.toData() ?? [])], typed: '' });
    drawn?.addEventListener('endStroke', onEnd);
    return () => drawn?.removeEventListener('endStroke', onEnd);
  }, [onChange]);

  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    // The pad counts in pixels of the page, so that ink is where the finger is.
    const scale = SIZE.width / element.clientWidth;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    pad.current?.fromData(value.strokes);
    if (value.typed === '') return;
    context.resetTransform();
    context.fillStyle = INK;
    context.font = 'italic 48px serif';
    context.fillText(value.typed, 24, SIZE.height / 2, SIZE.width - 48);
  }, [canvas, value]);

  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between">
        <b>Signature</b>
        <Button onClick={() => onChange(NO_SIGNATURE)}>Clear</Button>
      </div>
      <canvas ref={canvas} {...SIZE} aria-label="Sign here" className="signature" />
      <Field label="Or type the name">
        {(control) => (
          <input
            {...control}
            className={`${inputClass} min-h-14`}
            value={value.typed}
            maxLength={100}
            autoComplete="off"
            onChange={({ target }) => onChange({ strokes: [], typed: target.value })}
          />
        )}
      </Field>
    </div>
  );
}

/** The picture of what is drawn now. @throws if this browser cannot draw it. */
export async function drawSignature(canvas: HTMLCanvasElement): Promise<ProofPicture> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new DOMException('There is no picture', 'EncodingError');
  return toProof('signature', blob);
}
