import { useEffect, useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { type Ending, type Layout, pressKeys } from '../../../tests/components/hand-scanner.ts';
import { focusOn } from '../../../tests/components/keyboard.ts';
import { encodeClaim, encodeToken, SIGNATURE_BYTES } from '../../domain/handover.ts';
import { useHandScanner } from './hand-scanner.ts';

/** Contain letters that German and French keyboards have elsewhere. */
const LABELS = ['WZZ207K159X6', 'W4Z2Y7AQM5X9', 'W4Z2Y7AQM5X9-12', 'https://waybill.example/track/W4Z2Y7AQM5X9-2'];
const [CODE = ''] = LABELS;
/** About as slow as scanners are: on a busy machine, clocks of browsers are some milliseconds off. */
const SLOW = 140;

let codes: string[] = [];

function Fields({ hasDialog }: { hasDialog: boolean }) {
  const [isListening, setListening] = useState(false);
  useHandScanner((code) => codes.push(code));
  useEffect(() => setListening(true), []);
  return (
    <fieldset hidden={!isListening}>
      <button type="button" onClick={() => codes.push('pressed')}>
        Start
      </button>
      <input aria-label="Place" defaultValue="Leeds" />
      <input aria-label="Day" type="date" defaultValue="2026-11-28" />
      <textarea aria-label="Comment" />
      <select aria-label="Status">
        <option>Held</option>
        <option>With the courier</option>
      </select>
      {hasDialog && (
        <dialog ref={(dialog) => dialog?.showModal()}>
          <input aria-label="Name" defaultValue="Ida" />
        </dialog>
      )}
    </fieldset>
  );
}

/** Gives a field or button the focus, and returns what it is read from. */
async function focusIn(name: string, { hasDialog = false } = {}) {
  codes = [];
  await cleanup();
  await render(<Fields hasDialog={hasDialog} />);
  const target = page.getByRole('button', { name }).or(page.getByLabelText(name));
  await focusOn(target);
  return target;
}

const ENDINGS: Ending[] = ['CR', 'LF', 'CRLF', 'Tab', 'none'];

test.for<[computer: Layout, scanner: Layout]>([
  ['us', 'us'],
  ['german', 'us'],
  ['french', 'us'],
  ['turkish', 'us'],
  ['german', 'german'],
  ['french', 'french'],
  ['turkish', 'turkish'],
])('a computer set to %s reads a scanner set to %s', async ([layout, scanner]) => {
  const place = await focusIn('Place');
  for (const gap of [2, SLOW]) {
    for (const label of LABELS) await pressKeys(label, { ending: 'CR', layout, scanner, gap });
  }
  expect(codes).toEqual([...LABELS, ...LABELS]);
  await expect.element(place).toHaveValue('Leeds');
});

test.for([160, 220, 299, 700])('an ending key %d ms late belongs to its code, and presses nothing', async (late) => {
  const start = await focusIn('Start');
  for (const label of LABELS) await pressKeys(label, { ending: 'CR', late });
  await expect.poll(() => codes).toEqual(LABELS);
  await expect.element(start).toHaveFocus();
});

test.for<Layout>(['us', 'german', 'french', 'turkish'])(
  'a computer set to %s reads a receiver’s code as it is signed',
  async (layout) => {
    const claim = {
      trackingId: 'W4Z2Y7AQM5X9',
      runId: '01939f2e-8a6c-7c3e-9d53-0f6a1b2c3d4e',
      expiresAt: 1_795_000_000,
      claim: 1,
    };
    const token = encodeToken(
      encodeClaim(claim),
      Uint8Array.from({ length: SIGNATURE_BYTES }, (_, at) => (at * 37) % 256),
    );
    const place = await focusIn('Place');
    for (const gap of [2, SLOW]) await pressKeys(token, { ending: 'CR', layout, gap });
    expect(codes).toEqual([token, token]);
    await expect.element(place).toHaveValue('Leeds');
  },
);

test.for(ENDINGS)('a code that ends with %s presses nothing and stays in no field', async (ending) => {
  const events: KeyboardEvent[] = [];
  const note = (event: KeyboardEvent) => events.push(event);
  document.addEventListener('keydown', note);
  onTestFinished(() => document.removeEventListener('keydown', note));
  for (const gap of [2, SLOW]) {
    for (const [name, value] of [
      ['Place', 'Leeds'],
      ['Day', '2026-11-28'],
      ['Comment', ''],
      ['Status', 'Held'],
      ['Name', 'Ida'],
    ]) {
      const field = await focusIn(name ?? '', { hasDialog: name === 'Name' });
      await pressKeys(CODE, { ending, gap });
      await expect.poll(() => codes).toEqual([CODE]);
      await expect.element(field).toHaveValue(value);
      await expect.element(field).toHaveFocus();
    }
    await focusIn('Start');
    await pressKeys(CODE, { ending, gap });
    await expect.poll(() => codes).toEqual([CODE]);
  }
  // Ctrl+J would open the downloads.
  expect(events.filter(({ key, ctrlKey }) => ctrlKey || key === 'Enter' || key === 'Tab')).toEqual([]);
});

test('a code right after what a person types leaves that alone', async () => {
  const place = await focusIn('Place');
  await pressKeys(` dock${CODE}`, { ending: 'CR', gap: SLOW });
  expect(codes).toEqual([CODE]);
  await expect.element(place).toHaveValue('Leeds dock');
});

test.for<Layout>(['us', 'german', 'french', 'turkish'])(
  'a quick person on a %s keyboard is no scanner',
  async (layout) => {
    const texts = ['left at the depot 12', 'the large bags', 'zanzibar yard', 'w48207k159xy', '447700900123', 'ok'];
    for (const ending of ['CR', 'Tab', 'none'] as const) {
      for (const text of texts) {
        const comment = await focusIn('Place');
        await pressKeys(text, { ending, layout, scanner: layout, gap: 90 });
        await expect.element(comment).toHaveValue(`Leeds${text}`);
      }
    }
    expect(codes).toEqual([]);
  },
);

test('keys that come too fast for a person are a code, whatever it is', async () => {
  const place = await focusIn('Place');
  await pressKeys('4006381333931', { ending: 'CR' });
  await pressKeys('w48207k159xy', { ending: 'LF' });
  expect(codes).toEqual(['4006381333931', 'w48207k159xy']);
  await expect.element(place).toHaveValue('Leeds');
});

test('what a person types and ends is theirs', async () => {
  const place = await focusIn('Place');
  await pressKeys(CODE, { ending: 'CR', gap: 200 });
  expect(codes).toEqual([]);
  await expect.element(place).toHaveValue(`Leeds${CODE}`);
});
