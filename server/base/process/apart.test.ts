import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { askApart } from './apart.ts';

async function scriptOf(text: string): Promise<string> {
  const file = join(tmpdir(), `waybill-apart-${process.pid}-${text.length}.mjs`);
  await writeFile(file, text);
  return file;
}

it('a script of ours gets no secrets', async () => {
  process.env.SECRET_OF_TEST = 'hidden';
  const script = [await scriptOf('process.stdout.write(JSON.stringify(process.env))')];
  expect(await askApart({ script, ms: 30_000 }, { maxBytes: 10_000 })).not.toContain('hidden');
});

it('a script that takes too long, or writes too much, ends', async () => {
  const endless = [await scriptOf('setInterval(() => undefined, 1_000)')];
  await expect(askApart({ script: endless, ms: 100 }, { maxBytes: 10 })).rejects.toMatchObject({ signal: 'SIGKILL' });
  const wordy = [await scriptOf("process.stdout.write('x'.repeat(100_000))")];
  await expect(askApart({ script: wordy, ms: 30_000 }, { maxBytes: 10 })).rejects.toThrow('maxBuffer');
});
