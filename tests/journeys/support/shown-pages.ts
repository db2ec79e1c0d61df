import { readFileSync } from 'node:fs';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

const MAX_LINES = 200;

/** Prints at the end what pages of failed journeys showed: nobody can open another machine's files. */
export default class ShownPages implements Reporter {
  #pages: string[] = [];

  onTestEnd({ title }: TestCase, { attachments, retry }: TestResult): void {
    const context = attachments.find(({ name }) => name === 'error-context');
    const [, page] = /```yaml\n(.*?)```/s.exec(context?.path ? readFileSync(context.path, 'utf8') : '') ?? [];
    if (!page) return;
    const lines = page.split('\n').slice(0, MAX_LINES).join('\n');
    this.#pages.push(`Try ${retry + 1} of “${title}” ended on this page:\n${lines}\n`);
  }

  onEnd(): void {
    for (const page of this.#pages) process.stdout.write(`\n${page}`);
  }
}
