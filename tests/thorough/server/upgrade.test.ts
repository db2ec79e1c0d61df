import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, vi } from 'vitest';
import { isMissing } from '../../support/needs.ts';

vi.setConfig({ testTimeout: 600_000 });

const ROOT = join(import.meta.dirname, '../../..');

for (const [name, revision] of [
  ['0.1.0', '21264a54'],
  ['a version between 0.1.0 and 0.2.0', '2a824c68'],
] as const)
  it.skipIf(isMissing('history'))(`an upgrade from ${name} under load loses, doubles and tears nothing`, async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['tests/torture/upgrade.ts', revision], {
      cwd: ROOT,
    });
    expect(stdout).toMatch(/^[1-9]\d* migrations under load, [1-9]\d* acknowledged changes: 0 .*0 wrongAnswers\n$/);
  });
