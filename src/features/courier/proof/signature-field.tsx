import { useEffect, useRef, useState } from 'react';
import SignaturePad from 'signature_pad';
import { Button } from '../../../ui/button.tsx';
import { Field, inputClass } from '../../../ui/form/field.tsx';
import { type ProofPicture, toProof } from './proof-picture.ts';

/** Of the stored picture, in pixels. */
const SIZE = { width: 640, height: 240 };

/** A signature drawn with a finger, or a name typed on a keyboard. Always dark on white, in both themes. */
export function SignatureField({ onChange }: { onChange: (signature: ProofPicture | null) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad | null>(null);
  const [typed, setTyped] = useState('');

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const drawn = new SignaturePad(element, { penColor: '#14171c', backgroundColor: '#fff', minWidth: 1.5 });
    pad.current = drawn;
    const onEnd = () => void store(element).then(onChange);
    drawn.addEventListener('endStroke', onEnd);
    return () => drawn.off();
  }, [onChange]);

  function clear() {
    pad.current?.clear();
    setTyped('');
    onChange(null);
  }

  function type(name: string) {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    pad.current?.clear();
    setTyped(name);
    if (name.trim() === '') return onChange(null);
    context.fillStyle = '#14171c';
    context.font = 'italic 48px serif';
    context.fillText(name, 24, SIZE.height / 2, SIZE.width - 48);
    void store(element).then(onChange);
  }

  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between">
        <b>Signature</b>
        <Button onClick={clear}>Clear</Button>
      </div>
      <canvas ref={canvas} {...SIZE} aria-label="Sign here" className="signature" />
      <Field label="Or type the name">
        {(control) => (
          <input
            {...control}
            className={`${inputClass} min-h-14`}
            value={typed}
            maxLength={100}
            autoComplete="off"
            onChange={({ target }) => type(target.value)}
          />
        )}
      </Field>
    </div>
  );
}

const store = (canvas: HTMLCanvasElement) =>
  new Promise<ProofPicture | null>((resolve) => {
    canvas.toBlob((blob) => resolve(blob ? toProof('signature', blob) : null), 'image/png');
  });
